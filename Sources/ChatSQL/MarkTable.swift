import ChatWire

/// The table of read marks: how far each user has read each room.
package enum MarkTable {
    /// Stores a mark, unless the user has read further.
    package static func keep(_ user: UserID, _ point: ReadPoint, in room: Int64, _ db: any SQLDatabase) throws {
        let upsert = try RawStatement(
            """
            INSERT INTO mark (room, user, seq, at) VALUES (?, ?, ?, ?)
            ON CONFLICT (room, user) DO UPDATE SET seq = excluded.seq, at = excluded.at WHERE excluded.seq > mark.seq
            """, in: db)
        upsert.bind(room, at: 1)
        upsert.bind(user, at: 2)
        upsert.bind(seq: point.seq, at: 3)
        upsert.bind(point.at, at: 4)
        try upsert.run()
    }

    package static func read(_ user: UserID, in room: RoomName, _ db: any SQLDatabase) throws -> ReadPoint? {
        let find = try RawStatement(
            "SELECT seq, at FROM mark JOIN room ON room.id = mark.room WHERE room.name = ? AND user = ?", in: db)
        try find.bind(room.text, at: 1)
        find.bind(user, at: 2)
        return try find.step() ? point(find, from: 0) : nil
    }

    /// - Parameter first: the column of `seq`, which `at` follows
    static func point(_ select: borrowing RawStatement, from first: Int32) -> ReadPoint {
        ReadPoint(
            select.seq(first),
            at: select.isNull(first + 1) ? nil : select.integer(first + 1))
    }

    /// Marks of a room, sorted by user, after that of `user`.
    package static func page(
        of room: Int64, after user: UserID?, most: Int, _ db: any SQLDatabase
    ) throws -> [(user: UserID, point: ReadPoint)] {
        let find = try RawStatement(
            "SELECT user, seq, at FROM mark WHERE room = ?1 AND user > ?2 ORDER BY user LIMIT ?3",
            in: db)
        find.bind(room, at: 1)
        // Every blob comes after the empty text.
        if let user { find.bind(user, at: 2) } else { try find.bind("", at: 2) }
        find.bind(Int64(most), at: 3)
        var marks: [(user: UserID, point: ReadPoint)] = []
        while try find.step() {
            // A damaged id belongs to nobody.
            if let user: UserID = find.id(0) { marks.append((user, point(find, from: 1))) }
        }
        return marks
    }
}
