import ChatWire

/// The names that belong to accounts and API keys, by what they look like. Any thread.
///
/// It is in memory, so that an event loop can ask it. 100,000 accounts take 20 to 32 MB.
public final class NameReservations: Sendable {
    private struct State {
        var holders: [String: UserID] = [:]
        /// Closed accounts among them, whose ids are never a guest's again.
        var users: Set<UserID> = []
    }

    private let state = Locked(State())

    public init(_ holders: [NameHolder] = []) {
        for holder in holders { _ = reserve(holder.name.map(ConfusableSkeleton.init), for: holder.user) }
    }

    public var count: Int { state.withLock { $0.users.count } }

    /// Reserves a name, or nothing but the user's id.
    ///
    /// - Returns: whether the name was free, and nothing that is reserved looks like it
    public func reserve(_ name: ConfusableSkeleton?, for user: UserID) -> Bool {
        state.withLock { state in
            let looks = name?.looks ?? []
            guard looks.allSatisfy({ state.holders[$0].map { $0 == user } ?? true }) else { return false }
            for look in looks { state.holders[look] = user }
            state.users.insert(user)
            return true
        }
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

    /// The name for a user who can't choose another one: with a number behind it where it looks like
    /// a reserved one. `nil` if those are taken, too.
    package func name(like name: String, for user: UserID) -> String? {
        var random = SystemRandomNumberGenerator()
        return NumberedNames(name, using: &random).first { candidate in
            !refuses(ConfusableSkeleton(of: candidate), to: user) && NameRule.refusal(of: candidate) == nil
        }
    }

    /// Whether the id is an account's, or was.
    public func isAccount(_ user: UserID) -> Bool { state.withLock { $0.users.contains(user) } }
}
