import ChatRooms
import ChatWire

/// Reads the log. Each function runs within one snapshot.
package enum EventReader {
    package static func room(_ name: RoomName, _ db: any SQLDatabase) throws -> Int64? {
        try RoomTable.find(name, db)?.id
    }

    /// All rooms, except those that are being removed.
    package static func rooms(_ db: any SQLDatabase) throws -> [(id: Int64, name: RoomName)] {
        let all = try RawStatement("SELECT id, name FROM room WHERE \(RoomTable.isNamed)", in: db)
        var rooms: [(id: Int64, name: RoomName)] = []
        while try all.step() {
            let id = all.integer(0)
            guard let name = all.text(1).flatMap({ RoomName($0) }) else { throw Damage("room \(id) has no name") }
            rooms.append((id, name))
        }
        return rooms
    }

    package static func name(ofRoom id: Int64, _ db: any SQLDatabase) throws -> RoomName {
        let find = try RawStatement("SELECT name FROM room WHERE id = ?", in: db)
        find.bind(id, at: 1)
        guard try find.step(), let name = find.text(0).flatMap({ RoomName($0) }) else {
            throw Damage("room \(id) has no name")
        }
        return name
    }

    package static func head(ofRoom id: Int64, _ db: any SQLDatabase) throws -> Seq {
        guard let first = EventKey(room: id, seq: 0) else { throw Damage("there is no room for room \(id)") }
        let find = try RawStatement(
            "SELECT id FROM event WHERE id >= ?1 AND id < ?1 + \(1 << EventKey.seqBits) ORDER BY id DESC LIMIT 1",
            in: db)
        find.bind(first.number, at: 1)
        return try find.step() ? EventKey(number: find.integer(0)).seq : 0
    }

    /// The latest time that an event can have. Only a damaged row has a later one, which is
    /// ignored.
    static let latestTime = Int64(Limits.largestInteger)

    /// When an event was accepted. `Int64.min` if there is no such event, or if its time is later
    /// than ``latestTime``.
    package static func time(of seq: Seq, inRoom id: Int64, _ db: any SQLDatabase) throws -> Int64 {
        guard let key = EventKey(room: id, seq: seq) else { return .min }
        let find = try RawStatement("SELECT at FROM event WHERE id = ?", in: db)
        find.bind(key.number, at: 1)
        guard try find.step(), find.integer(0) <= latestTime else { return .min }
        return find.integer(0)
    }

    /// When an event was accepted; `nil` where the row is missing or damaged.
    static func intactTime(
        of seq: Seq, of room: RoomName, _ id: Int64, _ db: any SQLDatabase
    ) throws -> Int64? {
        guard let key = EventKey(room: id, seq: seq) else { return nil }
        do { return try event(key, room: room, db)?.at } catch is Damage { return nil }
    }

    /// Counts the events of all rooms. Numbers have no gap, so the count is the sum of the heads.
    ///
    /// - Throws: ``Damage`` when the number of a room's last event, by which all others are
    ///   counted, can't be trusted.
    package static func countEvents(_ db: any SQLDatabase, damaged: DamagedRows) throws -> UInt64 {
        let heads = try heads(db)
        let names = Dictionary(uniqueKeysWithValues: heads.map { ($0.key.room, $0.name) })
        var rows = EventRows(heads.map(\.key), names: names)
        return try heads.reduce(0) { count, head in
            try verifyHead(head.key, of: head.name, &rows, damaged, db)
            return count + head.key.seq.number
        }
    }

    /// The last event of each room, without those that are being removed.
    private static func heads(_ db: any SQLDatabase) throws -> [(key: EventKey, name: RoomName)] {
        let all = try RawStatement(
            "SELECT id, name, \(RoomTable.ofHead("id")) FROM room WHERE \(RoomTable.isNamed)", in: db)
        var heads: [(EventKey, RoomName)] = []
        while try all.step() {
            let id = all.integer(0)
            guard let name = all.text(1).flatMap({ RoomName($0) }) else { throw Damage("room \(id) has no name") }
            let key = EventKey(number: all.integer(2))
            guard key.seq > 0 else { throw Damage("room \(name.text) has lost its messages") }
            heads.append((key, name))
        }
        return heads
    }

    /// Makes sure that the number of a room's last event is right: its row is intact, or it
    /// directly follows a row that is.
    private static func verifyHead(
        _ head: EventKey, of room: RoomName, _ rows: inout EventRows, _ damaged: DamagedRows, _ db: any SQLDatabase
    ) throws {
        do {
            guard try rows.event(head, db) != nil else { throw Damage("room \(room.text) has no end") }
        } catch let damage as Damage where damage.key == head {
            if head.seq > 1, let before = EventKey(room: head.room, seq: head.seq - 1),
                try event(before, room: room, db) == nil
            {
                throw Damage("before message \(head.seq) of room \(room.text) others are missing")
            }
            damaged.note(head)
        }
    }

    package static func head(of room: RoomName, _ db: any SQLDatabase) throws -> Seq {
        guard let id = try self.room(room, db) else { return 0 }
        return try head(ofRoom: id, db)
    }

    /// An event as it was said; `nil` if there is none.
    package static func event(_ key: EventKey, room: RoomName, _ db: any SQLDatabase) throws -> Event? {
        let find = try RawStatement(EventRow.select + " WHERE event.id = ?", in: db)
        find.bind(key.number, at: 1)
        return try find.step() ? EventRow.read(find, room: room) : nil
    }

    /// An event with the text of its newest edit, but without its reactions; `nil` where there is
    /// none. It reads at most three rows, however often the message was changed.
    package static func edited(_ key: EventKey, room: RoomName, _ db: any SQLDatabase) throws -> Event? {
        guard var event = try event(key, room: room, db) else { return nil }
        let find = try RawStatement(
            """
            SELECT id FROM event INDEXED BY event_by_target
            WHERE target = ? AND kind = \(ContentColumns.Kind.edit.rawValue) ORDER BY id DESC LIMIT 1
            """, in: db)
        find.bind(key.number, at: 1)
        if try find.step(), let edit = try self.event(EventKey(number: find.integer(0)), room: room, db) {
            event.fold(edit)
        }
        return event
    }

    /// The message `key` as it stands now; `nil` if the event is not a message.
    ///
    /// - Parameter event: the message as it was said
    package static func targetMessage(
        _ event: Event, _ key: EventKey, room: RoomName, _ db: any SQLDatabase
    ) throws -> TargetMessage? {
        try targetMessages([key: event], names: [key.room: room], db)[key]?.get() ?? nil
    }

    /// Messages as they stand now, many with few statements.
    ///
    /// - Parameters:
    ///   - said: the messages as they were said
    ///   - names: the names of their rooms
    static func targetMessages(
        _ said: [EventKey: Event], names: [Int64: RoomName], _ db: any SQLDatabase
    ) throws -> [EventKey: Result<TargetMessage?, Damage>] {
        let all = try Changes.read(said.keys.map(\.number), db)
        // Edits and reactions of a deleted message do not count any more.
        let changed = all.filter { number, _ in
            if case .message = said[EventKey(number: number)]?.content { true } else { false }
        }
        var rows = Changes.rows(of: changed, descending: false, names: names)
        var targets: [EventKey: Result<TargetMessage?, Damage>] = [:]
        for (key, event) in said.sorted(by: { $0.key.number < $1.key.number }) {
            let edits = try all[key.number]?.olderEdits(of: key, db) ?? (count: 0, characters: 0)
            var target = TargetMessage(event, edits: edits.count, editCharacters: edits.characters)
            do {
                for change in try changed[key.number]?.events(&rows, db) ?? [] { target?.fold(change) }
                targets[key] = .success(target)
            } catch let damage as Damage {
                targets[key] = .failure(damage)
            }
        }
        return targets
    }

    /// A page of a room's history.
    ///
    /// - Parameter damaged: notes the rows of the page that are damaged
    package static func page(
        of room: RoomName, at anchor: HistoryAnchor, limit: Int, damaged: DamagedRows, _ db: any SQLDatabase
    ) throws -> HistoryPage {
        guard let id = try self.room(room, db) else { return HistoryPage(events: [], head: 0) }
        let head = try head(ofRoom: id, db)
        let window = try HistoryWindow(anchor, limit: limit, head: head) { seq in
            try intactTime(of: seq, of: room, id, db)
        }
        let older = try window.older.map { try walk($0, of: room, id, descending: true, damaged, db) } ?? []
        let newer = try window.newer.map { try walk($0, of: room, id, descending: false, damaged, db) } ?? []
        return HistoryPage(events: HistoryWindow.page(older: older, newer: newer), head: head)
    }

    /// The events of `range` as they stand now, from one of its ends on, as far as a page can hold
    /// them. Where a row is missing or damaged, ``ChatWire/Event/Content/damaged`` stands in its
    /// place.
    private static func walk(
        _ range: ClosedRange<Seq>, of room: RoomName, _ id: Int64, descending: Bool, _ damaged: DamagedRows,
        _ db: any SQLDatabase
    ) throws -> [Event] {
        guard let lower = EventKey(room: id, seq: range.lowerBound),
            let upper = EventKey(room: id, seq: range.upperBound)
        else { throw Damage("room \(room.text) is full") }
        let find = try RawStatement(
            EventRow.select + " WHERE event.id BETWEEN ? AND ? ORDER BY event.id" + (descending ? " DESC" : ""), in: db)
        find.bind(lower.number, at: 1)
        find.bind(upper.number, at: 2)
        let changes = try Changes.read(lower, upper, descending: descending, db)
        var rows = Changes.rows(of: changes, descending: descending, names: [id: room])
        var events: [Event] = []
        var bytes = 0
        var folded = 0
        var due = descending ? range.upperBound : range.lowerBound
        var found: Seq?
        while bytes <= Limits.pageBytes, folded < Limits.pageChanges, range.contains(due) {
            if found == nil { found = try find.step() ? EventKey(number: find.integer(0)).seq : 0 }
            var event: Event
            do {
                guard found == due else {
                    throw Damage("message \(due) of room \(room.text) is missing", EventKey(room: id, seq: due))
                }
                found = nil
                event = try EventRow.read(find, room: room)
                if let changes = changes[find.integer(0)] {
                    folded += changes.count
                    // For a deleted message they count no more.
                    if case .message = event.content {
                        for change in try changes.events(&rows, noting: damaged, db) { event.fold(change) }
                    }
                }
            } catch let damage as Damage {
                damaged.note(damage)
                event = found == nil ? EventRow.damaged(find) : EventRow.missing(due, ofRoom: id, near: events.last)
            }
            events.append(event)
            bytes += event.pageBytes
            // A range begins at 1 and ends below 2⁴⁰.
            due = descending ? due - 1 : due + 1
        }
        return events
    }
}
