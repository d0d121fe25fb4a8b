/// What a name looks like: two names that share a look can be taken for one another.
///
/// Most names have one look. `paypal`, `PayPal` and `раураl` (Cyrillic) share one because letters
/// that look alike are made the same after lower-casing; `paypaI` (a capital i) and `paypal`
/// because they are made the same before it. A capital i is read as an i, too, in front of letters
/// that are alike in capitals only: `ΝINA` (a Greek capital n) and `Nina`. Signs do not count:
/// `pay-pal`, `(paypal)` and `👑paypal` look like `paypal`. Digits and signs between letters count
/// as letters, too: `p4ypal` has a look of its own and that of `paypal`. At the end of a name a
/// digit tells names apart: `ann1` and `ann2`.
///
/// The skeleton is that of UTS 39 section 4, cut down to what can be taken for ASCII; composed and
/// decomposed forms are equal because Swift compares strings by canonical equivalence.
///
/// It takes some microseconds to work out: before a lock that others wait for, not under it.
public struct ConfusableSkeleton: Hashable, Sendable {
    /// The name as it was given.
    public let name: String
    /// The name's looks, for comparison only: they are not names.
    public let looks: Set<String>

    /// Works out what a name looks like.
    public init(of name: String) {
        self.name = name
        looks = ConfusableSkeleton.looks(of: name, spelled: .betweenLetters)
    }

    /// Where digits and signs are read as letters.
    enum Spelled {
        /// Where letters stand on both sides: in `w4rden`, not in `ann4`.
        case betweenLetters
        case everywhere
    }

    /// The looks of a name: with digits as they are, and with those that are written for letters as
    /// letters.
    static func looks(of name: String, spelled: Spelled) -> Set<String> {
        var looks: Set<String> = []
        let lowered = name.lowercased()
        func add(_ text: String, capitalI: Unicode.Scalar = "l") {
            let plain = LetterLooks(of: text, keepingSigns: false, capitalI: capitalI)
            plain.addReadings(spelled, to: &looks)
            if plain.hasSigns {
                LetterLooks(of: text, keepingSigns: true, capitalI: capitalI).addReadings(spelled, to: &looks)
            }
        }
        add(lowered)
        if lowered != name { add(name) }
        // Of ASCII letters alone it says the same as in lower case.
        if name.unicodeScalars.contains(where: \.isCapitalI) { add(name, capitalI: "i") }
        looks.remove("")
        // Nothing but signs: then these are the name.
        return looks.isEmpty ? [lowered.filter { !$0.isWhitespace }] : looks
    }
}

/// A name whose letters were replaced by the ASCII letters that they look like. Digits are as they
/// are.
private struct LetterLooks {
    private var scalars: [Unicode.Scalar] = []
    /// Whether the name has signs that look like letters: `@`, `∨`, `🄰`. They may be letters of the
    /// name, or decorate it.
    private(set) var hasSigns = false

    /// - Parameters:
    ///   - keepingSigns: whether signs that look like letters are letters; otherwise they are left
    ///     out, as all other signs are
    ///   - capitalI: what a capital i is read as: an i, or the l that it looks like
    init(of text: String, keepingSigns: Bool, capitalI: Unicode.Scalar) {
        // A mark goes with what it stands on.
        var isOnSign = false
        for scalar in text.unicodeScalars {
            if scalar.isASCIILetterOrDigit {
                // A sign tells numbers apart: 1-12 is not 11-2.
                if isOnSign, scalar.isDigit, scalars.last?.isDigit == true { scalars.append("-") }
                scalars.append(scalar == "I" ? capitalI : scalar)
                isOnSign = false
            } else if scalar == " " || !scalar.isASCII && scalar.properties.isWhitespace {
                continue
            } else if !scalar.isASCII, scalar.properties.isMark {
                if !isOnSign { add(mark: scalar) }
            } else {
                isOnSign = scalar.isSign
                let look = LetterLooks.letters(scalar)
                if isOnSign, look != nil { hasSigns = true }
                if isOnSign, look == nil || !keepingSigns { continue }
                if scalar.isCapitalI {
                    scalars.append(capitalI)
                } else if let look {
                    scalars += look.unicodeScalars
                } else {
                    scalars.append(scalar)
                }
            }
        }
    }

    private mutating func add(mark: Unicode.Scalar) {
        // U+0307 adds a dot to the letter before it. An i and a j have one already, so it
        // changes nothing that people see. (A capital i looks like an l.)
        if mark.value == 0x307, let last = scalars.last, "ijl".unicodeScalars.contains(last) { return }
        // Nor do lines through and around a letter make another letter of it.
        if mark.properties.canonicalCombiningClass == .overlay || mark.properties.generalCategory == .enclosingMark {
            return
        }
        scalars.append(mark)
    }

    /// Adds what the name says: with its digits, and with letters in place of those that are
    /// written for them.
    func addReadings(_ spelled: ConfusableSkeleton.Spelled, to looks: inout Set<String>) {
        let runs = spelledRuns(spelled)
        looks.insert(reading([], one: "l"))
        if runs.isEmpty { return }
        for one in ["i", "l"] as [Unicode.Scalar] { looks.insert(reading(runs, one: one)) }
    }

    /// Where digits and signs are written for letters.
    private func spelledRuns(_ spelled: ConfusableSkeleton.Spelled) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var index = 0
        while let start = scalars[index...].firstIndex(where: LetterLooks.isDigitOrSign) {
            let end = scalars[start...].firstIndex { !LetterLooks.isDigitOrSign($0) } ?? scalars.count
            let isSpelled =
                switch spelled {
                case .everywhere: true
                // `r2d2` spells nothing.
                case .betweenLetters:
                    start > 0 && end < scalars.count
                        && scalars[start..<end].allSatisfy { LetterLooks.spelledLetter($0) != nil }
                }
            if isSpelled { runs.append(start..<end) }
            index = end
        }
        return runs
    }

    /// - Parameters:
    ///   - runs: of ``spelledRuns(_:)``
    ///   - one: the letter that a 1 is written for
    private func reading(_ runs: [Range<Int>], one: Unicode.Scalar) -> String {
        var text = ""
        for (index, scalar) in scalars.enumerated() {
            if let letter = LetterLooks.spelledLetter(scalar), runs.contains(where: { $0.contains(index) }) {
                LetterLooks.append(letter == "i" ? one : letter, to: &text)
            } else {
                LetterLooks.append(scalar, to: &text)
            }
        }
        return text
    }

    /// Adds a scalar in lower case. Signs that are not written for letters are left out.
    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "m", "M": text += "rn"
        case "w", "W": text += "vv"
        case "0": text += "o"
        case "1": text += "l"
        case "@", "$", "!": break
        case "A"..."Z": text.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
        default:
            if !scalar.isASCII, scalar.properties.changesWhenLowercased {
                text += scalar.properties.lowercaseMapping
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isDigitOrSign(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isDigit || spelledLetter(scalar) != nil
    }

    /// The letter that a digit or a sign is written for. What stands for an i may stand for an l.
    private static func spelledLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "0": "o"
        case "1", "!": "i"
        case "3": "e"
        case "4", "@": "a"
        case "5", "$": "s"
        case "7": "t"
        default: nil
        }
    }

    /// The ASCII letters that a scalar looks like, or itself if it is a digit or sign that may be
    /// written for one; `nil` for everything else.
    private static func letters(_ scalar: Unicode.Scalar) -> String? {
        if let look = lookalikes[scalar] { return look }
        guard let plain = fullWidthToASCII(scalar) ?? StyledLetters.plain(scalar) else {
            return scalar.isASCII && isDigitOrSign(scalar) ? String(scalar) : nil
        }
        return lookalikes[plain] ?? (plain.isSign && !isDigitOrSign(plain) ? nil : String(plain))
    }

    /// U+FF01…U+FF5E stand for `!`…`~`.
    private static func fullWidthToASCII(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return nil }
        return Unicode.Scalar(scalar.value - 0xFF01 + 0x21)
    }

    fileprivate static let lookalikes: [Unicode.Scalar: String] = {
        // Beside UTS 39: letters that it keeps apart, although they are taken for one another in
        // most fonts.
        var table: [Unicode.Scalar: String] = [
            "I": "l", "|": "l", "п": "n", "η": "n", "к": "k", "κ": "k", "м": "m", "и": "u", "ш": "w", "ω": "w",
        ]
        for line in confusableTable.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let look = fields.first else { continue }
            for field in fields.dropFirst() {
                guard let value = UInt32(field, radix: 16), let scalar = Unicode.Scalar(value) else { continue }
                table[scalar] = String(look)
            }
        }
        return table
    }()
}

extension Unicode.Scalar.Properties {
    var isMark: Bool {
        switch generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    /// Whether it is a capital i, or looks like one. U+2160 is a number, and U+A4F2 a letter of
    /// Lisu, whose letters look like capitals and have no case.
    fileprivate var isCapitalI: Bool {
        if isASCII { return self == "I" }
        return LetterLooks.lookalikes[self] == "l"
            && (properties.generalCategory == .uppercaseLetter || [0x2160, 0xA4F2].contains(value))
    }

    /// Whether it is neither a letter nor a digit nor a mark: punctuation, a symbol, an emoji, or
    /// nothing to see.
    fileprivate var isSign: Bool {
        if isASCII { return !isASCIILetterOrDigit }
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
            .control, .format:
            return true
        // Apostrophes and other signs that Unicode counts as letters.
        case .modifierLetter: return (0x2B9...0x2DF).contains(value) || [0x2EC, 0x2EE, 0x640, 0xA78C].contains(value)
        default: return properties.isDefaultIgnorableCodePoint
        }
    }
}
