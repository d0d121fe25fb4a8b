import ChatRooms

/// What is recorded of the wall clock, in ``MetaTable``.
enum ClockTable {
    static func write(_ record: ClockRecord, _ db: any SQLDatabase) throws {
        // Also where it is not believed yet: an event that a wrong clock writes must not become the
        // time that the next start compares it with.
        if let believed = record.believed { try MetaTable.write(.expiry, believed, db) }
        try MetaTable.write(.doubted, record.doubted ?? 0, db)
    }

    static func read(now: Int64, _ db: any SQLDatabase) throws -> ClockRecord {
        let doubted = try MetaTable.read(.doubted, db) ?? 0
        return ClockRecord(
            believed: try MetaTable.read(.expiry, db) ?? newestTime(now: now, db),
            doubted: doubted > 0 ? doubted : nil)
    }

    /// The newest time of an event that can be right.
    private static func newestTime(now: Int64, _ db: any SQLDatabase) throws -> Int64? {
        let newest = try RawStatement(
            """
            SELECT (SELECT at FROM event WHERE event.id < (room.id + 1) << \(EventKey.seqBits) ORDER BY id DESC LIMIT 1)
            FROM room
            """, in: db)
        var times: [Int64] = []
        while try newest.step() { if !newest.isNull(0) { times.append(newest.integer(0)) } }
        return times.filter { $0.isBelievable(at: now) }.max()
    }
}
