import ChatRooms
import ChatWire

/// Erases messages that are past their time, a bounded number in one transaction.
enum Expiring {
    /// To look at a room takes about as long as to look at so many events: it reads rows of several
    /// tables.
    private static let rowsOfRoom = 16

    /// What a commit may do. Each message that is erased, and each room that has one, waits for
    /// several results.
    private struct Bounds {
        let messages: Int
        let rooms: Int
        /// Events of a room that are looked at.
        let events: Int

        init(_ db: any SQLDatabase) {
            messages = db.isRemote ? Limits.remoteWipeBatch : Limits.wipeBatch
            rooms = db.isRemote ? Limits.remoteWipeRooms : .max
            events = db.isRemote ? Limits.remoteWipeScan : Limits.wipeScan
        }
    }

    static func step(_ expiry: Expiry, _ removed: inout [FilePlace], _ db: any SQLDatabase) throws -> Expired {
        let bounds = Bounds(db)
        var expired = Expired()
        var (looked, rooms) = (0, 0)
        let ages = try RoomAges(from: expiry.room, most: Limits.wipeScan / rowsOfRoom, db)
        for room in ages.rooms {
            expired.next = room.name
            guard looked < Limits.wipeScan, expired.messages < bounds.messages, rooms < bounds.rooms else {
                return expired
            }
            looked += rowsOfRoom
            guard room.hasExpired(expiry) else { continue }
            rooms += 1
            guard try expire(room.name, expiry, bounds, &looked, &expired, &removed, db) else { return expired }
        }
        expired.next = ages.next
        return expired
    }

    /// Erases some messages of a room, and drafts for it.
    ///
    /// - Returns: Whether nothing of the room is past its time any more.
    private static func expire(
        _ name: RoomName, _ expiry: Expiry, _ bounds: Bounds, _ looked: inout Int, _ expired: inout Expired,
        _ removed: inout [FilePlace], _ db: any SQLDatabase
    ) throws -> Bool {
        guard let cutoff = expiry.retention.cutoff(for: name, now: expiry.now) else { return true }
        let drafts = try KeptDrafts.expire(for: name, before: cutoff, most: Limits.wipeScan - looked, db)
        looked += drafts
        expired.drafts += drafts
        guard looked < Limits.wipeScan else { return false }
        guard let id = try EventReader.room(name, db) else { return true }
        expired.messages += try HeldTable.forget(before: cutoff, in: id, most: Limits.wipeBatch - expired.messages, db)
        let begin = try retained(id, db)
        var last = begin
        let most = min(bounds.events, Limits.wipeScan - looked)
        let (past, rows) = try past(cutoff, id, after: begin, most: most, expiry, db)
        looked += rows - past.count
        // If the times of all of them are doubted, another look would find the same.
        var isDone = rows < most || past.isEmpty
        for (key, isMessage) in past {
            guard expired.messages < bounds.messages, looked < Limits.wipeScan else {
                isDone = false
                break
            }
            looked += 1
            last = key.seq
            guard isMessage else { continue }
            do {
                let wiping = try Wiping(key, room: name, db)
                removed += try wiping.run(by: key.seq, db)
                // Its edits are erased with it.
                looked += wiping.rows - 1
                expired.messages += 1
            } catch is Damage {
                // A row that can't be read stays as it is.
                continue
            }
        }
        if last > begin { try retain(id, last, db) }
        return isDone && (past.isEmpty || looked < Limits.wipeScan)
    }

    /// The first events of a room after `seq` that are older than `cutoff`, with those among them
    /// whose times can't be right, and how many were looked at.
    private static func past(
        _ cutoff: Int64, _ room: Int64, after seq: Seq, most: Int, _ expiry: Expiry, _ db: any SQLDatabase
    ) throws -> (events: [(key: EventKey, isMessage: Bool)], rows: Int) {
        guard let lower = EventKey(room: room, seq: seq),
            let upper = EventKey(room: room, seq: EventKey.last)
        else { return ([], 0) }
        let rows = try RawStatement(
            "SELECT id, at, kind FROM event WHERE id > ? AND id <= ? ORDER BY id LIMIT ?", in: db)
        rows.bind(lower.number, at: 1)
        rows.bind(upper.number, at: 2)
        rows.bind(Int64(most), at: 3)
        var found: [(key: EventKey, isMessage: Bool)] = []
        var past = 0
        while try rows.step() {
            let at = rows.integer(1)
            // Also of a damaged row.
            guard at < cutoff || expiry.doubts(at) else { break }
            found.append(
                (EventKey(number: rows.integer(0)), rows.integer(2) == ContentColumns.Kind.message.rawValue))
            if at < cutoff { past = found.count }
        }
        return (Array(found.prefix(past)), found.count)
    }

    /// Up to this event, a room has no message any more, except damaged ones.
    static func retained(_ room: Int64, _ db: any SQLDatabase) throws -> Seq {
        let find = try RawStatement("SELECT seq FROM retained WHERE room = ?", in: db)
        find.bind(room, at: 1)
        return try find.step() ? find.seq(0) : 0
    }

    private static func retain(_ room: Int64, _ seq: Seq, _ db: any SQLDatabase) throws {
        let upsert = try RawStatement(
            "INSERT INTO retained VALUES (?, ?) ON CONFLICT (room) DO UPDATE SET seq = excluded.seq", in: db)
        upsert.bind(room, at: 1)
        upsert.bind(seq: seq, at: 2)
        try upsert.run()
    }
}
