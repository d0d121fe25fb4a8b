/// A search by words: of the directory, of a room's messages, and of each list of rooms or people
/// that a client shows. Each of its words must begin a word of what is found, in upper or lower
/// case and with or without the marks of Latin letters: `lea te` finds "Tea leaves", and `cafe`
/// "Café".
///
/// Its work is linear in the length of the texts: a word is compared only where a word of the text
/// begins, and no further than that word.
public struct WordSearch: Hashable, Sendable {
    /// In lower case, without marks; at most ``ChatWire/Limits/searchWords``. An empty list matches
    /// everything. Of a run in a script without spaces it has the longest word: where that is
    /// found, so are the words that begin later in the run.
    private let words: [[Unicode.Scalar]]

    /// - Parameter text: at most ``ChatWire/Limits/searchBytes`` of it count
    public init(_ text: String = "") {
        // Most lists are shown without a search, and the page loads later what only a search needs.
        if text.isEmpty {
            words = []
            return
        }
        let text = String(decoding: text.utf8.prefix(Limits.searchBytes), as: UTF8.self)
        words = WordSearch.words(of: text)
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

    /// Whether each word begins a word of one of the texts.
    public func matches(_ texts: [String]) -> Bool {
        var missing = words
        for text in texts where !missing.isEmpty {
            WordSearch.forEachRun(of: text) { run, _ in
                missing.removeAll { word in WordSearch.beginnings(of: run).contains { run[$0...].starts(with: word) } }
            }
        }
        return missing.isEmpty
    }

    /// Where a text has what the search looks for: the beginnings of its words that match, of whole
    /// characters. They are in order, and do not overlap.
    public func places(in text: String) -> [Range<String.Index>] {
        var places: [Range<String.Index>] = []
        WordSearch.forEachRun(of: text) { run, origins in
            for begin in WordSearch.beginnings(of: run) {
                let found = words.filter { run[begin...].starts(with: $0) }
                guard let length = found.map({ $0.count }).max() else { continue }
                let start = text.character(at: origins[begin]).lowerBound
                let end = text.character(at: origins[begin + length - 1]).upperBound
                if let last = places.last, start <= last.upperBound {
                    places[places.count - 1] = last.lowerBound..<max(end, last.upperBound)
                } else {
                    places.append(start..<end)
                }
            }
        }
        return places
    }

    /// The words of a search in lower case, without marks. Those that begin within a run count
    /// towards ``ChatWire/Limits/searchWords``, too.
    private static func words(of text: String) -> [[Unicode.Scalar]] {
        var (words, count): ([[Unicode.Scalar]], Int) = ([], 0)
        forEachRun(of: text) { run, _ in
            if count < Limits.searchWords { words.append(run) }
            for _ in beginnings(of: run) { count += 1 }
        }
        return words
    }

    /// Calls `body` with each run of letters and digits of a text, in lower case and without marks,
    /// and with the places of the scalars that they came from. Only one run is held at a time: most
    /// texts that a search looks at match nothing.
    private static func forEachRun(
        of text: String, _ body: (_ run: [Unicode.Scalar], _ origins: [String.Index]) -> Void
    ) {
        var (run, origins): ([Unicode.Scalar], [String.Index]) = ([], [])
        func take(_ letter: Unicode.Scalar?, _ index: String.Index) {
            if let letter {
                run.append(letter)
                origins.append(index)
            } else if !run.isEmpty {
                body(run, origins)
                run.removeAll(keepingCapacity: true)
                origins.removeAll(keepingCapacity: true)
            }
        }
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            if scalar.isASCII {
                take(scalar.asciiLetter, index)
            } else if scalar.isCommonLetterWithoutCase {
                take(scalar, index)
            } else {
                // As `lowercased()` does, but it is known which letter became which.
                for lower in scalar.properties.lowercaseMapping.unicodeScalars where !lower.isMark {
                    take(lower.isInWord ? lower.withoutMark : nil, index)
                }
            }
        }
        take(nil, scalars.endIndex)
    }

    /// Where the words of a run begin. Characters of scripts without spaces each begin a word,
    /// which goes on to the end of the run.
    private static func beginnings(of run: [Unicode.Scalar]) -> LazyFilterSequence<Range<Int>> {
        run.indices.lazy.filter { $0 == 0 || run[$0].hasNoSpaces }
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
    var isMark: Bool { 0x300...0x36F ~= value }

    /// A small Latin letter without its mark: e for “é”.
    var withoutMark: Unicode.Scalar {
        switch value {
        case 0xDF...0x24F: plainLetters.letter(at: value - 0xDF) ?? self
        case 0x1E00...0x1EFF: plainLetters.letter(at: value - 0x1E00 + 369) ?? self
        default: self
        }
    }

    /// The letters of most Chinese, Japanese and Korean texts: they have no case and no mark, so
    /// Unicode's tables need not be asked about them.
    fileprivate var isCommonLetterWithoutCase: Bool {
        switch value {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFC, 0xAC00...0xD7A3: true
        default: false
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

/// For each scalar of U+00DF…U+024F and U+1E00…U+1EFF: if it is a small Latin letter with a mark,
/// the letter that its name in Unicode begins with (LATIN SMALL LETTER E WITH ACUTE), and otherwise
/// “-”.
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
