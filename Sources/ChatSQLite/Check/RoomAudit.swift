import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Checks that what follows from rooms' events can be read: their settings, pins and links.
enum RoomAudit {
    static func flaws(_ db: Database) throws -> [Finding] {
        try unreadable(db).map { Finding("the settings of this room are damaged", room: $0.name.text) }
    }

    /// Folds the logs of these rooms again.
    static func restore(_ db: Database) throws {
        for room in try unreadable(db) {
            var record = RoomRecord()
            var standings: [UserID: Standing] = [:]
            for event in try changes(of: room, db) {
                let changed = record.fold(event, of: room.name) { standings[$0] ?? Standing() }
                if let changed { standings[changed.user] = changed.standing }
            }
            try RoomRecords.write(record, room.id, db)
        }
    }

    private static func unreadable(_ db: Database) throws -> [(id: Int64, name: RoomName)] {
        let find = try RawStatement(
            "SELECT id, name FROM room JOIN room_record ON room_record.room = room.id WHERE \(RoomTable.isNamed)",
            in: db)
        var rooms: [(id: Int64, name: RoomName)] = []
        while try find.step() {
            if let name = find.text(1).flatMap({ RoomName($0) }) { rooms.append((find.integer(0), name)) }
        }
        return try rooms.filter { try RoomRecords.readable($0.id, db) == nil }
    }

    /// The events that change a room, in order, without those that can't be read.
    private static func changes(of room: (id: Int64, name: RoomName), _ db: Database) throws -> [Event] {
        let list = ContentColumns.Kind.allCases.filter(\.changesRoom).map { "\($0.rawValue)" }.joined(separator: ", ")
        let find = try RawStatement(
            EventRow.select + " WHERE event.id > ? AND event.id < ? AND kind IN (\(list)) ORDER BY event.id", in: db)
        find.bind(room.id << Int64(EventKey.seqBits), at: 1)
        find.bind((room.id + 1) << Int64(EventKey.seqBits), at: 2)
        var events: [Event] = []
        while try find.step() { if let event = try? EventRow.read(find, room: room.name) { events.append(event) } }
        return events
    }
}
