import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Finds read marks that nobody can have set.
///
/// A mark a little beyond the end of its room is a trace of lost events, which ``RoomEnds``
/// reports. A mark that is wrong within its room can't be told from a right one.
enum MarkAudit {
    private static let senseless = """
        seq < 1 OR length(user) <> 16 OR room NOT IN (SELECT id FROM room)
        OR seq - \(Limits.checkGap) > (
            SELECT coalesce(max(id), 0) & \(1 << EventKey.seqBits - 1) FROM event
            WHERE id >= mark.room << \(EventKey.seqBits) AND id < (mark.room + 1) << \(EventKey.seqBits)
        )
        """

    static func flaws(_ db: Database) throws -> [Finding] {
        let find = try RawStatement("SELECT room, seq FROM mark WHERE \(senseless)", in: db)
        var marks: [(room: Int64, seq: Int64)] = []
        while try find.step() { marks.append((find.integer(0), find.integer(1))) }
        return marks.map { Finding("read mark \($0.seq) is damaged", room: Finding.name(ofRoom: $0.room, db)) }
    }

    /// Removes them.
    ///
    /// - Returns: what is lost
    static func remove(_ db: Database) throws -> [Finding] {
        let losses = try flaws(db).map(\.lost)
        try RawStatement("DELETE FROM mark WHERE \(senseless)", in: db).run()
        return losses
    }
}
