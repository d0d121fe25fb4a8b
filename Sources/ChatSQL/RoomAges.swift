import ChatRooms
import ChatWire

/// How old the oldest of several rooms is that may expire. Two statements read it for all of them.
struct RoomAges {
    struct Room {
        let name: RoomName
        /// The time of the first event that was not looked at yet; `nil` without one.
        fileprivate(set) var event: Int64?
        /// The time of the first message that waits for a moderator.
        fileprivate(set) var held: Int64?
        /// The time of the oldest draft.
        fileprivate(set) var draft: Int64?

        /// Whether something of the room is past its time.
        func hasExpired(_ expiry: Expiry) -> Bool {
            // A user's own log has no messages.
            if case .own = name.kind { return false }
            guard let cutoff = expiry.retention.cutoff(for: name, now: expiry.now) else { return false }
            // If the oldest event's time can't be right, the events after it may be past their
            // time.
            if let event, expiry.doubts(event) { return true }
            return [event, held, draft].contains { ($0 ?? .max) < cutoff }
        }
    }

    /// In the order of their names.
    private(set) var rooms: [Room] = []
    /// The room behind them; `nil` if there is none.
    private(set) var next: RoomName?

    /// Reads up to `most` rooms in the order of their names, from `name` on. Drafts may be for a
    /// room that nobody has written in.
    init(from name: RoomName?, most: Int, _ db: any SQLDatabase) throws {
        var found = try RoomAges.withRows(from: name, most: most + 1, db)
        let drafts = try RawStatement(
            "SELECT room, min(at) FROM draft WHERE room >= ? GROUP BY room ORDER BY room LIMIT ?", in: db)
        try drafts.bind(name?.text ?? "", at: 1)
        drafts.bind(Int64(most + 1), at: 2)
        while try drafts.step() {
            guard let room = drafts.text(0).flatMap({ RoomName($0) }) else { continue }
            found[room, default: Room(name: room)].draft = drafts.integer(1)
        }
        rooms = found.values.sorted { $0.name.isBefore($1.name) }
        guard rooms.count > most else { return }
        next = rooms[most].name
        rooms.removeSubrange(most...)
    }

    /// The rooms that have a row.
    private static func withRows(
        from name: RoomName?, most: Int, _ db: any SQLDatabase
    ) throws -> [RoomName: Room] {
        let events = 1 << Int64(EventKey.seqBits)
        let select = try RawStatement(
            """
            SELECT named.name, (
                SELECT event.at FROM event WHERE event.id > named.id * \(events) + coalesce(
                    (SELECT seq FROM retained WHERE room = named.id), 0)
                AND event.id < (named.id + 1) * \(events) ORDER BY event.id LIMIT 1
            ), (
                SELECT held.at FROM held WHERE held.room = named.id AND decided IS NULL ORDER BY decided, held.id LIMIT 1
            )
            FROM (
                SELECT id, name FROM room WHERE name >= ? AND \(RoomTable.isNamed) ORDER BY name LIMIT ?
            ) AS named
            """, in: db)
        try select.bind(name?.text ?? "", at: 1)
        select.bind(Int64(most), at: 2)
        var found: [RoomName: Room] = [:]
        while try select.step() {
            guard let room = select.text(0).flatMap({ RoomName($0) }) else { continue }
            found[room] = Room(
                name: room, event: select.isNull(1) ? nil : select.integer(1),
                held: select.isNull(2) ? nil : select.integer(2))
        }
        return found
    }
}
