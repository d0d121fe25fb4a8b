import ChatRooms
import ChatWire

/// An account of which it is not known whether the store has it: its commit got no answer, and
/// neither did the question after that.
struct DoubtfulAccount: Sendable {
    var account: Account
    /// The salt is of this attempt alone.
    var password: PasswordHash
}

/// Accounts in doubt. Their ids and names stay reserved until the store can be asked, since nobody
/// else may get the name of an account that is stored.
extension Accounts {
    /// The account, if the store has it.
    func find(_ doubt: DoubtfulAccount) async throws(WireError) -> Account? {
        try await onStore { store throws(StoreError) in
            let user = doubt.account.user
            guard try store.password(of: user) == doubt.password else { return nil }
            return try store.account(of: user)
        }
    }

    /// Asks the store for the accounts that are in doubt.
    ///
    /// - Throws: why the store does not answer; then the rest stays in doubt
    func settleDoubts() async throws(WireError) {
        // In an order of their own: a simulated run must not depend on hashing.
        let asked = doubts.withLockedValue { $0.values.sorted { $0.account.name < $1.account.name } }
        for doubt in asked {
            let found = try await find(doubt)
            // Another call may have settled it meanwhile.
            let isOpen = doubts.withLockedValue { doubts in
                guard doubts[doubt.account.user]?.password == doubt.password else { return false }
                doubts[doubt.account.user] = nil
                return true
            }
            guard isOpen else { continue }
            guard let found else {
                disclaim(doubt.account)
                continue
            }
            confirm(found)
            // The guest's token is refused from now on.
            tellEnded(.guest(found.user))
        }
    }

    /// The store has an account.
    func confirm(_ account: Account) {
        reservations.confirm(account.user)
        tellNames(.nameTaken(account.user, name: account.name))
    }

    /// The store does not have an account.
    func disclaim(_ account: Account) {
        reservations.disclaim(ConfusableSkeleton(of: account.name), of: account.user)
    }
}
