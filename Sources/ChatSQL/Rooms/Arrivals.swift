import ChatRooms
import ChatWire

/// Reads what a server needs to know of people and rooms (``ChatRooms/Arrival``), many with one
/// statement.
enum Arrivals {
    /// - Returns: In the order of `people`; `nil` for one that is damaged.
    static func read(_ people: [PersonInRoom], epoch: Epoch, _ db: any SQLDatabase) throws -> [Arrival?] {
        var found: [PersonInRoom: Arrival] = [:]
        for group in Rows.groups(of: people) {
            let find = try RawStatement(group.count == 1 ? selectOne : selectMany, in: db)
            for (index, person) in group.enumerated() {
                try find.bind(person.room.text, at: Int32(2 * index + 1))
                find.bind(person.user, at: Int32(2 * index + 2))
            }
            while try find.step() {
                guard let room = find.text(0).flatMap({ RoomName($0) }), let user: UserID = find.id(1) else { continue }
                do {
                    found[PersonInRoom(room: room, user: user)] = try arrival(find, epoch)
                } catch is Damage {}
            }
        }
        return people.map { found[$0] }
    }

    private static func arrival(_ find: borrowing RawStatement, _ epoch: Epoch) throws -> Arrival {
        let standing = find.isNull(8) ? Standing() : RoomRecords.readStanding(find, from: 8)
        let record = find.isNull(13) ? nil : try RoomRecords.read(find, from: 13)
        return Arrival(
            position: Position(
                epoch: epoch.ofRooms(UInt64(clamping: find.integer(2))),
                seq: find.isNull(3) ? 0 : EventKey(number: find.integer(3)).seq),
            info: record?.info(standing) ?? (standing.isNotable ? RoomInfo(standing: standing) : nil),
            mark: find.isNull(4) ? nil : MarkTable.point(find, from: 4),
            keepsReadsPrivate: find.text(6).map { Choices.profile(json: $0).keepsReadsPrivate } ?? false)
    }

    // A group's record is not read for strangers, and a place is looked up although the room is not
    // there: so nobody learns from the time whether a group exists.
    private static func select(_ count: Int) -> String {
        """
        SELECT asked.column1, asked.column2, coalesce(generation, (SELECT value FROM meta WHERE key = 'generation'), 0),
        \(RoomTable.ofHead("id")), mark.seq, mark.at, profile.change, room.id,
        membership, role, since, banned, muted, \(RoomRecords.columns)
        FROM (VALUES \(Rows.parameters(count, each: "(?, ?)"))) AS asked
        LEFT JOIN room ON room.name = asked.column1
        LEFT JOIN place ON place.room = coalesce(room.id, -1) AND place.user = asked.column2
        LEFT JOIN room_record ON room_record.room = room.id AND (room.open = 1 OR place.user IS NOT NULL)
        LEFT JOIN mark ON mark.room = room.id AND mark.user = asked.column2
        LEFT JOIN profile ON profile.user = asked.column2
        """
    }

    private static let selectOne = select(1)
    private static let selectMany = select(Limits.databaseRows)
}
