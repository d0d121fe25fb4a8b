/// What a user may do on the whole server, besides what rooms allow them.
public enum ServerRole: UInt8, Hashable, Sendable, Comparable {
    /// Has no account, and comes back with a token only.
    case guest = 0
    /// Has an account, or is a user of another system.
    case user = 1
    /// May do in every room what its owner may do, and reads reports.
    case administrator = 2

    public static func < (one: ServerRole, other: ServerRole) -> Bool { one.rawValue < other.rawValue }
}
