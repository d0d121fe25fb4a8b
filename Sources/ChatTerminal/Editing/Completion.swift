import ChatCore

/// The words that Tab offers for the word before the cursor. Each Tab takes the next one.
package struct Completion: Hashable, Sendable {
    /// The words, with their prefix (`/` or `@`).
    package let words: [String]
    /// The index of the word that is in the text now.
    package private(set) var index = 0
    /// The number of characters that stand in the text for it.
    private(set) var length: Int

    /// - Parameters:
    ///   - text: the text before the cursor
    ///   - rooms: the names that `/join` completes
    ///   - people: the names that `@` and the commands about people complete
    init?(of text: String, rooms: [String], people: [String]) {
        let isCommand = SlashCommand.isCommand(text)
        let word = String(text.reversed().prefix { !$0.isWhitespace }.reversed())
        if isCommand, word.count == text.count {
            words = Self.matches(word, SlashCommand.allCases.map { "/\($0.rawValue)" })
        } else if isCommand, let command = SlashCommand(rawValue: SlashCommand.split(text).name) {
            switch command {
            case .join: words = Self.matches(word, rooms)
            case .date: words = Self.matches(word, ["today", "yesterday"])
            case .role: words = Self.matches(word, people + ["member", "moderator", "owner"])
            case _ where command.takesPerson: words = Self.matches(word, people)
            default: words = word.hasPrefix("@") ? Self.matches(word, people.map { "@\($0)" }) : []
            }
        } else if word.hasPrefix("@") {
            words = Self.matches(word, people.map { "@\($0)" })
        } else {
            words = []
        }
        length = word.count
        if words.isEmpty { return nil }
    }

    private static func matches(_ word: String, _ candidates: [String]) -> [String] {
        let start = word.lowercased()
        return candidates.filter { $0.lowercased().hasPrefix(start) }
    }

    /// Puts the present word into the text.
    mutating func apply(to editor: inout Editor) {
        length = editor.replace(last: length, with: words[index] + " ")
    }

    mutating func next(_ step: Int) { index = (index + step + words.count) % words.count }
}
