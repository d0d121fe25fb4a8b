import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// A flaw in the rows of a log.
enum LogFlaw: Hashable {
    /// The row is not, bit for bit, the one that was written.
    case damaged(EventKey)
    /// A damaged row with a number much too high: the number itself is wrong.
    case misplaced(EventKey)
    case missing(room: Int64, ClosedRange<Seq>)
    /// Rows of a room without a name: their checksums can't be verified.
    case unnamed(room: Int64)
}

/// Reads all rows of a log in order, a batch at a time, and reports damaged and missing ones.
///
/// A running server can append between two batches.
struct RowAudit {
    /// Rows read.
    private(set) var count: UInt64 = 0
    /// The last row that was read.
    private(set) var last = EventKey(number: .min)
    private var room: (id: Int64, name: RoomName?)?
    private var due: Seq = 1

    /// Reads the next batch.
    ///
    /// - Returns: Whether it had a row.
    mutating func next(_ db: Database, report: (LogFlaw) throws -> Void) throws -> Bool {
        let rows = try RawStatement(EventRow.select + " WHERE event.id > ? ORDER BY event.id LIMIT ?", in: db)
        rows.bind(last.number, at: 1)
        rows.bind(Int64(Limits.checkBatch), at: 2)
        let before = count
        while try rows.step() {
            let key = EventKey(number: rows.integer(0))
            if key.room != room?.id { try enter(key.room, db, report) }
            try verify(rows, key, report)
            last = key
            count += 1
        }
        return count > before
    }

    private mutating func enter(_ id: Int64, _ db: Database, _ report: (LogFlaw) throws -> Void) throws {
        due = 1
        // Its name, which is part of each row's checksum, is not known any more.
        if try RoomTable.isNameless(id, db) {
            room = (id, nil)
            return
        }
        do {
            room = (id, try EventReader.name(ofRoom: id, db))
        } catch is Damage {
            room = (id, nil)
            try report(.unnamed(room: id))
        }
    }

    private mutating func verify(
        _ row: borrowing RawStatement, _ key: EventKey, _ report: (LogFlaw) throws -> Void
    ) throws {
        guard let name = room?.name else { return }
        var isSound = true
        do {
            _ = try EventRow.read(row, room: name)
        } catch is Damage {
            isSound = false
        }
        guard key.seq >= due, isSound || key.seq - due <= Limits.checkGap else {
            return try report(.misplaced(key))
        }
        if key.seq > due { try report(.missing(room: key.room, due...key.seq - 1)) }
        if !isSound { try report(.damaged(key)) }
        due = key.seq + 1
    }
}
