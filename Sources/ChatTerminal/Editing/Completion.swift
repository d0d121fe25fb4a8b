import ChatCore
import ChatModel

/// The words that Tab offers for the word before the cursor. Each Tab takes the next one.
package struct Completion: Hashable, Sendable {
    /// The words, with their prefix (`/` or `@`); for a short code, the emoji itself.
    package let words: [String]
    /// What the screen shows for each word; for an emoji its short code as well.
    package let titles: [String]
    /// The index of the word that is in the text now.
    package private(set) var index = 0
    /// The number of characters that stand in the text for it.
    private(set) var length: Int
    /// Whether the words are names in a folder.
    private let isPath: Bool

    /// - Parameters:
    ///   - text: the text before the cursor
    ///   - rooms: the names that `/join` and `/leave` complete
    ///   - people: the names that the commands about people complete
    ///   - files: the names in a folder, with `/` behind those of folders
    ///   - mentionable: the names that begin with what is written after an `@`
    init?(
        of text: String, rooms: @autoclosure () -> [String], people: @autoclosure () -> [String],
        files: (String) -> [String] = { _ in [] }, mentionable: (NameStart) -> [String]
    ) {
        let isCommand = SlashCommand.isCommand(text)
        let word = String(text.reversed().prefix { !$0.isWhitespace }.reversed())
        let command = isCommand && word.count < text.count ? SlashCommand(rawValue: SlashCommand.split(text).name) : nil
        var found: (words: [String], titles: [String]?, length: Int) = ([], nil, word.count)
        if isCommand, word.count == text.count {
            found.words = Self.matches(word, SlashCommand.allCases.map { "/\($0.rawValue)" })
        } else if command == .file {
            (found.words, found.length) = Self.paths(text, files)
        } else if SlashCommand.takesEmoji(text), let code = EmojiNames.begun(atEndOf: text) {
            let emoji = EmojiNames.beginning(with: code).prefix(Limits.emojiOffered)
            found = (emoji.map(\.emoji), emoji.map { ":\($0.code): \($0.emoji)" }, code.count + 1)
        } else {
            switch command {
            case .join, .leave: found.words = Self.matches(word, rooms())
            case .date: found.words = Self.matches(word, ["today", "yesterday"])
            case .role: found.words = Self.names(word, people()) + Self.matches(word, ["member", "moderator", "owner"])
            case let command? where command.takesPerson: found.words = Self.names(word, people())
            default:
                guard let start = NameStart(atEndOf: text) else { return nil }
                (found.words, found.length) = (mentionable(start).map { "@\($0)" }, start.text.count + 1)
            }
        }
        if found.words.isEmpty { return nil }
        (words, length) = (found.words, found.length)
        titles = found.titles ?? found.words
        isPath = command == .file
    }

    private static func names(_ word: String, _ people: [String]) -> [String] {
        let start = NameStart(word)
        return people.filter { start.begins($0) }
    }

    private static func matches(_ word: String, _ candidates: [String]) -> [String] {
        let start = word.lowercased()
        return candidates.filter { $0.lowercased().hasPrefix(start) }
    }

    /// The names in the folder of the path behind a command, and how much of the name is written. A
    /// path may have spaces. Hidden names are offered only if the written name begins with a dot.
    private static func paths(_ text: String, _ files: (String) -> [String]) -> (words: [String], length: Int) {
        let path = text.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
        let start = path.reversed().prefix { $0 != "/" }.count
        let name = String(path.suffix(start))
        let names = matches(name, files(String(path.dropLast(start))))
        return (names.filter { !$0.hasPrefix(".") || name.hasPrefix(".") }, start)
    }

    /// Whether the text has the only word already.
    func isWritten(in text: String) -> Bool { words.count == 1 && text.hasSuffix(words[0]) }

    /// Whether the text ends with a folder, and another Tab goes on in it.
    var isFolder: Bool { isPath && words.count == 1 && words[0].hasSuffix("/") }

    /// Puts the present word into the text.
    mutating func apply(to editor: inout Editor) {
        length = editor.replace(last: length, with: isPath ? words[index] : words[index] + " ")
    }

    mutating func next(_ step: Int) { index = (index + step + words.count) % words.count }
}
