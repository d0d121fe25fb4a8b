import ChatWire

/// `Content-Disposition` (RFC 6266): whether a file is shown or saved, and its name.
///
/// The name is sent as ASCII without escapes, and in full percent-encoded (RFC 8187); never as it
/// came.
enum Disposition {
    static func text(name: String, isShown: Bool) -> String {
        let kind = isShown ? "inline" : "attachment"
        let plain = String(decoding: name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(name.percentEncoded)"
    }

    /// Characters allowed between quotes without an escape. `%` is not, because some clients decode
    /// it.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && !"\"\\%".utf8.contains(byte)
    }
}
