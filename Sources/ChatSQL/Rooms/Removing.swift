import ChatRooms
import ChatWire

/// Does the steps of a ``ChatRooms/Removal``.
///
/// The drafts for rooms go first. With the last of them, the rooms lose their names, all in one
/// transaction: then they are gone for everyone. Their events follow, from the newest to the
/// oldest. Of each device that wrote in them the highest number stays (`floor`): a send that was
/// accepted there is never accepted again.
///
/// Called with foreign keys off: there is no index by which SQLite could check that no row leads to
/// an event. The rows that do are removed here.
enum Removing {
    /// - Parameter places: gets the places of the files that are no longer in the log
    static func step(_ removal: Removal, _ places: inout [FilePlace], _ db: any SQLDatabase) throws -> Removed {
        switch (removal.subject, removal.place) {
        case (.rooms(let names, let quietSince), nil), (.rooms(let names, let quietSince), .drafts?):
            return try begin(names, quietSince: quietSince, db)
        case (.rooms, _), (.remains, _): return try removeRemains(&places, db)
        case (.person(let user), let place): return try Erasure(user: user).step(at: place, &places, db)
        }
    }

    private static func begin(_ names: [RoomName], quietSince: Int64?, _ db: any SQLDatabase) throws -> Removed {
        var removed = Removed()
        var entries: [RoomTable.Entry] = []
        for name in names.prefix(Limits.removalRooms) {
            guard let room = try RoomTable.find(name, db), !entries.contains(room) else { continue }
            let head = try EventReader.head(ofRoom: room.id, db)
            if let quietSince, try !QuietRooms.isQuiet(room.id, since: quietSince, head: head, db) { continue }
            entries.append(room)
            removed.rooms.append(name)
            removed.events += head.number
        }
        guard !entries.isEmpty else { return removed }
        guard try removeDrafts(for: removed.rooms, db) else {
            var unfinished = Removed()
            unfinished.next = .drafts
            return unfinished
        }
        for name in removed.rooms {
            // What follows from a user's own log goes with it.
            if case .own(let user) = name.kind { try Choices.forget(user, db) }
        }
        try RoomTable.takeNames(of: entries, db)
        removed.next = .remains
        return removed
    }

    /// Removes drafts for these rooms. It comes before the rooms lose their names, because drafts
    /// are kept under the names.
    ///
    /// - Returns: whether none are left
    private static func removeDrafts(for rooms: [RoomName], _ db: any SQLDatabase) throws -> Bool {
        var left = Limits.removalEvents
        for room in rooms where left > 0 { left -= min(left, try KeptDrafts.remove(for: room, most: left, db)) }
        return left > 0
    }

    /// Removes some of what is in rooms without a name, and the rooms with the last of it.
    private static func removeRemains(_ places: inout [FilePlace], _ db: any SQLDatabase) throws -> Removed {
        let before = places.count
        var left = Limits.removalEvents
        while left > 0, let room = try RoomTable.firstNameless(db) {
            left -= min(left, try removeNewest(of: room, most: left, &places, db))
        }
        var removed = Removed()
        removed.files = UInt64(places.count - before)
        removed.next = try RoomTable.firstNameless(db) == nil ? nil : .remains
        return removed
    }

    /// - Returns: how much that was, 1 or more
    private static func removeNewest(
        of room: Int64, most: UInt64, _ places: inout [FilePlace], _ db: any SQLDatabase
    ) throws -> UInt64 {
        let head = try EventReader.head(ofRoom: room, db)
        let first = head - Int(clamping: most) + 1
        if head > 0 {
            guard let lower = EventKey(room: room, seq: first), let upper = EventKey(room: room, seq: head) else {
                throw Damage("room \(room) is full")
            }
            try remove(lower, upper, &places, db)
            return UInt64(head - first + 1)
        }
        let marks = try removeMarks(of: room, most: most, db)
        guard marks < most else { return marks }
        let actions = try ActionTable.remove(of: room, most: most - marks, db)
        guard actions < most - marks else { return most }
        let held = try HeldTable.remove(of: room, most: most - marks - actions, db)
        guard held < most - marks - actions else { return most }
        for table in ["imported", "retained"] {
            try db.run("DELETE FROM \(table) WHERE room = ?", room)
        }
        try RoomRecords.remove(room, db)
        try RoomTable.remove(room, db)
        return max(1, marks + actions + held)
    }

    private static func removeMarks(of room: Int64, most: UInt64, _ db: any SQLDatabase) throws -> UInt64 {
        let count = try db.run(
            "DELETE FROM mark WHERE (room, user) IN (SELECT room, user FROM mark WHERE room = ? LIMIT ?)",
            room, Int64(clamping: most))
        return UInt64(clamping: count)
    }

    private static func remove(
        _ lower: EventKey, _ upper: EventKey, _ places: inout [FilePlace], _ db: any SQLDatabase
    ) throws {
        try db.run(
            """
            UPDATE device SET floor = said.number FROM (
                SELECT device AS id, max(number) AS number FROM event
                WHERE id BETWEEN ?1 AND ?2 AND device IS NOT NULL GROUP BY device
            ) AS said WHERE device.id = said.id AND device.floor < said.number
            """, lower.number, upper.number)
        try db.run(
            """
            DELETE FROM intent WHERE event BETWEEN ?1 AND ?2 AND (device, number) IN (
                SELECT device, number FROM event WHERE id BETWEEN ?1 AND ?2 AND device IS NOT NULL
            )
            """, lower.number, upper.number)
        for file in try files(lower, upper, db) { places += try FileTable.forget(file.id, db) }
        places += try Avatars.forget(lower, upper, db)
        try ReportTable.forget(lower, upper, withDecisions: true, db)
        try db.run("DELETE FROM event WHERE id BETWEEN ? AND ?", lower.number, upper.number)
    }

    /// The files of these events. An event whose attachment can't be read leads to no file. A later
    /// start of the server finds the bytes, once no record has them.
    private static func files(
        _ lower: EventKey, _ upper: EventKey, _ db: any SQLDatabase
    ) throws -> [Attachment] {
        let find = try RawStatement(
            "SELECT attachment FROM event WHERE id BETWEEN ? AND ? AND attachment IS NOT NULL", in: db)
        find.bind(lower.number, at: 1)
        find.bind(upper.number, at: 2)
        var files: [Attachment] = []
        while try find.step() {
            if let file = find.text(0).flatMap({ try? Attachment(json: Array($0.utf8)) }) { files += file.files }
        }
        return files
    }
}
