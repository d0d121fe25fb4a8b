import ChatCore

/// Emoji by name: by their English names and short codes, as the page has them (`emoji.js`).
enum EmojiNames {
    /// An emoji with its names.
    struct Entry: Hashable, Sendable {
        let emoji: String
        /// The short code to show: `heart_eyes`.
        let code: String
        /// All short codes besides the name. Most emoji have none.
        let codes: [String]
        /// The words of all names.
        let words: [String]

        init(emoji: String, name: String, codes: [String]) {
            self.emoji = emoji
            self.codes = codes
            code = codes.first ?? Entry.code(of: name)
            words = ([name] + codes).flatMap { $0.split { " :,._-".contains($0) }.map(String.init) }
        }

        /// The name as a short code: `grinning_face`.
        private static func code(of name: String) -> String {
            let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "+" && $0 != "-" }
            return words.joined(separator: "_")
        }
    }

    /// In Unicode's order; the flags of countries are the last.
    static let all: [Entry] =
        EmojiTable.names.split(separator: "\n").compactMap(entry) + EmojiTable.countries.split(separator: " ").map(flag)

    private static func entry(_ line: Substring) -> Entry? {
        guard let space = line.firstIndex(of: " ") else { return nil }
        let parts = line[line.index(after: space)...].split(separator: "|")
        let codes = parts.count > 1 ? parts[1].split(separator: " ").map(String.init) : []
        return Entry(emoji: String(line[..<space]), name: String(parts[0]), codes: codes)
    }

    private static func flag(_ letters: Substring) -> Entry {
        let signs = letters.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0x1F1E6 - 0x41) }
        return Entry(
            emoji: String(String.UnicodeScalarView(signs)), name: "flag", codes: ["flag_\(letters.lowercased())"])
    }

    private static let byCode: [String: String] = {
        var emoji: [String: String] = [:]
        for entry in all {
            for code in entry.codes + [entry.code] where emoji[code] == nil { emoji[code] = entry.emoji }
        }
        return emoji
    }()

    /// The emoji that a short code, without its colons, stands for.
    static func emoji(named code: String) -> String? { byCode[code.lowercased()] }

    /// The emoji that the text stands for, if it is a short code with its colons; otherwise the
    /// text.
    static func emoji(for text: String) -> String {
        guard let written = closed(atEndOf: text), written.length == text.count else { return text }
        return written.emoji
    }

    /// The short code at the end of a text, from colon to colon: its length, and its emoji. `nil`
    /// if there is none.
    static func closed(atEndOf text: String) -> (length: Int, emoji: String)? {
        guard text.last == ":" else { return nil }
        let code = text.dropLast().suffix(longest + 1).reversed().prefix { $0 != ":" }
        guard (2...longest).contains(code.count), code.allSatisfy(isOfCode), text.dropLast(code.count + 1).last == ":"
        else { return nil }
        return emoji(named: String(code.reversed())).map { (code.count + 2, $0) }
    }

    /// The beginning of a short code at the end of a text, without its colon; `nil` if the text
    /// does not end so. The colon must begin a word, so `10:30` has none.
    static func begun(atEndOf text: String) -> String? {
        let code = text.suffix(longestBegun + 1).reversed().prefix(while: isOfCode)
        guard (2...longestBegun).contains(code.count) else { return nil }
        let before = text.dropLast(code.count)
        guard before.last == ":", before.dropLast().last.map({ $0.isWhitespace || $0 == "(" }) ?? true else {
            return nil
        }
        return String(code.reversed())
    }

    /// The characters of a short code without its colons.
    static let longest = 40
    private static let longestBegun = 30

    private static func isOfCode(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_+-".contains(character))
    }

    /// The emoji with words that begin like those of a text, the best first.
    static func beginning(with text: String) -> [Entry] {
        let words = text.lowercased().split { $0 == "_" || $0.isWhitespace }.map(String.init)
        if words.isEmpty { return [] }
        let whole = words.joined(separator: "_")
        let found = all.compactMap { entry in rank(of: entry, words, whole).map { (entry, $0) } }
        // `sorted` keeps the order of equal elements.
        return found.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private static func rank(of entry: Entry, _ words: [String], _ whole: String) -> Double? {
        if entry.codes.contains(whole) || entry.code == whole { return 0 }
        // Emoji with codes of their own are meant more often, and so are short ones.
        if entry.code.hasPrefix(whole) { return (entry.codes.isEmpty ? 2 : 1) + Double(entry.code.count) / 100 }
        if entry.codes.contains(where: { $0.hasPrefix(whole) }) { return 3 }
        let has = words.allSatisfy { word in entry.words.contains { $0.hasPrefix(word) } }
        return has ? 4 : nil
    }
}
