import ChatRooms
import ChatSQL
import ChatWire
import GRDB

extension IdempotencyIndex {
    /// The row of a device. It is created if necessary.
    static func device(_ user: UserID, _ device: DeviceID, _ db: Database) throws -> Int64 {
        let find = try RawStatement("SELECT id FROM device WHERE user = ? AND device = ?", in: db)
        find.bind(user, at: 1)
        find.bind(device, at: 2)
        if try find.step() { return find.integer(0) }
        let insert = try RawStatement("INSERT INTO device (user, device) VALUES (?, ?)", in: db)
        insert.bind(user, at: 1)
        insert.bind(device, at: 2)
        try insert.run()
        return db.lastInsertedRowID
    }

    /// Rebuilds the index from a log in which a device's numbers may be in any order.
    static func rebuild(_ db: Database) throws {
        try dropRepeated(db)
        try db.execute(
            sql: """
                DELETE FROM intent;
                INSERT INTO intent SELECT device, number, id FROM (
                    SELECT device, number, id, lag(id >> \(blockBits)) OVER (PARTITION BY device ORDER BY number) AS before
                    FROM event WHERE device IS NOT NULL
                ) WHERE before IS NOT (id >> \(blockBits));
                """)
    }

    /// Two merged logs may use the same number of a device for different events. The first event in
    /// this log keeps it.
    private static func dropRepeated(_ db: Database) throws {
        let find = try RawStatement(
            """
            SELECT id FROM (
                SELECT id, row_number() OVER (PARTITION BY device, number ORDER BY id) AS turn FROM event WHERE device IS NOT NULL
            ) WHERE turn > 1
            """, in: db)
        var repeated: [EventKey] = []
        while try find.step() { repeated.append(EventKey(number: find.integer(0))) }
        for key in repeated {
            let room = try EventReader.name(ofRoom: key.room, db)
            guard var event = try EventReader.event(key, room: room, db) else { continue }
            event.idempotencyKey = nil
            try EventRow.dropIdempotencyKey(of: event, key: key, room: room, db)
        }
    }
}
