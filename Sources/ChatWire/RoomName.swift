/// The name of a room: 1 to 64 of `a`–`z`, `0`–`9`, `-` and `_`, beginning with a letter or a
/// digit; or that of a user's own log (``own(_:)``), which begins with `@`.
///
/// So it is the same in a URL, a file name, a broker's subject and a shell, and no two names differ
/// only in case or script.
public struct RoomName: Hashable, Sendable {
    /// The name, as it is on the wire and in links.
    public let text: String

    /// `nil` if `text` is not a room's name.
    public init?(_ text: String) {
        guard RoomName.isValid(text.utf8) || RoomName.isOwn(text.utf8) else { return nil }
        self.text = text
    }

    /// The room that all protocols share.
    public static let lobby = RoomName(unchecked: "lobby")

    init(unchecked text: String) { self.text = text }

    private static func isValid(_ bytes: String.UTF8View) -> Bool {
        guard let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "_") else { return false }
        return bytes.count <= Limits.roomNameBytes
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
