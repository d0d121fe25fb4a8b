import ChatRooms
import ChatWire

/// The end of a room's log, with what the room's next event needs.
struct RoomEnd {
    var id: Int64
    var generation: UInt64
    var head: Seq
    /// The time of the newest event.
    var at: Int64
    /// `nil` for a room without settings, membership and pins.
    var record: RoomRecord?

    /// Reads the end of a room's log; `nil` for a room without events.
    static func find(_ room: RoomName, _ db: any SQLDatabase) throws -> RoomEnd? {
        try find([room], db)[room]?.get() ?? nil
    }

    /// Reads the ends of several rooms, many with one statement: each statement is a round trip
    /// where the database is another machine.
    ///
    /// - Returns: An entry for each of the rooms; `nil` for one without events.
    static func find(
        _ rooms: some Collection<RoomName>, _ db: any SQLDatabase
    ) throws -> [RoomName: Result<RoomEnd?, Damage>] {
        var found: [RoomName: Result<RoomEnd?, Damage>] = [:]
        for room in rooms { found[room] = .success(nil) }
        for names in Rows.groups(of: rooms.map(\.text)) {
            let find = try RawStatement(names.count == 1 ? selectOne : selectMany, in: db)
            for (index, name) in names.enumerated() { try find.bind(name, at: Int32(index + 1)) }
            while try find.step() {
                guard let room = find.text(0).flatMap({ RoomName($0) }) else { continue }
                do {
                    found[room] = .success(try read(find, room))
                } catch let damage as Damage {
                    found[room] = .failure(damage)
                }
            }
        }
        return found
    }

    private static func read(_ find: borrowing RawStatement, _ room: RoomName) throws -> RoomEnd {
        guard EventKey(room: find.integer(1), seq: 0) != nil else {
            throw Damage("there is no room for room \(find.integer(1))")
        }
        // A time that no event can have is of a damaged row, and is ignored.
        let isTimed = !find.isNull(4) && find.integer(4) <= EventReader.latestTime
        return RoomEnd(
            id: find.integer(1), generation: UInt64(clamping: find.integer(2)),
            head: find.isNull(3) ? 0 : EventKey(number: find.integer(3)).seq, at: isTimed ? find.integer(4) : .min,
            record: find.isNull(5) ? nil : try RoomRecords.read(find, from: 5))
    }

    private static func select(_ count: Int) -> String {
        """
        SELECT room.name, room.id, generation, \(RoomTable.ofHead("id")), \(RoomTable.ofHead("at")), \(RoomRecords.columns)
        FROM room LEFT JOIN room_record ON room_record.room = room.id
        WHERE room.name IN (\(Rows.parameters(count)))
        """
    }

    private static let selectOne = select(1)
    private static let selectMany = select(Limits.databaseRows)

    /// Creates a room's row for its first event.
    static func make(_ room: RoomName, _ space: inout RoomSpace, _ db: any SQLDatabase) throws -> RoomEnd {
        let entry = try space.make(room, db)
        return RoomEnd(id: entry.id, generation: entry.generation, head: 0, at: .min)
    }
}
