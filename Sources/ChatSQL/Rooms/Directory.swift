import ChatRooms
import ChatWire

/// Reads the directory. Groups, direct rooms and rooms that are being removed are not in its index,
/// so neither what it shows nor how long it takes depends on them.
enum Directory {
    static func read(
        matching search: WordSearch, after room: RoomName?, limit: Int, scan: Int, _ db: any SQLDatabase
    ) throws -> (rooms: [DirectoryEntry], next: RoomName?) {
        let rows = try RawStatement(
            """
            SELECT room.id, room.name, room_record.settings
            FROM room INDEXED BY room_open LEFT JOIN room_record ON room_record.room = room.id
            WHERE open = 1 AND name > ? ORDER BY name LIMIT ?
            """, in: db)
        try rows.bind(room?.text ?? "", at: 1)
        // PostgreSQL sends all rows at once. Twice as many as are looked at, as rows with a damaged
        // name are passed over.
        rows.bind(2 * Int64(max(1, min(scan, Int(Int32.max)))), at: 2)
        var page = DirectoryScan(limit: limit, scan: scan)
        while try rows.step() {
            guard let name = rows.text(1).flatMap({ RoomName($0) }) else { continue }
            let settings = RoomRecords.settings(json: rows.text(2))
            guard page.looks(at: name, settings) else { break }
            guard search.matches(name, settings), let at = try time(ofRoom: rows.integer(0), db) else { continue }
            page.add(name, settings, at: at)
        }
        return page.result
    }

    /// `nil` for a room without events.
    private static func time(ofRoom id: Int64, _ db: any SQLDatabase) throws -> Int64? {
        let head = try EventReader.head(ofRoom: id, db)
        return head == 0 ? nil : max(0, try EventReader.time(of: head, inRoom: id, db))
    }
}
