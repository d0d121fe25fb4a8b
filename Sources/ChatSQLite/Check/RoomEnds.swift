import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Finds rooms that lost events at their end, as far as other tables show it: the index of
/// idempotency keys, files and read marks.
enum RoomEnds {
    static func flaws(_ db: Database) throws -> [LogFlaw] {
        let known = try knownEnds(db)
        let ids = try RawStatement(
            "SELECT id FROM room WHERE id >= 0 AND id < 1 << \(EventKey.roomBits) AND \(RoomTable.isNamed)", in: db)
        var flaws: [LogFlaw] = []
        while try ids.step() {
            let room = ids.integer(0)
            let head = try EventReader.head(ofRoom: room, db)
            // A room is created for its first event.
            var end = max(known[room] ?? 0, 1)
            if end > head, end - head > Limits.checkGap { end = max(head, 1) }
            if head < end { flaws.append(.missing(room: room, head + 1...end)) }
        }
        return flaws
    }

    /// The highest referenced event number of each room. An index entry whose message stands
    /// elsewhere in the log is wrong, and does not count.
    private static func knownEnds(_ db: Database) throws -> [Int64: Seq] {
        let find = try RawStatement(
            """
            SELECT room, max(seq) FROM (
                SELECT room, max(seq) AS seq FROM mark GROUP BY room
                UNION ALL SELECT event >> \(EventKey.seqBits), max(event) & \(1 << EventKey.seqBits - 1) FROM (
                    SELECT intent.* FROM intent LEFT JOIN event ON event.id = intent.event WHERE event.id IS NULL
                ) WHERE (device, number) NOT IN (SELECT device, number FROM event WHERE device IS NOT NULL) GROUP BY 1
                UNION ALL SELECT message >> \(EventKey.seqBits), max(message) & \(1 << EventKey.seqBits - 1) FROM file
                WHERE message IS NOT NULL GROUP BY 1
            ) GROUP BY room
            """, in: db)
        var ends: [Int64: Seq] = [:]
        while try find.step() { ends[find.integer(0)] = find.seq(1) }
        return ends
    }
}
