import ChatRooms
import ChatWire

/// Finds rooms in which nothing has happened for some time.
enum QuietRooms {
    private static let pageSQL = """
        SELECT id, name FROM room WHERE name > ?1 AND name < '@' AND \(RoomTable.isNamed)
        UNION ALL
        SELECT id, name FROM room WHERE name > ?2 AND \(RoomTable.isNamed)
        ORDER BY name LIMIT \(Limits.forgettingScan)
        """

    /// Looks at ``ChatWire/Limits/forgettingScan`` rooms, in the order of their names. Users' own
    /// logs, whose names begin with `@`, are not rooms in which people talk. The two ranges of the
    /// query leave them out.
    ///
    /// - Returns: The quiet ones among them, and where the next call begins: `nil` at the end.
    static func read(
        since: Int64, after room: RoomName?, _ db: any SQLDatabase
    ) throws -> (rooms: [RoomName], last: RoomName?) {
        let rows = try RawStatement(pageSQL, in: db)
        let from = room?.text ?? ""
        try rows.bind(from, at: 1)
        try rows.bind(from.utf8.lexicographicallyPrecedes("A".utf8) ? "A" : from, at: 2)
        var seen: [(id: Int64, name: RoomName)] = []
        while try rows.step() {
            if let name = rows.text(1).flatMap({ RoomName($0) }) { seen.append((rows.integer(0), name)) }
        }
        let quiet = try seen.filter { id, _ in
            try isQuiet(id, since: since, head: EventReader.head(ofRoom: id, db), db)
        }
        return (quiet.map(\.name), seen.last?.name)
    }

    /// Whether a room has had no event since a time. A room whose newest event has no readable
    /// time does not count as quiet.
    static func isQuiet(_ id: Int64, since: Int64, head: Seq, _ db: any SQLDatabase) throws -> Bool {
        let newest = try EventReader.time(of: head, inRoom: id, db)
        return newest > .min && newest < since
    }
}
