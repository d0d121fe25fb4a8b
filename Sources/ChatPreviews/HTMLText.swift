import ChatWire

/// Decodes the text of an HTML page: UTF-8, or windows-1252, which older Western pages use,
/// and character references.
struct HTMLText: Sendable {
    private let isWestern: Bool

    /// - Parameters:
    ///   - contentType: the header of the answer, in lower case
    ///   - page: its `meta` counts if the header names no encoding
    init(contentType: String, page: [UInt8]) {
        let head = String(decoding: page.prefix(1_024), as: UTF8.self).lowercased()
        let named = [contentType, head].lazy.compactMap { text in
            text.firstRange(of: "charset=").map { text[$0.upperBound...].prefix(20) }
        }.first
        let name = named?.drop { "\"' ".contains($0) } ?? ""
        isWestern = ["iso-8859-1", "iso-8859-15", "windows-1252", "latin1"].contains { name.hasPrefix($0) }
    }

    /// The first ``ChatWire/Limits/previewTextBytes`` bytes as a text on one line, without
    /// characters that can't be shown. Decoding a whole page of references would take seconds.
    func read(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = bytes.prefix(Limits.previewTextBytes)
        let text = isWestern ? Self.western(bytes) : String(decoding: Array(bytes), as: UTF8.self)
        return Self.line(Self.unreferenced(text))
    }

    /// windows-1252, which HTML reads wherever ISO 8859-1 is named (WHATWG Encoding).
    private static func western(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let scalar = (0x80..<0xA0).contains(byte) ? western[Int(byte) - 0x80] : Unicode.Scalar(byte)
            text.append(scalar)
        }
        return String(text)
    }

    private static let western = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// The text with its character references replaced; unknown ones stay. Works on Unicode
    /// scalars: a combining mark after a reference would join with its semicolon into one
    /// character.
    private static func unreferenced(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let sign = rest.firstIndex(of: "&") {
            result.append(contentsOf: rest[..<sign])
            rest = rest[sign...]
            let name = rest.dropFirst().prefix(10).prefix { $0 != ";" && $0 != "&" }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let character = character(Substring(name)) {
                result.append(character)
                rest = rest[name.endIndex...].dropFirst()
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        result.append(contentsOf: rest)
        return String(result)
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        guard name.first == "#" else { return named[String(name)] }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { Unicode.Scalar($0) }
    }

    /// The named references that titles use in practice.
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
        "middot": "·", "bull": "•", "copy": "©", "reg": "®", "trade": "™", "euro": "€", "auml": "ä", "ouml": "ö",
        "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à",
    ]

    /// White space becomes single spaces. Control and format characters are left out, because some
    /// would turn the direction of the text beside them. Combining marks are left out if they would
    /// cover the lines above and below.
    private static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var run = CombiningRun()
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if scalars.last != " ", !scalars.isEmpty { scalars.append(" ") }
            } else if isShown(scalar), run.accepts(scalar) {
                scalars.append(scalar)
            }
        }
        if scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .surrogate: false
        // The joiner of emoji.
        case .format: scalar == "\u{200D}"
        default: true
        }
    }
}
