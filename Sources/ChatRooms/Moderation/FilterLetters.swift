/// What the characters of a text look like to the operator's filter.
enum FilterLetters {
    /// Digits and signs that are written for letters.
    static let signs: [UInt32: UInt32] = {
        let letters: [Unicode.Scalar: Unicode.Scalar] = [
            "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i", "|": "i",
        ]
        return letters.reduce(into: [:]) { $0[$1.key.value] = folded($1.value.value) }
    }()

    /// What an exclamation mark is written for.
    static let exclamation: UInt32? = 0x69

    /// The letters of a scalar as a reader sees it: none for an invisible one, two for a ligature.
    ///
    /// - Parameter lowercaseFirst: whether to convert the letter to lower case before looking up
    ///   its look. The lower case of `В` (Cyrillic) is `в`, while `В` itself looks like a `B`.
    static func units(of scalar: Unicode.Scalar, lowercaseFirst: Bool, _ append: (UInt32) -> Void) {
        let value = scalar.value
        if value < 0x80 { return append(folded((0x41...0x5A).contains(value) ? value + 0x20 : value)) }
        if isInvisible(scalar) { return }
        let small = lowercaseFirst ? lowercase(scalar) : scalar
        if let look = looks[small.value] {
            for unit in look { append(unit) }
        } else if let plain = plain(small) {
            append(folded(plain))
        } else {
            append(lowercase(small).value)
        }
    }

    /// Whether ``units(of:lowercaseFirst:_:)`` is the same either way.
    static func looksTheSame(_ scalar: Unicode.Scalar) -> Bool {
        let small = lowercase(scalar)
        return small == scalar || looks[small.value] == looks[scalar.value] && plain(small) == plain(scalar)
    }

    /// Whether a scalar beyond ASCII belongs to a word.
    static func isWord(_ value: UInt32) -> Bool {
        switch Unicode.Scalar(value)?.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .spacingMark:
            true
        default: false
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isDefaultIgnorableCodePoint { return true }
        switch scalar.properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        // The mapping is a new string: most letters need none.
        guard scalar.properties.changesWhenLowercased else { return scalar }
        return scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }

    /// `i`, `l` are one letter: so are the signs that are written for either.
    private static func folded(_ value: UInt32) -> UInt32 { value == 0x6C ? 0x69 : value }

    /// Letters of full width, in another style, and with an accent.
    private static func plain(_ scalar: Unicode.Scalar) -> UInt32? {
        if (0xFF01...0xFF5E).contains(scalar.value) {
            let ascii = scalar.value - 0xFF01 + 0x21
            return (0x41...0x5A).contains(ascii) ? ascii + 0x20 : ascii
        }
        return StyledLetters.plain(scalar)?.value ?? accented[scalar.value]
    }

    /// What looks like one or two ASCII letters or digits.
    private static let looks: [UInt32: [UInt32]] = {
        var table: [UInt32: [UInt32]] = [:]
        for line in confusableTable.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let look = fields.first else { continue }
            let units = look.lowercased().unicodeScalars.map { folded($0.value) }
            for field in fields.dropFirst() {
                if let value = UInt32(field, radix: 16), value > 0x7F { table[value] = units }
            }
        }
        return table
    }()

    /// Latin letters with accents, by their names in Unicode: `LATIN SMALL LETTER E WITH ACUTE`.
    private static let accented: [UInt32: UInt32] = {
        var table: [UInt32: UInt32] = [:]
        for range in [0xC0...0x24F, 0x1E00...0x1EFF] as [ClosedRange<UInt32>] {
            for value in range {
                guard let name = Unicode.Scalar(value)?.properties.name, name.hasPrefix("LATIN ") else { continue }
                let words = name.split(separator: " ")
                guard words.count > 5, words[2] == "LETTER", words[4] == "WITH", words[3].utf8.count == 1,
                    let letter = words[3].unicodeScalars.first
                else { continue }
                table[value] = letter.value + 0x20
            }
        }
        return table
    }()
}
