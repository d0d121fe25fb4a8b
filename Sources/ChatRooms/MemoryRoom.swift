import ChatWire

/// A room of a ``MemoryLog``: its events, and what follows from them.
struct MemoryRoom {
    /// The events in the order of the log. What was deleted is wiped in them.
    var events: [Event] = []
    /// For each message, the numbers of its edits and reactions and of reactions' removals, in
    /// order.
    var changes: [Seq: [Seq]] = [:]
    var marks: [UserID: ReadPoint] = [:]
    /// `nil` until an event has made one.
    var record: RoomRecord?
    var people: [UserID: Person] = [:]
    /// When each user last sent a message, in a room with slow mode.
    var lastMessages: [UserID: Int64] = [:]

    mutating func fold(_ event: Event, of room: RoomName) {
        if case .direct(let one, let other) = room.kind { meet(event, one, other) }
        guard record != nil || event.content.makesRecord else { return }
        var record = self.record ?? RoomRecord()
        if let changed = record.fold(event, of: room, standing: { people[$0]?.standing ?? Standing() }) {
            let known = people[changed.user]?.author.name ?? ""
            let author = Author(user: changed.user, name: event.name(of: changed.user) ?? known)
            people[changed.user] = Person(author: author, standing: changed.standing)
        }
        self.record = record
    }

    /// A direct room is on the lists of both from its first event on.
    private mutating func meet(_ event: Event, _ one: UserID, _ other: UserID) {
        for user in [one, other] where people[user] == nil || user == event.author.user {
            let author = Author(user: user, name: user == event.author.user ? event.author.name : "")
            people[user] = Person(author: author, standing: Standing(membership: .member, since: 1))
        }
    }

    /// The number of the newest event; 0 for none.
    var head: Seq { Seq(count: events.count) }

    subscript(seq: Seq) -> Event? {
        guard seq >= 1, seq <= head else { return nil }
        return events[MemoryRoom.index(of: seq)]
    }

    static func index(of seq: Seq) -> Int { seq - Seq(1) }

    /// Erases the texts of a message and of its edits, and unpins it.
    mutating func wipe(_ seq: Seq) {
        record?.pins.removeAll { $0 == seq }
        for index in ([seq] + (changes[seq] ?? [])).map(MemoryRoom.index) where events.indices.contains(index) {
            if let wiped = events[index].content.wiped(by: seq) { events[index].content = wiped }
        }
    }

    func targetMessage(_ seq: Seq) -> TargetMessage? {
        guard var target = self[seq].flatMap({ TargetMessage($0) }) else { return nil }
        for change in changes[seq] ?? [] {
            if let change = self[change] { target.fold(change) }
        }
        return target
    }
}
