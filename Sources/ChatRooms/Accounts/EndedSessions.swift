import ChatWire

/// Sessions whose connections are to be closed.
package enum EndedSessions: Hashable, Sendable {
    case sessions(Set<SessionID>)
    /// All sessions of a user, but for one that goes on.
    case all(of: UserID, except: SessionID?)
    /// A user's connections without a session. A guest has only such; they end when the guest makes
    /// an account.
    case guest(UserID)

    package func contains(_ user: UserID, _ session: SessionID?) -> Bool {
        switch self {
        case .sessions(let ids): session.map(ids.contains) ?? false
        case .all(let owner, let kept): user == owner && (kept == nil || session != kept)
        case .guest(let owner): user == owner && session == nil
        }
    }
}
