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
        case .nameTaken(let user, let name): _ = reservations.reserve(ConfusableSkeleton(of: name), for: user)
        case .nameFreed(let user, let name, let isKept):
            reservations.free(ConfusableSkeleton(of: name), of: user, isKept: isKept)
        default: break
        }
    }

    /// Reads what other servers may have said without being heard: whose names have been taken and
    /// freed, and which of these sessions have ended. What can't be read is read the next time.
    ///
    /// - Parameter connected: the sessions of the people who are connected here; `nil` among them
    ///   for a connection without one
    func readAgain(_ connected: [UserID: Set<SessionID?>]) async {
        let confirmed = reservations.confirmed
        // Before names are freed: the user of a removed key is no account after that.
        let wereAccounts = Set(connected.keys.filter(reservations.isAccount))
        if let holders = try? await onStore({ store throws(StoreError) in try store.holders() }) {
            reservations.take(holders, confirmed: confirmed)
        }
        let keys = try? await onStore { store throws(StoreError) in Set(try store.keys().map(\.user)) }
        // One after the other: sign-ins go in between.
        for (user, sessions) in connected where wereAccounts.contains(user) || reservations.isAccount(user) {
            let open = try? await onStore { store throws(StoreError) in
                Set(try store.sessions(of: user).map(\.id))
            }
            guard let open, let keys else { return }
            if sessions.contains(nil), !keys.contains(user) {
                tellEnded(wereAccounts.contains(user) ? .all(of: user, except: nil) : .guest(user))
            }
            let ended = Set(sessions.compactMap(\.self)).subtracting(open)
            if !ended.isEmpty { tellEnded(.sessions(ended)) }
        }
    }
}
