import ChatWire

/// The names that belong to accounts and API keys, by what they look like. Any thread.
///
/// It is in memory, so that an event loop can ask it. One account takes 200 to 320 bytes.
public final class NameReservations: Sendable {
    private struct State {
        var holders: [String: UserID] = [:]
        /// Closed accounts among them, whose ids are never a guest's again.
        var users: Set<UserID> = []
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
        state.withLock { state in
            let looks = name?.looks ?? []
            guard !state.users.contains(user), looks.allSatisfy({ state.holders[$0] == nil }) else { return false }
            for look in looks { state.holders[look] = user }
            state.users.insert(user)
            return true
        }
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
        guard reserve(name, for: account.user) else {
            // Another registration with the same guest's token came first.
            throw isAccount(account.user) ? .noGuest : .nameTaken(account.name)
        }
        guard isHeld(name) else { return }
        disclaim(account)
        throw .nameTaken(account.name)
    }

    /// Frees the id and the name of an account that was not made after all.
    package func disclaim(_ account: Account) {
        free(ConfusableSkeleton(of: account.name), of: account.user, isKept: false)
    }

    /// Frees the name of a user.
    ///
    /// - Parameter isKept: whether the id stays an account's
    public func free(_ name: ConfusableSkeleton, of user: UserID, isKept: Bool) {
        state.withLock { state in
            for look in name.looks where state.holders[look] == user { state.holders[look] = nil }
            if !isKept { state.users.remove(user) }
        }
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
