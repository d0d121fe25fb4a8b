import ChatRooms
import ChatWire

/// The table `draft`: what each user has written for each room and not sent, the newest only.
enum KeptDrafts {
    static func keep(_ draft: KeptDraft, _ db: any SQLDatabase) throws {
        if draft.text.isEmpty {
            let delete = try RawStatement("DELETE FROM draft WHERE user = ? AND room = ?", in: db)
            delete.bind(draft.user, at: 1)
            try delete.bind(draft.room.text, at: 2)
            return try delete.run()
        }
        let upsert = try RawStatement(
            """
            INSERT INTO draft (user, room, text, at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (user, room) DO UPDATE SET text = ?3, at = ?4
            """, in: db)
        upsert.bind(draft.user, at: 1)
        try upsert.bind(draft.room.text, at: 2)
        try upsert.bind(draft.text, at: 3)
        upsert.bind(draft.at, at: 4)
        try upsert.run()
        try dropOldest(of: draft.user, but: draft.room, db)
    }

    /// Empty if there is none.
    static func read(of user: UserID, _ room: RoomName, _ db: any SQLDatabase) throws -> String {
        let find = try RawStatement("SELECT text FROM draft WHERE user = ? AND room = ?", in: db)
        find.bind(user, at: 1)
        try find.bind(room.text, at: 2)
        return try find.step() ? find.text(0) ?? "" : ""
    }

    /// Removes drafts for a room that is removed.
    ///
    /// - Returns: how many
    static func remove(for room: RoomName, most: UInt64, _ db: any SQLDatabase) throws -> UInt64 {
        let delete = try RawStatement(
            "DELETE FROM draft WHERE (user, room) IN (SELECT user, room FROM draft WHERE room = ? LIMIT ?)", in: db)
        try delete.bind(room.text, at: 1)
        delete.bind(Int64(clamping: most), at: 2)
        return UInt64(clamping: try delete.runCounting())
    }

    /// Removes drafts for a room that were written before a time.
    ///
    /// - Returns: how many
    static func expire(for room: RoomName, before cutoff: Int64, most: Int, _ db: any SQLDatabase) throws -> Int {
        let delete = try RawStatement(
            """
            DELETE FROM draft
            WHERE (user, room) IN (SELECT user, room FROM draft WHERE room = ? AND at < ? LIMIT ?)
            """, in: db)
        try delete.bind(room.text, at: 1)
        delete.bind(cutoff, at: 2)
        delete.bind(Int64(most), at: 3)
        return try delete.runCounting()
    }

    /// Removes all drafts of a user, as a part of the user's erasure.
    static func forget(_ user: UserID, _ db: any SQLDatabase) throws {
        let delete = try RawStatement("DELETE FROM draft WHERE user = ?", in: db)
        delete.bind(user, at: 1)
        try delete.run()
    }

    /// Deletes the user's oldest draft, if there are too many. Does not wait for an answer.
    private static func dropOldest(of user: UserID, but room: RoomName, _ db: any SQLDatabase) throws {
        let delete = try RawStatement(
            """
            DELETE FROM draft WHERE user = ?1 AND room = (
                SELECT room FROM draft WHERE user = ?1 AND room <> ?2 ORDER BY at, room LIMIT 1
            ) AND (SELECT count(*) FROM draft WHERE user = ?1) > \(Limits.draftsPerUser)
            """, in: db)
        delete.bind(user, at: 1)
        try delete.bind(room.text, at: 2)
        try delete.run()
    }
}
