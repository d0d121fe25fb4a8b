import ChatWire

/// The names that belong to accounts and API keys, by what they look like. Any thread.
///
/// It is in memory, so that an event loop can ask it. One account takes 180 to 450 bytes.
///
/// A new name looks like nobody else's. Names of the store may look alike all the same: they were
/// made when the rule (``ConfusableSkeleton``) told them apart, or on two servers at once. Each of
/// them still belongs to its user, who signs in with it as it is written, and nobody else gets a
/// name like it.
public final class NameReservations: Sendable {
    fileprivate struct State {
        /// Whose a look is. If it is several users', one of them.
        var holders: [String: UserID] = [:]
        /// The others whose names have a look: empty on most servers.
        var namesakes: [String: [UserID]] = [:]
        /// The names of all users; empty for a closed account, whose id is never a guest's again.
        var names: [UserID: String] = [:]
        /// Those among them whom the store is only about to get.
        var claimants: Set<UserID> = []
        /// Users whose accounts are being closed, and how often at once.
        var closing: [UserID: Int] = [:]
    }

    private let state = Locked(State())

    /// Reserves the ids and names of all holders. Of two with the same id, the first counts.
    public init(_ holders: [NameHolder] = []) {
        for holder in holders { admit(holder.name.map(ConfusableSkeleton.init), for: holder.user) }
    }

    /// The number of reserved ids: accounts, closed accounts, and users of API keys.
    public var count: Int { state.withLock { $0.names.count } }

    /// Reserves a new user's id, and the name if there is one.
    ///
    /// - Returns: whether the id was nobody's yet, and nothing that is reserved looks like the
    ///   name. If not, nothing was reserved.
    public func reserve(_ name: ConfusableSkeleton?, for user: UserID) -> Bool {
        state.withLock { $0.reserve(name, for: user) }
    }

    /// Reserves the id and the name of a user whom the store has, also if the name looks like
    /// another one. If the id is reserved already, nothing happens.
    package func admit(_ name: ConfusableSkeleton?, for user: UserID) {
        state.withLock { state in
            guard state.names[user] == nil else { return }
            state.add(name, for: user)
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
        guard claim(name, for: account.user) else {
            // Another registration with the same guest's token came first. It may fail.
            throw isAccount(account.user) ? .isSigningUp : .nameTaken(account.name)
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
            for look in name.looks { state.remove(user, from: look) }
            if state.names[user] != nil { state.names[user] = isKept ? "" : nil }
            state.claimants.remove(user)
        }
    }

    /// The reserved ids of which the store knows.
    package var confirmed: Set<UserID> { state.withLock { Set($0.names.keys).subtracting($0.claimants) } }

    /// Takes in all holders as they stand in the store, where other servers may have added and
    /// removed some.
    ///
    /// - Parameter before: ``confirmed`` before the store was read. Everyone else is left as they
    ///   are: they may have come since.
    package func take(_ holders: [NameHolder], confirmed before: Set<UserID>) {
        let stored = Dictionary(holders.map { ($0.user, $0.name) }, uniquingKeysWith: { first, _ in first })
        for (user, name) in lost(of: before, stored) {
            free(ConfusableSkeleton(of: name), of: user, isKept: stored.keys.contains(user))
        }
        for holder in holders where !before.contains(holder.user) {
            admit(holder.name.map(ConfusableSkeleton.init), for: holder.user)
        }
    }

    /// Those of `users` whose name or id the store has lost, with their names.
    private func lost(of users: Set<UserID>, _ stored: [UserID: String?]) -> [(user: UserID, name: String)] {
        // The lock is not held for a search through all names.
        let names = state.withLock(\.names)
        return users.compactMap { user in
            guard let name = names[user], stored[user] ?? nil == nil else { return nil }
            return name.isEmpty && stored.keys.contains(user) ? nil : (user, name)
        }
    }

    /// The user whose name this is, or looks like this. If the names of several look like it, it is
    /// the one who writes it like this.
    public func holder(of name: ConfusableSkeleton) -> UserID? {
        state.withLock { state in
            let users = name.looks.sorted().flatMap { state.users(of: $0) }
            guard let first = users.first, users.contains(where: { $0 != first }) else { return users.first }
            let lowered = name.name.lowercased()
            return users.first { state.names[$0] == name.name }
                ?? users.first { state.names[$0]?.lowercased() == lowered } ?? first
        }
    }

    /// Whether a name belongs to someone else. Nobody's own name does.
    public func refuses(_ name: ConfusableSkeleton, to user: UserID?) -> Bool {
        state.withLock { state in
            if let user, state.names[user] == name.name { return false }
            return name.looks.contains { look in state.users(of: look).contains { $0 != user } }
        }
    }

    /// Whether this is the name of a user's account or API key, and does not only look like it.
    package func isName(_ name: ConfusableSkeleton, of user: UserID) -> Bool {
        state.withLock { $0.names[user] == name.name }
    }

    /// The name of a user's account or API key; `nil` if there is none, or the account was closed.
    package func name(of user: UserID) -> String? {
        state.withLock { state in
            guard let name = state.names[user], !name.isEmpty, !state.claimants.contains(user) else { return nil }
            return name
        }
    }

    /// The name for a user who can't choose another one: with a number behind it where it looks
    /// like a reserved one. `nil` if those are taken, too.
    package func name(like name: String, for user: UserID) -> String? {
        var random = SystemRandomNumberGenerator()
        return NumberedNames(name, using: &random).first { candidate in
            !refuses(ConfusableSkeleton(of: candidate), to: user) && NameRule.refusal(ofGiven: candidate) == nil
        }
    }

    /// A user's account is about to be closed, or their API key to be removed.
    /// ``endClosing(_:)`` follows.
    package func beginClosing(_ user: UserID) { state.withLock { $0.closing[user, default: 0] += 1 } }

    /// What ``beginClosing(_:)`` began is done, or it is known that the account stays.
    package func endClosing(_ user: UserID) {
        state.withLock { state in
            let others = (state.closing[user] ?? 0) - 1
            state.closing[user] = others > 0 ? others : nil
        }
    }

    /// Whether the user's account was closed, or is being closed.
    package func isClosing(_ user: UserID) -> Bool {
        state.withLock { $0.names[user]?.isEmpty == true || $0.closing[user] != nil }
    }

    /// Whether a guest of this id has an account, or had one; `nil` while they sign up, and it is
    /// not known yet whether the store gets the account.
    package func hasAccount(_ user: UserID) -> Bool? {
        state.withLock { $0.claimants.contains(user) ? nil : $0.names[user] != nil }
    }

    /// Whether the id is an account's, or was.
    public func isAccount(_ user: UserID) -> Bool { state.withLock { $0.names[user] != nil } }
}

extension NameReservations.State {
    fileprivate mutating func reserve(_ name: ConfusableSkeleton?, for user: UserID) -> Bool {
        let looks = name?.looks ?? []
        guard names[user] == nil, looks.allSatisfy({ holders[$0] == nil }) else { return false }
        add(name, for: user)
        return true
    }

    fileprivate mutating func add(_ name: ConfusableSkeleton?, for user: UserID) {
        names[user] = name?.name ?? ""
        for look in name?.looks ?? [] {
            if holders[look] == nil { holders[look] = user } else { namesakes[look, default: []].append(user) }
        }
    }

    fileprivate mutating func remove(_ user: UserID, from look: String) {
        var others = namesakes[look] ?? []
        if holders[look] == user {
            holders[look] = others.isEmpty ? nil : others.removeFirst()
        } else {
            others.removeAll { $0 == user }
        }
        namesakes[look] = others.isEmpty ? nil : others
    }

    fileprivate func users(of look: String) -> [UserID] {
        guard let holder = holders[look] else { return [] }
        return [holder] + (namesakes[look] ?? [])
    }
}
