import ChatCore
import ChatModel

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
    ///   - people: the names that the commands about people complete
    ///   - mentionable: the names that begin with what is written after an `@`
    init?(of text: String, rooms: [String], people: [String], mentionable: (NameStart) -> [String]) {
        let isCommand = SlashCommand.isCommand(text)
        let word = String(text.reversed().prefix { !$0.isWhitespace }.reversed())
        var words: [String] = []
        var start: NameStart?
        if isCommand, word.count == text.count {
            words = Self.matches(word, SlashCommand.allCases.map { "/\($0.rawValue)" })
        } else if isCommand, let command = SlashCommand(rawValue: SlashCommand.split(text).name) {
            switch command {
            case .join: words = Self.matches(word, rooms)
            case .date: words = Self.matches(word, ["today", "yesterday"])
            case .role:
                words = Self.names(word, people) + Self.matches(word, ["member", "moderator", "owner"])
            case _ where command.takesPerson: words = Self.names(word, people)
            default: start = NameStart(atEndOf: text)
            }
        } else {
            start = NameStart(atEndOf: text)
        }
        if let start { words = mentionable(start).map { "@\($0)" } }
        length = start.map { $0.text.count + 1 } ?? word.count
        if words.isEmpty { return nil }
        self.words = words
    }

    private static func names(_ word: String, _ people: [String]) -> [String] {
        let start = NameStart(word)
        return people.filter { start.begins($0) }
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
