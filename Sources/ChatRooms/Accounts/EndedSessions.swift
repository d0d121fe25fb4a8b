import ChatWire

/// Connections that are to be closed: mostly those of sessions that have ended.
package enum EndedSessions: Hashable, Sendable {
    case sessions(Set<SessionID>)
    /// All connections of a user, except those of one session, which goes on.
    case all(of: UserID, except: SessionID?)
    /// A user's connections without a session. A guest has no others, and they end when the guest
    /// makes an account.
    case guest(UserID)
    /// All connections of a user whose role on the server has changed. Their sessions go on: with
    /// the same tokens they come back in the new role.
    case role(of: UserID)

    package func contains(_ user: UserID, _ session: SessionID?) -> Bool {
        switch self {
        case .sessions(let ids): session.map(ids.contains) ?? false
        case .all(let owner, let kept): user == owner && (kept == nil || session != kept)
        case .guest(let owner): user == owner && session == nil
        case .role(let owner): user == owner
        }
    }

    /// Whether the sessions go on, in another role.
    package var isRoleChange: Bool { if case .role = self { true } else { false } }
}
