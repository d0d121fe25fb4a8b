/// What a user may do on the whole server, besides what rooms allow them.
public enum ServerRole: UInt8, Hashable, Sendable, Comparable {
    /// Has no account, and comes back with a token only.
    case guest = 0
    /// Has an account, or is a user of another system.
    case user = 1
    /// May do in open rooms, and in groups as a member, what an owner may do. Reads the reports of
    /// all rooms.
    case administrator = 2

    public static func < (one: ServerRole, other: ServerRole) -> Bool { one.rawValue < other.rawValue }
}

extension ServerRole {
    /// Whether no ban and no mute counts against the user in a room of this kind: an open room's
    /// owner can't keep the server's administrators out of it, nor silence them.
    public func isAboveSanctions(in kind: RoomKind) -> Bool { self == .administrator && kind == .open }

    /// The name on the wire.
    public var name: String {
        switch self {
        case .guest: "guest"
        case .user: "user"
        case .administrator: "administrator"
        }
    }

    /// `nil` for a name that this build does not know.
    public init?(name: String) {
        switch name {
        case "guest": self = .guest
        case "user": self = .user
        case "administrator": self = .administrator
        default: return nil
        }
    }
}
