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
        guard let entry = try RoomTable.find(room, db) else { return nil }
        let head = try LogReader.head(ofRoom: entry.id, db)
        let at = try LogReader.time(of: head, inRoom: entry.id, db)
        return RoomEnd(
            id: entry.id, generation: entry.generation, head: head, at: at, record: try RoomRecords.read(entry.id, db))
    }

    /// Creates a room's row for its first event.
    static func make(_ room: RoomName, _ db: any SQLDatabase) throws -> RoomEnd {
        let entry = try RoomTable.make(room, db)
        return RoomEnd(id: entry.id, generation: entry.generation, head: 0, at: .min)
    }
}
