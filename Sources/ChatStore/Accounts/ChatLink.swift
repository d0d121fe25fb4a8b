import ChatWire
import Foundation

/// A place in a chat as an address: `martlet://HOST[:PORT]/ROOM[/NUMBER]`.
///
/// The server is read as where no scheme is written (``ServerAddress``); NUMBER is a message's sequence number.
public struct ChatLink: Hashable, Sendable {
    public static let scheme = "martlet"

    public var server: ServerAddress
    public var room: RoomName
    public var seq: UInt64?

    public init(server: ServerAddress, room: RoomName, seq: UInt64? = nil) {
        self.server = server
        self.room = room
        self.seq = seq
    }

    /// `nil` for everything that is not exactly such a link: it comes from outside, and a link that is half understood
    /// leads to a place that nobody meant.
    public init?(_ text: String) {
        guard text.utf8.count <= Limits.linkBytes, let mark = text.range(of: "://"),
            text[..<mark.lowerBound].lowercased() == ChatLink.scheme
        else { return nil }
        var parts = text[mark.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        guard (2...3).contains(parts.count), let server = ServerAddress(String(parts[0])),
            let room = RoomName(String(parts[1]))
        else { return nil }
        self.init(server: server, room: room)
        if parts.count == 3 {
            guard parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seq = UInt64(parts[2]), seq >= 1,
                seq <= Limits.largestInteger
            else { return nil }
            self.seq = seq
        }
    }

    public init?(_ url: URL) { self.init(url.absoluteString) }

    /// The link as text; reads as the same link where its server is spoken to as one without a scheme is.
    public var text: String {
        let place = "\(ChatLink.scheme)://\(server.title)/\(room.text)"
        return seq.map { "\(place)/\($0)" } ?? place
    }
}
