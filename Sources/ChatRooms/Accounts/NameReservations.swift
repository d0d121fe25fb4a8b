import ChatWire

/// The names that belong to accounts and API keys, by what they look like. Any thread.
///
/// It is in memory, so that an event loop can ask it. One account takes 200 to 320 bytes.
public final class NameReservations: Sendable {
    fileprivate struct State {
        var holders: [String: UserID] = [:]
        /// Closed accounts among them, whose ids are never a guest's again.
        var users: Set<UserID> = []
        /// Those among them whom the store is only about to get.
        var claimants: Set<UserID> = []
    }

    private let state = Locked(State())

    /// Reserves the ids and names of all holders. A holder is left out if the id or a name that
    /// looks the same is reserved already.
    public init(_ holders: [NameHolder] = []) {
        for holder in holders { _ = reserve(holder.name.map(ConfusableSkeleton.init), for: holder.user) }
    }

    /// The number of reserved ids: accounts, closed accounts, and users of API keys.
    public var count: Int { state.withLock { $0.users.count } }

    /// Reserves a new user's id, and the name if there is one.
    ///
    /// - Returns: whether the id was nobody's yet, and nothing that is reserved looks like the
    ///   name. If not, nothing was reserved.
    public func reserve(_ name: ConfusableSkeleton?, for user: UserID) -> Bool {
        state.withLock { $0.reserve(name, for: user) }
    }

    /// Reserves the id and the name of a new account.
    ///
    /// The name is reserved before `isHeld` looks for it, so that nobody connects under it in
    /// between.
    ///
    /// - Parameter isHeld: whether somebody else is connected under the name
    /// - Throws: why the account can't be made; then nothing was reserved.
    package func claim(_ account: Account, isHeld: (ConfusableSkeleton) -> Bool) throws(WireError) {
        guard count < Limits.serverAccounts else { throw .accountsFull }
        let name = ConfusableSkeleton(of: account.name)
        guard claim(name, for: account.user) else {
            // Another registration with the same guest's token came first.
            throw isAccount(account.user) ? .noGuest : .nameTaken(account.name)
        }
        guard isHeld(name) else { return }
        disclaim(name, of: account.user)
        throw .nameTaken(account.name)
    }

    /// Reserves the id and the name of a user whom the store is about to get. ``confirm(_:)`` or
    /// ``disclaim(_:of:)`` follows.
    ///
    /// - Returns: what ``reserve(_:for:)`` returns
    package func claim(_ name: ConfusableSkeleton, for user: UserID) -> Bool {
        state.withLock { state in
            guard state.reserve(name, for: user) else { return false }
            state.claimants.insert(user)
            return true
        }
    }

    /// The store has the user.
    package func confirm(_ user: UserID) { state.withLock { _ = $0.claimants.remove(user) } }

    /// Frees the id and the name of a user whom the store did not get after all.
    package func disclaim(_ name: ConfusableSkeleton, of user: UserID) { free(name, of: user, isKept: false) }

    /// Frees the name of a user.
    ///
    /// - Parameter isKept: whether the id stays an account's
    public func free(_ name: ConfusableSkeleton, of user: UserID, isKept: Bool) {
        state.withLock { state in
            for look in name.looks where state.holders[look] == user { state.holders[look] = nil }
            if !isKept { state.users.remove(user) }
            state.claimants.remove(user)
        }
    }

    /// The reserved ids of which the store knows.
    package var confirmed: Set<UserID> { state.withLock { $0.users.subtracting($0.claimants) } }

    /// Takes in all holders as they stand in the store, where other servers may have added and
    /// removed some.
    ///
    /// - Parameter before: ``confirmed`` before the store was read. Everyone else is left as they
    ///   are: they may have come since.
    package func take(_ holders: [NameHolder], confirmed before: Set<UserID>) {
        let names = holders.map { holder in (user: holder.user, name: holder.name.map(ConfusableSkeleton.init)) }
        var stored: [String: UserID] = [:]
        for (user, name) in names { for look in name?.looks ?? [] { stored[look] = user } }
        // The lock is not held for a search through all names.
        let freed = state.withLock(\.holders).filter { before.contains($0.value) && stored[$0.key] != $0.value }
        let gone = before.subtracting(holders.map(\.user))
        state.withLock { state in
            for (look, user) in freed where state.holders[look] == user { state.holders[look] = nil }
            state.users.subtract(gone)
        }
        for (user, name) in names where !before.contains(user) { _ = reserve(name, for: user) }
    }

    /// The user whose name this is, or looks like this.
    public func holder(of name: ConfusableSkeleton) -> UserID? {
        state.withLock { state in name.looks.compactMap { state.holders[$0] }.first }
    }

    /// Whether a name belongs to someone else.
    public func refuses(_ name: ConfusableSkeleton, to user: UserID?) -> Bool {
        state.withLock { state in
            name.looks.contains { look in state.holders[look].map { $0 != user } ?? false }
        }
    }

    /// The name for a user who can't choose another one: with a number behind it where it looks
    /// like a reserved one. `nil` if those are taken, too.
    package func name(like name: String, for user: UserID) -> String? {
        var random = SystemRandomNumberGenerator()
        return NumberedNames(name, using: &random).first { candidate in
            !refuses(ConfusableSkeleton(of: candidate), to: user) && NameRule.refusal(of: candidate) == nil
        }
    }

    /// Whether the id is an account's, or was.
    public func isAccount(_ user: UserID) -> Bool { state.withLock { $0.users.contains(user) } }
}

extension NameReservations.State {
    fileprivate mutating func reserve(_ name: ConfusableSkeleton?, for user: UserID) -> Bool {
        let looks = name?.looks ?? []
        guard !users.contains(user), looks.allSatisfy({ holders[$0] == nil }) else { return false }
        for look in looks { holders[look] = user }
        users.insert(user)
        return true
    }
}
