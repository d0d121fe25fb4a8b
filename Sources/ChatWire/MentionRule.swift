/// Whether a text mentions somebody: `@` and their name, as a word of its own.
///
/// ASCII letters are the same in upper and lower case; everything else is compared by its bytes.
/// Servers count mentions by this rule, and clients announce them by it.
public enum MentionRule {
    /// Whether `text` mentions the user with this name. Nobody is called the empty name.
    public static func mentions(_ name: String, in text: String) -> Bool {
        if name.isEmpty { return false }
        var (name, text) = (name, text)  // `withUTF8` wants variables; native strings are not copied
        return name.withUTF8 { name in text.withUTF8 { text in find(Bytes(name), in: Bytes(text)) } }
    }

    private static func find(_ name: Bytes, in text: Bytes) -> Bool {
        var position = 0
        while position + name.count < text.count {
            if text[position] == UInt8(ascii: "@"), position == 0 || !isWord(text[position - 1]),
                hasName(name, text, at: position + 1), endsWord(text, at: position + 1 + name.count)
            {
                return true
            }
            position += 1
        }
        return false
    }

    private static func hasName(_ name: Bytes, _ text: Bytes, at start: Int) -> Bool {
        for offset in 0..<name.count where lowered(name[offset]) != lowered(text[start + offset]) { return false }
        return true
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Scripts that are written without spaces may continue at once: `@ann你好`.
    private static func endsWord(_ text: Bytes, at end: Int) -> Bool {
        guard end < text.count else { return true }
        if text[end] < 0x80 { return !isWord(text[end]) }
        let rest = (end..<min(end + 4, text.count)).map { text[$0] }
        guard let next = String(decoding: rest, as: UTF8.self).unicodeScalars.first else { return true }
        return next.properties.isIdeographic || !next.properties.isAlphabetic
    }
}
