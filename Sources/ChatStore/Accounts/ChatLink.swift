import ChatCore
import ChatWire
import Foundation

/// A link to a room or a message, `martlet://HOST[:PORT]/ROOM[/NUMBER]`, or into a group,
/// `martlet://HOST[:PORT]/#join=CODE` and `https://HOST[:PORT]/#join=CODE`.
///
/// The host and port are read like an address without a scheme (``ServerAddress``): with TLS,
/// except on loopback. `martlet+http://` is a link to a server without TLS, and `martlet+https://`
/// one to a server with TLS on loopback. NUMBER is the message's number, and CODE that of an invite
/// link (``ChatWire/InviteCode``).
public struct ChatLink: Hashable, Sendable {
    /// The scheme of most links.
    public static let scheme = "martlet"
    /// What an address begins with for each scheme of links.
    private static let schemes = [scheme: "", "martlet+http": "http://", "martlet+https": "https://"]
    /// The same for links that a browser opens, too. They lead to a page, and only invite links are
    /// ours.
    private static let webSchemes = ["https": "https://", "http": "http://"]

    /// The server.
    public var server: ServerAddress
    /// The room.
    public var room: RoomName
    /// The message's number, if the link names one.
    public var seq: UInt64?
    /// What an invite link says.
    public var code: InviteCode?

    /// Creates an invite link.
    public init(server: ServerAddress, code: InviteCode) {
        self.init(server: server, room: code.room)
        self.code = code
    }

    /// Creates a link.
    public init(server: ServerAddress, room: RoomName, seq: UInt64? = nil) {
        self.server = server
        self.room = room
        self.seq = seq
    }

    /// Reads a link. `nil` unless it is exactly one: links come from outside, and a half-understood
    /// link would open the wrong place.
    public init?(_ text: String) {
        guard text.utf8.count <= Limits.linkBytes, let mark = text.range(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        let rest = text[mark.upperBound...]
        if let join = rest.range(of: InviteCode.linkMark) {
            self.init(scheme, rest[..<join.lowerBound], code: rest[join.upperBound...])
            return
        }
        guard let prefix = ChatLink.schemes[scheme] else { return nil }
        var parts = rest.split(separator: "/", omittingEmptySubsequences: false)
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

    /// - Parameter place: of a web link, the server's address; of others, a host, and behind it
    ///   nothing, or the room that the code has
    private init?(_ scheme: String, _ place: Substring, code: Substring) {
        guard let code = InviteCode(String(code)) else { return nil }
        if let prefix = ChatLink.webSchemes[scheme] {
            guard !place.contains("/") || place.hasSuffix("/"), !place.contains(where: { $0 == "?" || $0 == "#" }),
                let server = ServerAddress(prefix + place)
            else { return nil }
            self.init(server: server, code: code)
            return
        }
        guard let prefix = ChatLink.schemes[scheme] else { return nil }
        var parts = place.split(separator: "/", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        guard let host = parts.first, !host.isEmpty, let server = ServerAddress(prefix + host),
            parts.count == 1 || parts.count == 2 && parts[1] == code.room.text
        else { return nil }
        self.init(server: server, code: code)
    }

    /// Reads a link. `nil` unless it is exactly one.
    public init?(_ url: URL) { self.init(url.absoluteString) }

    /// The link as text. It reads as the same link if its server's address has no path.
    public var text: String {
        let usual = ServerAddress(server.title)
        let needsScheme = usual?.isSecure != server.isSecure || usual?.port != server.port
        let scheme = ChatLink.scheme + (needsScheme ? server.isSecure ? "+https" : "+http" : "")
        if let code { return "\(scheme)://\(server.title)/\(InviteCode.linkMark)\(code.text)" }
        let place = "\(scheme)://\(server.title)/\(room.text)"
        return seq.map { "\(place)/\($0)" } ?? place
    }
}
