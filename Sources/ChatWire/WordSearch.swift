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

    /// A search looks at many texts that match nothing, so this reads each once, and keeps no more of it
    /// than one run of letters.
    private func matches(_ texts: [String]) -> Bool {
        var missing = words
        var run: [Unicode.Scalar] = []
        for text in texts where !missing.isEmpty {
            for scalar in text.unicodeScalars {
                if scalar.value < 0x80 {
                    if let letter = scalar.asciiLetter { run.append(letter) } else { WordSearch.end(&run, &missing) }
                    continue
                }
                for scalar in scalar.properties.lowercaseMapping.unicodeScalars where !scalar.isMark {
                    if scalar.isInWord { run.append(scalar.withoutMark) } else { WordSearch.end(&run, &missing) }
                }
            }
            WordSearch.end(&run, &missing)
        }
        return missing.isEmpty
    }

    /// Ends a run of letters, and takes away those words that begin one of its words.
    private static func end(_ run: inout [Unicode.Scalar], _ missing: inout [[Unicode.Scalar]]) {
        guard !run.isEmpty else { return }
        missing.removeAll { word in
            for start in run.indices where start == 0 || run[start].hasNoSpaces {
                if run[start...].starts(with: word) { return true }
            }
            return false
        }
        run.removeAll(keepingCapacity: true)
    }

    /// Where a text has what the search looks for: the beginnings of its words that match, of whole
    /// characters. They are in order, and do not overlap.
    public func places(in text: String) -> [Range<String.Index>] {
        let scalars = text.unicodeScalars
        var (folded, origins): ([Unicode.Scalar], [String.Index]) = ([], [])
        for index in scalars.indices {
            // As `lowercased()` does, but it is known which letter became which.
            for scalar in scalars[index].properties.lowercaseMapping.unicodeScalars where !scalar.isMark {
                folded.append(scalar.withoutMark)
                origins.append(index)
            }
        }
        var places: [Range<String.Index>] = []
        for found in WordSearch.words(in: folded) {
            guard let length = words.filter({ found.starts(with: $0) }).map({ $0.count }).max() else { continue }
            let start = text.character(at: origins[found.startIndex]).lowerBound
            let end = text.character(at: origins[found.startIndex + length - 1]).upperBound
            if let last = places.last, start <= last.upperBound {
                places[places.count - 1] = last.lowerBound..<max(end, last.upperBound)
            } else {
                places.append(start..<end)
            }
        }
        return places
    }

    /// The words of a text in lower case, without marks.
    private static func words(of text: String) -> [ArraySlice<Unicode.Scalar>] {
        words(in: text.lowercased().unicodeScalars.compactMap { $0.isMark ? nil : $0.withoutMark })
    }

    /// The words of a folded text. Characters of scripts without spaces each begin a word, which goes on to
    /// the end of their run.
    private static func words(in scalars: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
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

extension String {
    /// The character that a scalar belongs to.
    fileprivate func character(at scalar: Index) -> Range<Index> {
        let end = index(after: scalar)
        return index(before: end)..<end
    }
}

extension Unicode.Scalar {
    /// A letter or digit of ASCII, in lower case.
    fileprivate var asciiLetter: Unicode.Scalar? {
        switch value {
        case 0x30...0x39, 0x61...0x7A: self
        case 0x41...0x5A: Unicode.Scalar(value | 0x20)
        default: nil
        }
    }

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
    fileprivate var withoutMark: Unicode.Scalar {
        switch value {
        case 0xDF...0x24F: plainLetters.letter(at: value - 0xDF) ?? self
        case 0x1E00...0x1EFF: plainLetters.letter(at: value - 0x1E00 + 369) ?? self
        default: self
        }
    }

    /// Chinese, Japanese, Korean, Thai, Lao, Burmese, Khmer.
    fileprivate var hasNoSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xFFDC, 0x20000...0x3FFFF: true
        default: false
        }
    }
}

/// For each scalar of U+00DF…U+024F and U+1E00…U+1EFF: if it is a small Latin letter with a mark, the
/// letter that its name in Unicode begins with (LATIN SMALL LETTER E WITH ACUTE), and otherwise “-”.
private let plainLetters: StaticString = """
    -aaaaaa-ceeeeiiii-nooooo-ouuuuy-y-a-a-a-c-c-c-c-d-d-e-e-e-e-e-g-g-g-g-h-h-i-i-i-i-----j-k--l-l-l\
    -l-l-n-n-n----o-o-o---r-r-r-s-s-s-s-t-t-t-u-u-u-u-u-u-w-y--z-z-z-b--b----c---d-----f------kl---n\
    --o---p-----t-t--u---y-z-----------------------a-i-o-u-u-u-u-u--a-a---g-g-k-o-o--j----g---n-a---\
    o-a-a-e-e-i-i-o-o-r-r-u-u-s-t---h-d---z-a-e-o-o-o-o-ylnt-----c--sz------e-j-q-r-y-a-b-b-b-c-d-d-\
    d-d-d-e-e-e-e-e-f-g-h-h-h-h-h-i-i-k-k-k-l-l-l-l-m-m-m-n-n-n-n-o-o-o-o-p-p-r-r-r-r-s-s-s-s-s-t-t-\
    t-t-u-u-u-u-u-v-v-w-w-w-w-w-x-x-y-z-z-zhtwya------a-a-a-a-a-a-a-a-a-a-a-a-e-e-e-e-e-e-e-e-i-i-o-\
    o-o-o-o-o-o-o-o-o-o-o-u-u-u-u-u-u-u-y-y-y-y-----y
    """

extension StaticString {
    fileprivate func letter(at place: UInt32) -> Unicode.Scalar? {
        let byte = utf8Start[Int(place)]
        return byte == UInt8(ascii: "-") ? nil : Unicode.Scalar(byte)
    }
}
