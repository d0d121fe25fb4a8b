import ChatRooms
import ChatWire
import GRDB

/// Reads a whole database and holds it against what a log promises. Bounded memory, one pass.
enum LogAudit {
    /// - Returns: how many events all rooms have.
    /// - Throws: ``Damage`` at the first thing that is not as it was written: a page, an index, a row's checksum, a gap in a room's numbers.
    static func run(_ db: Database, progress: (UInt64) -> Void = { _ in }) throws -> UInt64 {
        let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
        guard found == "ok" else {
            throw Damage((found ?? "no answer from SQLite").split(separator: "\n").joined(separator: " "))
        }
        let rows = try RawStatement(EventRow.select + " ORDER BY event.id", in: db)
        var count: UInt64 = 0
        var before = EventKey(number: -1)
        var room = RoomName.lobby
        while try rows.step() {
            let key = EventKey(number: rows.integer(0))
            let isNext = key.room == before.room
            if !isNext { room = try LogReader.name(ofRoom: key.room, db) }
            guard key.seq == (isNext ? before.seq + 1 : 1) else {
                throw Damage("a message before \(key.seq) of room \(room.text) is missing")
            }
            _ = try EventRow.read(rows, room: room)
            before = key
            count += 1
            if count % 4_096 == 0 { progress(count) }
        }
        return count
    }
}
