/// A text as the operator's filter reads it, in each spelling that a reader could see in it.
///
/// A spelling is a sequence of words with a space between them and at both ends. Letters are lower
/// case and without accents; letters that look like a Latin one are that one, and `i`, `l` are the
/// same. Invisible characters and combining marks are left out. The spellings:
///
/// - words as they are written, with any other character between them;
/// - the same with signs and digits for letters (`v1agra`, `c@sino`), except in numbers;
/// - what stands between two spaces as one word (`ca.si-no`), and single letters in a row as one
///   word (`c a s i n o`);
/// - each of these with letters that are repeated three times or more once and twice (`casiiino`);
/// - addresses: words with the dots within them.
///
/// Other spaces within a word (`cas ino`) are not looked through: each pair of words would be
/// another word.
struct FilterText {
    static let space: UInt32 = 0x20
    static let dot: UInt32 = 0x2E

    private enum Unit {
        /// `sign`: the letter that it is written for; `nil` for a letter.
        case character(UInt32, sign: UInt32?)
        /// A sign that is no part of a word, unless it is written for a letter.
        case mark(UInt32, sign: UInt32?)
        case space
    }

    private enum Reading { case plain, signs, joined }

    /// Two readings if the look of a letter depends on whether it is converted to lower case first;
    /// otherwise one.
    private let readings: [[Unit]]

    init(_ text: String) {
        var small: [Unit] = []
        var large: [Unit] = []
        var differ = false
        small.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            let begin = small.count
            FilterLetters.units(of: scalar, lowercaseFirst: true) { small.append(Self.unit($0)) }
            if !differ, scalar.value > 0x7F, !FilterLetters.looksTheSame(scalar) {
                large = Array(small[..<begin])
                differ = true
            }
            if differ { FilterLetters.units(of: scalar, lowercaseFirst: false) { large.append(Self.unit($0)) } }
        }
        readings = differ ? [small, large] : [small]
    }

    /// Whether `matches` accepts a spelling of a text that is checked. The spellings are made one
    /// after the other, as long as none is accepted.
    func hasSpelling(_ matches: ([UInt32]) -> Bool) -> Bool {
        readings.contains { units in
            let plain = Self.words(units, .plain)
            if Self.hasForm(of: plain, matches) { return true }
            var last = plain
            if Self.hasSigns(units) {
                last = Self.words(units, .signs)
                if Self.hasForm(of: last, matches) { return true }
            }
            let joined = Self.words(units, .joined)
            if joined != last, Self.hasForm(of: joined, matches) { return true }
            return Self.hasDots(units) && matches(Self.address(units))
        }
    }

    /// Whether `matches` accepts the spelling, or one with its repeated letters shortened.
    private static func hasForm(of spelling: [UInt32], _ matches: ([UInt32]) -> Bool) -> Bool {
        if matches(spelling) { return true }
        guard hasLongRun(spelling) else { return false }
        return matches(shortened(spelling, to: 1)) || matches(shortened(spelling, to: 2))
    }

    /// The spellings of an entry of the list: as it is written.
    var entrySpellings: [[UInt32]] { readings.map { Self.words($0, .plain) } }

    /// The spellings of an address in the list.
    var linkSpellings: [[UInt32]] { readings.map(Self.address) }

    private static func unit(_ value: UInt32) -> Unit {
        switch value {
        case _ where Unicode.Scalar(value)?.isWhiteSpace == true: .space
        case 0x30...0x39: .character(value, sign: FilterLetters.signs[value])
        case 0x61...0x7A: .character(value, sign: nil)
        case 0..<0x80: .mark(value, sign: FilterLetters.signs[value])
        // The ideographic full stops separate the parts of a name, too.
        case 0x3002, 0xFF61: .mark(dot, sign: nil)
        default: FilterLetters.isWord(value) ? .character(value, sign: nil) : .mark(value, sign: nil)
        }
    }
}

// Spellings.
extension FilterText {
    private static func hasSigns(_ units: [Unit]) -> Bool {
        units.contains { unit in
            switch unit {
            case .character(_, .some), .mark(_, .some): true
            default: false
            }
        }
    }

    private static func words(_ units: [Unit], _ reading: Reading) -> [UInt32] {
        var spelling: [UInt32] = [space]
        spelling.reserveCapacity(units.count + 2)
        var begin = 0
        // Whether the last word is a single letter, or such letters joined.
        var isSingle = false
        while begin < units.count {
            let end = units[begin...].firstIndex { if case .space = $0 { true } else { false } } ?? units.count
            let chunk = units[begin..<end]
            begin = end + 1
            if chunk.isEmpty { continue }
            let start = spelling.count
            append(chunk, reading, to: &spelling)
            let length = spelling.count - start
            // One letter and the space behind it.
            if reading == .joined, length == 2 {
                if isSingle { spelling.remove(at: start - 1) }
                isSingle = true
            } else if length > 0 {
                isSingle = false
            }
        }
        return spelling
    }

    /// Appends the words of what stands between two spaces, each with a space behind it.
    private static func append(_ chunk: ArraySlice<Unit>, _ reading: Reading, to spelling: inout [UInt32]) {
        let readsSigns = reading != .plain && !isNumber(chunk)
        // An exclamation mark behind a word is no letter of it.
        let end = chunk.lastIndex { if case .mark(_, FilterLetters.exclamation) = $0 { false } else { true } }
        let start = spelling.count
        for (position, unit) in zip(chunk.indices, chunk) {
            switch unit {
            case .character(let value, let sign): spelling.append(readsSigns ? sign ?? value : value)
            case .mark(_, let sign?) where readsSigns && position <= end ?? -1: spelling.append(sign)
            case .mark, .space:
                if reading != .joined, spelling.last != space { spelling.append(space) }
            }
        }
        if spelling.count > start, spelling.last != space { spelling.append(space) }
    }

    /// Whether it has digits and no letters: then they are no letters either.
    private static func isNumber(_ chunk: ArraySlice<Unit>) -> Bool {
        var hasDigit = false
        for case .character(_, let sign) in chunk {
            if sign == nil { return false }
            hasDigit = true
        }
        return hasDigit
    }

    private static func hasLongRun(_ spelling: [UInt32]) -> Bool {
        var run = 0
        var last: UInt32 = 0
        for unit in spelling {
            run = unit == last ? run + 1 : 1
            last = unit
            if run > 2 { return true }
        }
        return false
    }

    /// With letters that are repeated three times or more so often.
    private static func shortened(_ spelling: [UInt32], to count: Int) -> [UInt32] {
        var short: [UInt32] = []
        short.reserveCapacity(spelling.count)
        var begin = 0
        while begin < spelling.count {
            let unit = spelling[begin]
            var end = begin + 1
            while end < spelling.count, spelling[end] == unit { end += 1 }
            let run = end - begin
            short += repeatElement(unit, count: run > 2 ? count : run)
            begin = end
        }
        return short
    }
}

// Addresses.
extension FilterText {
    private static func hasDots(_ units: [Unit]) -> Bool {
        units.contains { if case .mark(dot, _) = $0 { true } else { false } }
    }

    /// Words and the dots between them, also such as in `example[.]com`. Everything else ends a
    /// part.
    private static func address(_ units: [Unit]) -> [UInt32] {
        var spelling: [UInt32] = [space]
        spelling.reserveCapacity(units.count + 2)
        // What stands between the last word and the next.
        var hasDot = false
        var isOther = false
        for unit in units {
            switch unit {
            case .space: isOther = true
            case .mark(dot, _): hasDot = true
            case .mark(0x2D, _): flush(&spelling, &hasDot, &isOther, then: 0x2D)
            case .mark(let mark, _): isOther = isOther || !isBracket(mark)
            case .character(let value, _): flush(&spelling, &hasDot, &isOther, then: value)
            }
        }
        if spelling.last != space { spelling.append(space) }
        return spelling
    }

    private static func flush(
        _ spelling: inout [UInt32], _ hasDot: inout Bool, _ isOther: inout Bool, then unit: UInt32
    ) {
        if isOther {
            if spelling.last != space { spelling.append(space) }
        } else if hasDot, spelling.last != space {
            spelling.append(dot)
        }
        hasDot = false
        isOther = false
        spelling.append(unit)
    }

    private static func isBracket(_ mark: UInt32) -> Bool {
        switch mark {
        case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: true
        default: false
        }
    }
}
