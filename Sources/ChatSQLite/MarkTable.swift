import ChatWire
import GRDB

/// The table of read marks: how far each user has read each room.
enum MarkTable {
    /// Stores a mark, unless the user has read further.
    static func keep(_ user: UserID, at seq: UInt64, in room: Int64, _ db: Database) throws {
        let upsert = try RawStatement(
            """
            INSERT INTO mark (room, user, seq) VALUES (?, ?, ?)
            ON CONFLICT (room, user) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seq
            """, in: db)
        upsert.bind(room, at: 1)
        upsert.bind(user, at: 2)
        upsert.bind(Int64(clamping: seq), at: 3)
        try upsert.run()
    }

    /// Marks of a room, sorted by user, after that of `user`.
    static func page(
        of room: Int64, after user: UserID?, most: Int, _ db: Database
    ) throws -> [(user: UserID, seq: UInt64)] {
        let find = try RawStatement(
            "SELECT user, seq FROM mark WHERE room = ?1 AND (?2 IS NULL OR user > ?2) ORDER BY user LIMIT ?3", in: db)
        find.bind(room, at: 1)
        if let user { find.bind(user, at: 2) } else { find.bind(nil as Int64?, at: 2) }
        find.bind(Int64(most), at: 3)
        var marks: [(user: UserID, seq: UInt64)] = []
        while try find.step() {
            // A damaged id belongs to nobody.
            if let user: UserID = find.id(0) { marks.append((user, UInt64(clamping: find.integer(1)))) }
        }
        return marks
    }
}
