import ChatRooms
import ChatWire
import GRDB

/// Removes a room: its events, its read marks, the records of its files, and its place among the rooms a log may have.
///
/// Many small transactions, from the newest event to the oldest, so that what an interruption leaves is a shorter room. Of the devices that wrote in it
/// the highest number stays (`floor`): a send that was accepted there is never accepted again.
public struct RoomDeletion {
    /// What was removed.
    public struct Summary: Hashable, Sendable {
        public internal(set) var events: UInt64 = 0
        /// The places of its files: their bytes are to be removed.
        public internal(set) var files: [FilePlace] = []
    }

    private let room: Int64
    private(set) var summary = Summary()

    /// - Returns: `nil` where there is no such room.
    init?(_ name: RoomName, _ db: Database) throws {
        guard let id = try LogReader.room(name, db) else { return nil }
        room = id
    }

    /// Removes the newest events that are left, and with the last of them the room. To be called in a transaction, with foreign keys off: there is no
    /// index by which SQLite could check that nothing leads to an event, and what does is removed here.
    ///
    /// - Returns: whether anything is left.
    mutating func removeNext(_ db: Database) throws -> Bool {
        let head = try LogReader.head(ofRoom: room, db)
        let first = head > Limits.roomDeletionBatch ? head - Limits.roomDeletionBatch + 1 : 1
        if head > 0 {
            guard let lower = EventKey(room: room, seq: first), let upper = EventKey(room: room, seq: head) else {
                throw Damage("room \(room) is full")
            }
            try remove(lower, upper, db)
            summary.events += head - first + 1
        }
        guard first == 1 else { return true }
        for table in ["mark", "imported", "retained"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE room = ?", arguments: [room])
        }
        try db.execute(sql: "DELETE FROM room WHERE id = ?", arguments: [room])
        return false
    }

    private mutating func remove(_ lower: EventKey, _ upper: EventKey, _ db: Database) throws {
        let range: StatementArguments = ["lower": lower.number, "upper": upper.number]
        try db.execute(
            sql: """
                UPDATE device SET floor = max(floor, said.number) FROM (
                    SELECT device AS id, max(number) AS number FROM event
                    WHERE id BETWEEN :lower AND :upper AND device IS NOT NULL GROUP BY device
                ) AS said WHERE device.id = said.id
                """, arguments: range)
        try db.execute(
            sql: """
                DELETE FROM intent WHERE event BETWEEN :lower AND :upper AND (device, number) IN (
                    SELECT device, number FROM event WHERE id BETWEEN :lower AND :upper AND device IS NOT NULL
                )
                """, arguments: range)
        for json in try String.fetchAll(
            db, sql: "SELECT attachment FROM event WHERE id BETWEEN :lower AND :upper AND attachment IS NOT NULL",
            arguments: range)
        {
            // One that can't be read leads to no file: its bytes are found by a start of the server once nothing has their record.
            guard let attachment = try? Attachment(json: Array(json.utf8)) else { continue }
            summary.files += try FileTable.forget(attachment.id, db)
        }
        try db.execute(sql: "DELETE FROM event WHERE id BETWEEN :lower AND :upper", arguments: range)
    }
}
