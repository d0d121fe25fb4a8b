import ChatRooms
import ChatWire

/// What the queues of reports (``ReportTable``) and of held messages (``HeldTable``) share: their
/// pages, by ascending numbers.
enum ModerationQueue {
    /// Reads the rows of a page.
    ///
    /// - Parameters:
    ///   - room: `nil` for all rooms
    ///   - user: who asks. Rows about their own messages are left out.
    ///   - sql: the query, of one room or of all. Its parameters are the number before the page,
    ///     the user, the most rows, and the room's id.
    ///   - row: reads a row; `nil` leaves it out
    /// - Returns: at most `limit` rows, and whether there are more
    static func rows<Row>(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int, _ db: any SQLDatabase,
        sql: (_ ofRoom: Bool) -> String, row: (borrowing RawStatement) throws -> Row?
    ) throws -> (rows: [Row], hasMore: Bool) {
        let limit = max(1, limit)
        var id: Int64?
        if let room {
            id = try EventReader.room(room, db)
            if id == nil { return ([], false) }
        }
        let find = try RawStatement(sql(id != nil), in: db)
        find.bind(Int64(clamping: after), at: 1)
        find.bind(user, at: 2)
        find.bind(Int64(limit + 1), at: 3)
        if let id { find.bind(id, at: 4) }
        var rows: [Row] = []
        while try find.step() {
            if let row = try row(find) { rows.append(row) }
        }
        return (Array(rows.prefix(limit)), rows.count > limit)
    }
}
