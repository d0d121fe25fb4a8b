import ChatRooms
import ChatWire
import GRDB

/// Reads the log. Each function runs within one snapshot.
enum LogReader {
    static func room(_ name: RoomName, _ db: Database) throws -> Int64? {
        let find = try RawStatement("SELECT id FROM room WHERE name = ?", in: db)
        try find.bind(name.text, at: 1)
        return try find.step() ? find.integer(0) : nil
    }

    static func rooms(_ db: Database) throws -> [(id: Int64, name: RoomName)] {
        let all = try RawStatement("SELECT id, name FROM room", in: db)
        var rooms: [(id: Int64, name: RoomName)] = []
        while try all.step() {
            let id = all.integer(0)
            guard let name = all.text(1).flatMap({ RoomName($0) }) else { throw Damage("room \(id) has no name") }
            rooms.append((id, name))
        }
        return rooms
    }

    static func name(ofRoom id: Int64, _ db: Database) throws -> RoomName {
        let find = try RawStatement("SELECT name FROM room WHERE id = ?", in: db)
        find.bind(id, at: 1)
        guard try find.step(), let name = find.text(0).flatMap({ RoomName($0) }) else {
            throw Damage("room \(id) has no name")
        }
        return name
    }

    static func head(ofRoom id: Int64, _ db: Database) throws -> UInt64 {
        guard let first = EventKey(room: id, seq: 0) else { throw Damage("there is no room for room \(id)") }
        let find = try RawStatement(
            "SELECT id FROM event WHERE id >= ?1 AND id < ?1 + (1 << \(Schema.seqBits)) ORDER BY id DESC LIMIT 1",
            in: db)
        find.bind(first.number, at: 1)
        return try find.step() ? EventKey(number: find.integer(0)).seq : 0
    }

    /// When an event was accepted; the earliest time there is where there is no such event.
    ///
    /// A time that no clock shows is the mark of a damaged row, and holds nobody up.
    static func time(of seq: UInt64, inRoom id: Int64, _ db: Database) throws -> Int64 {
        guard let key = EventKey(room: id, seq: seq) else { return .min }
        let find = try RawStatement("SELECT at FROM event WHERE id = ?", in: db)
        find.bind(key.number, at: 1)
        guard try find.step(), find.integer(0) <= Int64(Limits.largestInteger) else { return .min }
        return find.integer(0)
    }

    /// How many events all rooms have: numbers have no gap, so their heads add up to it.
    ///
    /// - Throws: ``Damage`` when the last event of a room, by which all others are counted, is not sound.
    static func countEvents(_ db: Database) throws -> UInt64 {
        try rooms(db).reduce(0) { count, room in
            let head = try head(ofRoom: room.id, db)
            guard head > 0 else { throw Damage("room \(room.name.text) has lost its messages") }
            _ = try walk(head...head, of: room.name, room.id, descending: true, db)
            return count + head
        }
    }

    static func head(of room: RoomName, _ db: Database) throws -> UInt64 {
        guard let id = try self.room(room, db) else { return 0 }
        return try head(ofRoom: id, db)
    }

    /// An event as it was said; `nil` where there is none.
    static func event(_ key: EventKey, room: RoomName, _ db: Database) throws -> Event? {
        let find = try RawStatement(EventRow.select + " WHERE event.id = ?", in: db)
        find.bind(key.number, at: 1)
        return try find.step() ? EventRow.read(find, room: room) : nil
    }

    /// The message `key` as it stands now; `nil` where there is none.
    static func subject(_ key: EventKey, room: RoomName, _ db: Database) throws -> Subject? {
        guard let event = try event(key, room: room, db) else { return nil }
        let changes = try Changes.read(key, key, descending: false, db)[key.number]
        guard var subject = Subject(event, edits: max(0, (changes?.edits.count ?? 0) - 1)) else { return nil }
        // Nothing more can be done to a deleted one.
        guard case .message = event.content else { return subject }
        for change in try changes?.effective(room: room, db) ?? [] { subject.fold(change) }
        return subject
    }

    static func mark(of user: UserID, in room: RoomName, _ db: Database) throws -> UInt64? {
        let find = try RawStatement(
            "SELECT seq FROM mark JOIN room ON room.id = mark.room WHERE room.name = ? AND user = ?", in: db)
        try find.bind(room.text, at: 1)
        find.bind(user, at: 2)
        return try find.step() ? UInt64(clamping: find.integer(0)) : nil
    }

    static func page(of room: RoomName, at anchor: HistoryAnchor, limit: Int, _ db: Database) throws -> HistoryPage {
        guard let id = try self.room(room, db) else { return HistoryPage(events: [], head: 0) }
        let head = try head(ofRoom: id, db)
        let window = HistoryWindow(anchor, limit: limit, head: head)
        let older = try window.older.map { try walk($0, of: room, id, descending: true, db) } ?? []
        let newer = try window.newer.map { try walk($0, of: room, id, descending: false, db) } ?? []
        return HistoryPage(events: HistoryWindow.page(older: older, newer: newer), head: head)
    }

    /// The events of `range` as they stand now, from one of its ends on, as far as a page can hold them.
    ///
    /// - Throws: ``Damage`` when one is missing.
    static func walk(
        _ range: ClosedRange<UInt64>, of room: RoomName, _ id: Int64, descending: Bool, _ db: Database
    ) throws -> [Event] {
        guard let lower = EventKey(room: id, seq: range.lowerBound),
            let upper = EventKey(room: id, seq: range.upperBound)
        else { throw Damage("room \(room.text) is full") }
        let find = try RawStatement(
            EventRow.select + " WHERE event.id BETWEEN ? AND ? ORDER BY event.id" + (descending ? " DESC" : ""), in: db)
        find.bind(lower.number, at: 1)
        find.bind(upper.number, at: 2)
        let changes = try Changes.read(lower, upper, descending: descending, db)
        var events: [Event] = []
        var bytes = 0
        var folded = 0
        var due = descending ? range.upperBound : range.lowerBound
        while bytes <= Limits.pageBytes, folded < Limits.pageChanges, range.contains(due) {
            guard try find.step(), EventKey(number: find.integer(0)).seq == due else {
                throw Damage("message \(due) of room \(room.text) is missing")
            }
            var event = try EventRow.read(find, room: room)
            if let changes = changes[find.integer(0)] {
                try changes.fold(into: &event, room: room, db)
                folded += changes.count
            }
            events.append(event)
            bytes += event.pageBytes
            // A range begins at 1 and ends below 2⁴⁰.
            due = descending ? due - 1 : due + 1
        }
        return events
    }
}
