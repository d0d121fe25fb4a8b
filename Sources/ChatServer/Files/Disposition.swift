/// `Content-Disposition` (RFC 6266): whether a file is shown or saved, and its name.
///
/// The name is sent as ASCII without escapes, and in full percent-encoded (RFC 8187); never as it
/// came.
enum Disposition {
    static func text(name: String, isShown: Bool) -> String {
        let kind = isShown ? "inline" : "attachment"
        let plain = String(decoding: name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        let encoded = name.utf8.reduce(into: "") { text, byte in
            if isUnreserved(byte) { text.unicodeScalars.append(Unicode.Scalar(byte)) } else { text += escape(byte) }
        }
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    /// Characters allowed between quotes without an escape. `%` is not, because some clients decode
    /// it.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && !"\"\\%".utf8.contains(byte)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        let hex = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "%0\(hex)" : "%\(hex)"
    }
}
