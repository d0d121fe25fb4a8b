import ChatWire

/// What users without an account may do on a server.
public enum GuestAccess: String, CaseIterable, Sendable {
    /// `on`: they join, read and send. `off`: there are no guests.
    case on, off
    /// They join and read open rooms, and send nothing.
    case read

    /// - Throws: ``ChatWire/WireError/Code/signInRequired`` where there are no guests
    public func identity(of user: UserID) throws(WireError) -> UserIdentity {
        guard self != .off else { throw .signInRequired }
        return UserIdentity(user: user, role: .guest, mayWrite: self == .on)
    }
}
