import ChatCore
import ChatModel
import ChatWire
import Foundation

/// A link to a room or a message, `martlet://HOST[:PORT]/ROOM[/NUMBER]`, or into a group,
/// `martlet://HOST[:PORT]/#join=CODE`; or the link of a server's page to one of these. ``LinkText``
/// reads them.
///
/// The host and port are read like an address without a scheme (``ServerAddress``): with TLS,
/// except on loopback. `martlet+http://` is a link to a server without TLS, and `martlet+https://`
/// one to a server with TLS on loopback. NUMBER is the message's number, and CODE that of an invite
/// link (``ChatWire/InviteCode``).
public struct ChatLink: Hashable, Sendable {
    /// The scheme of most links.
    public static let scheme = "martlet"

    /// The server.
    public var server: ServerAddress
    /// The room.
    public var room: RoomName
    /// The message's number, if the link names one.
    public var seq: Seq?
    /// What an invite link says.
    public var code: InviteCode?

    /// Creates an invite link.
    public init(server: ServerAddress, code: InviteCode) {
        self.init(server: server, room: code.room)
        self.code = code
    }

    /// Creates a link.
    public init(server: ServerAddress, room: RoomName, seq: Seq? = nil) {
        self.server = server
        self.room = room
        self.seq = seq
    }

    /// Reads a link. `nil` unless it is exactly one.
    public init?(_ text: String) {
        guard let link = LinkText(text) else { return nil }
        self.init(link)
    }

    /// `nil` if the link names no server.
    public init?(_ link: LinkText) {
        guard let server = ServerAddress(link.server) else { return nil }
        switch link.place {
        case .room(let room, let seq): self.init(server: server, room: room, seq: seq)
        case .group(let code): self.init(server: server, code: code)
        }
    }

    /// Reads what the user types or pastes to join: a link, or a room's name or an invite code of a
    /// server.
    public init?(joining text: String, on server: ServerAddress) {
        switch try? JoinTarget(text) {
        case .room(let room): self.init(server: server, room: room)
        case .group(let code): self.init(server: server, code: code)
        case .link(let link): self.init(link)
        case nil: return nil
        }
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
