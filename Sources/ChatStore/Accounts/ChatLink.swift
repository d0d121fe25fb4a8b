import ChatCore
import ChatWire
import Foundation

/// A link to a room or a message: `martlet://HOST[:PORT]/ROOM[/NUMBER]`.
///
/// The host and port are read like an address without a scheme (``ServerAddress``): with TLS, except
/// on loopback. `martlet+http://` is a link to a server without TLS, and `martlet+https://` one to a
/// server with TLS on loopback. NUMBER is the message's number.
public struct ChatLink: Hashable, Sendable {
    /// The scheme of most links.
    public static let scheme = "martlet"
    /// What an address begins with for each scheme of links.
    private static let schemes = [scheme: "", "martlet+http": "http://", "martlet+https": "https://"]

    /// The server.
    public var server: ServerAddress
    /// The room.
    public var room: RoomName
    /// The message's number, if the link names one.
    public var seq: UInt64?

    /// Creates a link.
    public init(server: ServerAddress, room: RoomName, seq: UInt64? = nil) {
        self.server = server
        self.room = room
        self.seq = seq
    }

    /// Reads a link. `nil` unless it is exactly one: links come from outside, and a half-understood
    /// link would open the wrong place.
    public init?(_ text: String) {
        guard text.utf8.count <= Limits.linkBytes, let mark = text.range(of: "://"),
            let prefix = ChatLink.schemes[text[..<mark.lowerBound].lowercased()]
        else { return nil }
        var parts = text[mark.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        guard (2...3).contains(parts.count), !parts[0].isEmpty, let server = ServerAddress(prefix + parts[0]),
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

    /// Reads a link. `nil` unless it is exactly one.
    public init?(_ url: URL) { self.init(url.absoluteString) }

    /// The link as text. It reads as the same link if its server's address has no path.
    public var text: String {
        let usual = ServerAddress(server.title)
        let needsScheme = usual?.isSecure != server.isSecure || usual?.port != server.port
        let scheme = ChatLink.scheme + (needsScheme ? server.isSecure ? "+https" : "+http" : "")
        let place = "\(scheme)://\(server.title)/\(room.text)"
        return seq.map { "\(place)/\($0)" } ?? place
    }
}
