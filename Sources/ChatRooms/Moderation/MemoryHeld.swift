import ChatWire

/// The held messages of a ``MemoryStore``.
struct MemoryHeld {
    private struct Entry {
        var number: UInt64
        /// As it was sent; without a text once it is decided.
        var newEvent: NewEvent
        var known: HeldCase
        /// When a moderator decided.
        var decidedAt: Int64?
    }

    private struct Intent: Hashable {
        var user: UserID
        var key: IdempotencyKey

        init?(_ newEvent: NewEvent) {
            guard let key = newEvent.idempotencyKey else { return nil }
            self.init(newEvent.author.user, key)
        }

        init(_ user: UserID, _ key: IdempotencyKey) { (self.user, self.key) = (user, key) }
    }

    /// In the order of their numbers.
    private var entries: [Entry] = []
    /// The devices and numbers of the entries, in which every send is looked up.
    private var intents: Set<Intent> = []
    private var last: UInt64 = 0

    /// Whether the device has sent a held message under this number.
    func contains(_ key: IdempotencyKey, of user: UserID) -> Bool {
        intents.contains(Intent(user, key))
    }

    /// - Returns: why it can't be held
    mutating func keep(_ newEvent: NewEvent) -> WireError? {
        let waiting = entries.filter { $0.known.decided == nil }
        let refusal = newEvent.refusalOfHolding(
            ModerationCounts(
                ofUser: UInt64(waiting.count { $0.known.author == newEvent.author.user }),
                inRoom: UInt64(waiting.count { $0.newEvent.room == newEvent.room }), onServer: UInt64(waiting.count)))
        if let refusal { return refusal }
        forgetOld(at: newEvent.at)
        last += 1
        entries.append(Entry(number: last, newEvent: newEvent, known: HeldCase(author: newEvent.author.user)))
        if let intent = Intent(newEvent) { intents.insert(intent) }
        return nil
    }

    func known(at place: UInt64, in room: RoomName) -> HeldCase? { entry(place, room)?.known }

    func newEvent(at place: UInt64, in room: RoomName) -> NewEvent? { entry(place, room)?.newEvent }

    private func entry(_ place: UInt64, _ room: RoomName) -> Entry? {
        entries.first { $0.number == place && $0.newEvent.room == room }
    }

    /// Erases what a message says, and keeps the decision.
    mutating func decide(_ change: HeldChange) {
        guard let index = entries.firstIndex(where: { $0.number == change.place }) else { return }
        entries[index].known.decided = .init(change.decision.verdict, by: change.author.user)
        entries[index].decidedAt = change.at
        entries[index].newEvent.mutation = .message(text: "")
        forgetOld(at: change.at)
    }

    private mutating func forgetOld(at time: Int64) {
        forget { $0.decidedAt.map { $0 < time - Limits.heldKept } ?? false }
    }

    private mutating func forget(_ isForgotten: (Entry) -> Bool) {
        entries.removeAll { entry in
            guard isForgotten(entry) else { return false }
            if let intent = Intent(entry.newEvent) { intents.remove(intent) }
            return true
        }
    }

    /// Forgets waiting messages that are past their time.
    ///
    /// - Returns: how many
    mutating func forget(before cutoff: Int64, in room: RoomName) -> Int {
        let count = entries.count
        forget { $0.newEvent.room == room && $0.known.decided == nil && $0.newEvent.at < cutoff }
        return count - entries.count
    }

    func queue(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int
    ) -> (messages: [HeldMessage], next: UInt64?) {
        let waiting = entries.filter { entry in
            entry.known.decided == nil && entry.known.author != user && entry.number > after
                && room ?? entry.newEvent.room == entry.newEvent.room
        }
        let page = waiting.prefix(max(1, limit)).compactMap { entry -> HeldMessage? in
            guard case .message(let text, let reply, _, _) = entry.newEvent.mutation else { return nil }
            return HeldMessage(
                number: entry.number, room: entry.newEvent.room, at: entry.newEvent.at, author: entry.newEvent.author,
                text: text, reply: reply)
        }
        return (page, page.count < waiting.count ? page.last?.number : nil)
    }
}
