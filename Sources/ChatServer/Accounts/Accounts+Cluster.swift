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
    /// freed, who is banned, which of these sessions have ended, and whose role has changed.
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
        if (try? await readBans()) == nil { isComplete = false }
        let keys = try? await onStore { store throws(StoreError) in Set(try store.keys().map(\.user)) }
        guard let keys else { return false }
        // In an order of their own: a simulated run must not depend on hashing.
        let users = connected.keys.filter { wereAccounts.contains($0) || reservations.isAccount($0) }
            .sorted { $0.isBefore($1) }
        // Some at a time: sign-ins go in between.
        for start in stride(from: 0, to: users.count, by: Limits.accountsReadAtOnce) {
            let some = Array(users[start..<min(start + Limits.accountsReadAtOnce, users.count)])
            let found = try? await onStore { store throws(StoreError) in try store.sessionsAndRoles(of: some) }
            guard let found else {
                isComplete = false
                continue
            }
            for user in some {
                let known = Known(wasAccount: wereAccounts.contains(user), hasKey: keys.contains(user))
                end(connected[user] ?? [], of: user, found[user] ?? SessionsAndRole(), known)
            }
        }
        return isComplete
    }

    private struct Known {
        /// Whether the user's name was an account's or an API key's before all names were read.
        var wasAccount: Bool
        var hasKey: Bool
    }

    /// Ends the connections of a user that do not agree with what was found.
    private func end(
        _ sessions: Set<ConnectedSession>, of user: UserID, _ found: SessionsAndRole, _ known: Known
    ) {
        if sessions.contains(where: { $0.id == nil }), !known.hasKey {
            // The user of a removed key has no account. Who has made one as a guest has sessions
            // that go on.
            let hadKey = known.wasAccount && found.role == nil
            tellEnded(hadKey ? .all(of: user, except: nil) : .guest(user))
        }
        let ended = Set(sessions.compactMap(\.id)).subtracting(found.sessions)
        if !ended.isEmpty { tellEnded(.sessions(ended)) }
        if let role = found.role, sessions.contains(where: { $0.id != nil && $0.role != role }) {
            tellEnded(.role(of: user))
        }
    }
}

/// What a connection was introduced with.
struct ConnectedSession: Hashable, Sendable {
    /// `nil` for a guest and an API key.
    var id: SessionID?
    var role: ServerRole
}
