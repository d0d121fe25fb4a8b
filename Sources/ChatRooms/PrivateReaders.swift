import ChatWire

/// Caches whose read marks are for their own devices only.
///
/// It is up to date because ``GroupCommit``, which has it, is the store's only appender, or takes
/// in what others append.
struct PrivateReaders: Sendable {
    private var known: [UserID: Bool] = [:]

    /// Takes a new event of a user's own log.
    mutating func note(_ event: Event) {
        guard case .profile(let change) = event.content, let isPrivate = change.keepsReadsPrivate else { return }
        remember(event.author.user, isPrivate)
    }

    /// Whether the user's read marks are private. If the profile can't be read, they count as
    /// private.
    mutating func contains(_ user: UserID, in store: any MessageStore) -> Bool {
        if let known = known[user] { return known }
        guard let profile = try? store.profile(of: user) else { return true }
        remember(user, profile.keepsReadsPrivate)
        return profile.keepsReadsPrivate
    }

    /// Takes what the store has told.
    mutating func remember(_ user: UserID, _ isPrivate: Bool) {
        if known.count >= Limits.readersKnown, known[user] == nil { known.removeAll(keepingCapacity: true) }
        known[user] = isPrivate
    }
}
