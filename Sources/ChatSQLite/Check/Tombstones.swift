import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Puts a tombstone in the place of each damaged or missing row, so that every number stays.
///
/// A tombstone is what history shows of such a row: its id, time and author as far as they can be
/// read, and no text. It has no idempotency key, because its number may be the damaged part.
enum Tombstones {
    /// Call it in a transaction, with foreign keys off.
    ///
    /// - Returns: What is lost.
    static func put(_ db: Database) throws -> [Finding] {
        var losses: [Finding] = []
        var rows = RowAudit()
        var hasMore = true
        while hasMore {
            var flaws: [LogFlaw] = []
            hasMore = try rows.next(db) { flaws.append($0) }
            for flaw in flaws { losses.append(try put(flaw, db)) }
        }
        for flaw in try RoomEnds.flaws(db) { losses.append(try put(flaw, db)) }
        return losses
    }

    private static func put(_ flaw: LogFlaw, _ db: Database) throws -> Finding {
        let loss = Finding(flaw, db).lost
        switch flaw {
        case .damaged(let key):
            let event = try readable(key, db)
            try delete(key, db)
            try write(event, key, db)
        case .misplaced(let key): try delete(key, db)
        case .missing(let room, let seqs): try fill(room, seqs, db)
        case .unnamed(let room): throw Damage("room \(room) has no name")
        }
        return loss
    }

    private static func fill(_ room: Int64, _ seqs: ClosedRange<Seq>, _ db: Database) throws {
        let name = try EventReader.name(ofRoom: room, db)
        // The rows behind it are not repaired yet, so an unreadable one among them has no time.
        let beside = [seqs.lowerBound - 1, seqs.upperBound + 1].lazy.compactMap { seq in
            EventKey(room: room, seq: seq).flatMap { try? EventReader.event($0, room: name, db) }
        }
        let near = beside.first
        for seq in seqs {
            guard let key = EventKey(room: room, seq: seq) else { throw Damage("room \(name.text) is full") }
            try write(EventRow.missing(seq, ofRoom: room, near: near), key, db)
        }
    }

    private static func readable(_ key: EventKey, _ db: Database) throws -> Event {
        let find = try RawStatement(EventRow.select + " WHERE event.id = ?", in: db)
        find.bind(key.number, at: 1)
        guard try find.step() else { throw Damage("event \(key.seq) of room \(key.room) is missing", key) }
        return EventRow.damaged(find)
    }

    private static func delete(_ key: EventKey, _ db: Database) throws {
        let delete = try RawStatement("DELETE FROM event WHERE id = ?", in: db)
        delete.bind(key.number, at: 1)
        try delete.run()
    }

    private static func write(_ event: Event, _ key: EventKey, _ db: Database) throws {
        let insert = try RawStatement(EventRow.insert, in: db)
        try EventRow.write(
            event, key: key, room: try EventReader.name(ofRoom: key.room, db), device: nil, with: insert)
    }
}
