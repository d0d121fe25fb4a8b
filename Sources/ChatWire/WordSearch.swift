/// A search by words, of the directory or of a room's messages. Each of its words must begin a word
/// of what is found, in upper or lower case and with or without the marks of Latin letters: `lea te`
/// finds "Tea leaves", and `cafe` "Café".
///
/// Its work is linear in the length of the texts: a word is compared only where a word of the text
/// begins, and no further than that word.
public struct WordSearch: Hashable, Sendable {
    /// In lower case, without marks; at most ``ChatWire/Limits/searchWords``. An empty list matches everything.
    private let words: [[Unicode.Scalar]]

    /// - Parameter text: at most ``ChatWire/Limits/searchBytes`` of it count
    public init(_ text: String = "") {
        let text = String(decoding: text.utf8.prefix(Limits.searchBytes), as: UTF8.self)
        words = WordSearch.words(of: text).prefix(Limits.searchWords).map { Array($0) }
    }

    /// Whether it has no words. Then it matches everything.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether a search with this text has a word.
    static func hasWord(in text: String) -> Bool { text.unicodeScalars.contains { $0.isInWord && !$0.isMark } }

    /// Whether each word begins a word of the room's name, title or topic.
    ///
    /// - Parameter settings: `nil` for a room that has none; then only its name is searched
    public func matches(_ room: RoomName, _ settings: RoomSettings?) -> Bool {
        matches([room.text, settings?.title ?? "", settings?.topic ?? ""])
    }

    /// Whether each word begins a word of the message's text or of its file's name. Only messages
    /// match, as they stand: what is deleted does not.
    public func matches(_ event: Event) -> Bool {
        guard case .message(let message) = event.content else { return false }
        return matches([message.text, message.attachment?.name ?? ""])
    }

    private func matches(_ texts: [String]) -> Bool {
        if words.isEmpty { return true }
        let found = texts.flatMap { WordSearch.words(of: $0) }
        return words.allSatisfy { word in found.contains { $0.starts(with: word) } }
    }

    /// The words of a text in lower case, without marks. Characters of scripts without spaces each begin a word,
    /// which goes on to the end of their run.
    private static func words(of text: String) -> [ArraySlice<Unicode.Scalar>] {
        let scalars = text.lowercased().unicodeScalars.compactMap { $0.isMark ? nil : $0.withoutMark }
        var words: [ArraySlice<Unicode.Scalar>] = []
        var start: Int?
        for (index, scalar) in scalars.enumerated() {
            if scalar.isInWord {
                start = start ?? index
            } else if let begun = start {
                words += beginnings(of: scalars[begun..<index])
                start = nil
            }
        }
        if let begun = start { words += beginnings(of: scalars[begun...]) }
        return words
    }

    private static func beginnings(of run: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
        run.indices.filter { $0 == run.startIndex || run[$0].hasNoSpaces }.map { run[$0...] }
    }
}

extension Unicode.Scalar {
    fileprivate var isInWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .otherSymbol:
            true
        default: false
        }
    }

    /// Whether it is a mark of the letter before it: so are accents in a decomposed text.
    fileprivate var isMark: Bool { 0x300...0x36F ~= value }

    /// A small Latin letter without its mark: e for “é”.
    fileprivate var withoutMark: Unicode.Scalar { value < 0xDF ? self : plainLetters[self] ?? self }

    /// Chinese, Japanese, Korean, Thai, Lao, Burmese, Khmer.
    fileprivate var hasNoSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xFFDC, 0x20000...0x3FFFF: true
        default: false
        }
    }
}

/// The small Latin letters with a mark, each with the letter that its name in Unicode begins with:
/// LATIN SMALL LETTER E WITH ACUTE.
private let plainLetters: [Unicode.Scalar: Unicode.Scalar] = {
    var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
    let beginning = "LATIN SMALL LETTER "
    for block in [0xDF...0x24F, 0x1E00...0x1EFF] {
        for scalar in block.compactMap({ Unicode.Scalar($0) }) {
            guard let name = scalar.properties.name, name.hasPrefix(beginning) else { continue }
            let letter = name.dropFirst(beginning.count)
            guard letter.dropFirst().hasPrefix(" WITH "), let capital = letter.unicodeScalars.first else { continue }
            letters[scalar] = capital.properties.lowercaseMapping.unicodeScalars.first
        }
    }
    return letters
}()
