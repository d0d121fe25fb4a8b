import ChatRooms
import ChatWire

/// What other servers with the same accounts must know, and what they tell.
extension Accounts {
    /// Frees a name for everyone, also on other servers.
    func free(_ name: String, of user: UserID, isKept: Bool) {
        reservations.free(ConfusableSkeleton(of: name), of: user, isKept: isKept)
        tellNames(.nameFreed(user, name: name, isKept: isKept))
    }

    /// Takes in what another server tells of names.
    func take(_ change: ServerMessage.Item) {
        switch change {
        case .nameTaken(let user, let name): reservations.admit(ConfusableSkeleton(of: name), for: user)
        case .nameFreed(let user, let name, let isKept):
            reservations.free(ConfusableSkeleton(of: name), of: user, isKept: isKept)
        default: break
        }
    }

    /// Reads what other servers may have said without being heard: whose names have been taken and
    /// freed, which of these sessions have ended, and whose role has changed.
    ///
    /// - Parameters:
    ///   - connected: the sessions of the people who are connected here
    ///   - extent: whether the names of all accounts are read
    /// - Returns: whether everything could be read. If not, it has to be read again.
    func readAgain(_ connected: [UserID: Set<ConnectedSession>], _ extent: AccountReadings.Extent = .all) async -> Bool
    {
        let confirmed = reservations.confirmed
        // Before names are freed: the user of a removed key is no account after that.
        let wereAccounts = Set(connected.keys.filter(reservations.isAccount))
        var isComplete = true
        if extent == .all {
            let holders = try? await onStore { store throws(StoreError) in try store.holders() }
            if let holders { reservations.take(holders, confirmed: confirmed) } else { isComplete = false }
        }
        let keys = try? await onStore { store throws(StoreError) in Set(try store.keys().map(\.user)) }
        guard let keys else { return false }
        // One after the other: sign-ins go in between.
        for (user, sessions) in connected where wereAccounts.contains(user) || reservations.isAccount(user) {
            let found = try? await onStore { store throws(StoreError) in
                (open: Set(try store.sessions(of: user).map(\.id)), role: try store.account(of: user)?.role)
            }
            guard let found else {
                isComplete = false
                continue
            }
            if sessions.contains(where: { $0.id == nil }), !keys.contains(user) {
                // The user of a removed key has no account. Who has made one as a guest has
                // sessions that go on.
                let hadKey = wereAccounts.contains(user) && found.role == nil
                tellEnded(hadKey ? .all(of: user, except: nil) : .guest(user))
            }
            let ended = Set(sessions.compactMap(\.id)).subtracting(found.open)
            if !ended.isEmpty { tellEnded(.sessions(ended)) }
            if let role = found.role, sessions.contains(where: { $0.id != nil && $0.role != role }) {
                tellEnded(.role(of: user))
            }
        }
        return isComplete
    }
}

/// What a connection was introduced with.
struct ConnectedSession: Hashable, Sendable {
    /// `nil` for a guest and an API key.
    var id: SessionID?
    var role: ServerRole
}
