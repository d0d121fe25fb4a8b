import ChatWire

/// How many groups of a ``MemoryLog`` each user is in, or is invited to.
struct MemoryMemberships {
    /// How many groups each user is in, or has asked to enter.
    private var groups: [UserID: UInt64] = [:]
    /// To how many groups each user is invited.
    private var invitations: [UserID: UInt64] = [:]

    func groups(of user: UserID) -> UInt64 { groups[user, default: 0] }

    func invitations(of user: UserID) -> UInt64 { invitations[user, default: 0] }

    /// Counts an event of one group that may have changed a user's membership.
    mutating func note(_ before: Standing.Membership, _ after: Standing.Membership, of user: UserID) {
        count(before, of: user) { $0 -= min($0, 1) }
        count(after, of: user) { $0 += 1 }
    }

    private mutating func count(
        _ membership: Standing.Membership, of user: UserID, _ change: (inout UInt64) -> Void
    ) {
        switch membership {
        case .outsider: break
        case .invited: change(&invitations[user, default: 0])
        case .requested, .member: change(&groups[user, default: 0])
        }
    }
}
