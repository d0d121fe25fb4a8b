/// The rule for texts: 1 to ``Limits/textBytes`` bytes of UTF-8 with something to see, no control
/// characters except tab, line feed and carriage return, and at most ``Limits/combiningRun``
/// consecutive combining marks.
///
/// Nothing is changed or normalised: an accepted text is stored and delivered as it came.
public enum TextRule {
    /// Why `text` is not allowed, or `nil`.
    public static func check(_ text: String) -> WireError? {
        var text = text  // `withUTF8` wants a variable; a native string is not copied
        let count = text.utf8.count
        if count == 0 { return WireError(.textEmpty, "The text is empty. Write something.") }
        if count > Limits.textBytes {
            return WireError(
                .textTooLong,
                "The text has \(count) bytes; the maximum is \(Limits.textBytes). Shorten it, or send it in parts.")
        }
        if let error = text.withUTF8({ isPlain(Bytes($0)) }) ? nil : checkScalars(text) { return error }
        return isBlank(text) ? WireError(.textEmpty, "The text has no visible character. Write something.") : nil
    }

    /// Whether nothing of the text can be seen.
    package static func isBlank(_ text: String) -> Bool { !text.unicodeScalars.contains { $0.isVisible } }

    /// The text as clients send it: without empty lines before it, and without white space behind
    /// it. Several lines keep the indentation of the first one.
    public static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        guard scalars[first...last].contains("\n") else { return String(scalars[first...last]) }
        let before = scalars[..<first].lastIndex(of: "\n").map { scalars.index(after: $0) }
        return String(scalars[(before ?? scalars.startIndex)...last])
    }

    /// White space, or U+200B, which separates words where no space is seen.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.isWhiteSpace || scalar.value == 0x200B }

    /// Whether it is ASCII without control characters. Then nothing needs to be looked up.
    private static func isPlain(_ bytes: Bytes) -> Bool {
        var position = 0
        while true {
            position = bytes.printableRun(from: position)
            if position >= bytes.count { return true }
            switch bytes[position] {
            case 0x09, 0x0A, 0x0D: position += 1
            default: return false
            }
        }
    }

    private static func checkScalars(_ text: String) -> WireError? {
        var run = CombiningRun()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: break
            case 0x00..<0x20, 0x7F..<0xA0:
                let hex = String(scalar.value, radix: 16, uppercase: true)
                return WireError(.textCharacters, "The text contains the control character U+\(hex). Leave it out.")
            default: break
            }
            if !run.accepts(scalar) {
                return WireError(
                    .textCharacters,
                    "The text has more than \(Limits.combiningRun) combining marks in a row. Leave some out.")
            }
        }
        return nil
    }
}
