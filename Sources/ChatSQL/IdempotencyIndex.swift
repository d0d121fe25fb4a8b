import ChatRooms
import ChatWire

/// Finds the event of an idempotency key (device and number): a sparse index.
///
/// A **block** is 64 events in a row of one room. A device's numbers grow along the log, so an
/// entry is needed only where the device continues in another block: one entry instead of one for
/// every message. The entry with the highest number not above the wanted one names the block, and
/// the block is searched. An entry for each message would write another page for each message, in
/// most cases one that no other message of the commit shares (`docs/decisions.md`, "A sparse index
/// of idempotency keys").
package enum IdempotencyIndex {
    package static let blockBits: Int64 = 6

    /// The position of a device in this index.
    package struct Place {
        /// The highest number of the device in the log.
        var highest: UInt64
        /// The block of that number; `nil` if the device has none yet.
        var block: Int64?
    }

    /// Adds the event `key` of a device's number, which is higher than all before.
    package static func add(_ key: EventKey, device: Int64, number: UInt64, _ db: any SQLDatabase) throws {
        let insert = try RawStatement("INSERT INTO intent (device, number, event) VALUES (?, ?, ?)", in: db)
        insert.bind(device, at: 1)
        insert.bind(Int64(clamping: number), at: 2)
        insert.bind(key.number, at: 3)
        try insert.run()
    }

    /// How far a device has come.
    package static func last(of device: Int64, _ db: any SQLDatabase) throws -> Place {
        guard let block = try block(device, upTo: .max, db) else { return Place(highest: 0, block: nil) }
        let find = try RawStatement("SELECT max(number) FROM event WHERE id BETWEEN ? AND ? AND device = ?", in: db)
        bind(block, to: find)
        find.bind(device, at: 3)
        guard try find.step(), !find.isNull(0) else { throw Damage("the messages of device \(device) are missing") }
        return Place(highest: UInt64(clamping: find.integer(0)), block: block)
    }

    /// What was accepted under a number.
    package enum Found {
        case nothing
        /// An event, as it was said.
        case event(room: RoomName, Event)
        /// An event of a room that was removed.
        case removed
    }

    package static func find(device: Int64, number: UInt64, _ db: any SQLDatabase) throws -> Found {
        let number = Int64(clamping: number)
        guard let block = try block(device, upTo: number, db) else { return .nothing }
        let find = try RawStatement(
            EventRow.select + " WHERE event.id BETWEEN ? AND ? AND event.device = ? AND number = ?", in: db)
        bind(block, to: find)
        find.bind(device, at: 3)
        find.bind(number, at: 4)
        guard try find.step() else { return .nothing }
        let id = EventKey(number: find.integer(0)).room
        if try RoomTable.isNameless(id, db) { return .removed }
        let room = try LogReader.name(ofRoom: id, db)
        return .event(room: room, try EventRow.read(find, room: room))
    }

    private static func block(_ device: Int64, upTo number: Int64, _ db: any SQLDatabase) throws -> Int64? {
        let find = try RawStatement(
            "SELECT event FROM intent WHERE device = ? AND number <= ? ORDER BY number DESC LIMIT 1", in: db)
        find.bind(device, at: 1)
        find.bind(number, at: 2)
        return try find.step() ? EventKey(number: find.integer(0)).block : nil
    }

    private static func bind(_ block: Int64, to find: borrowing RawStatement) {
        find.bind(block << blockBits, at: 1)
        find.bind(block << blockBits | (1 << blockBits - 1), at: 2)
    }
}

extension EventKey {
    /// The block that the event is in, as one number over all rooms.
    package var block: Int64 { number >> IdempotencyIndex.blockBits }
}
