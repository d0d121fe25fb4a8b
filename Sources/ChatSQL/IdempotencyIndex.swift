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

    /// Columns of a statement on `device`: the event that begins the device's last block, and its
    /// highest number there. NULL for a device without events.
    static let columnsOfLast = """
        (SELECT event FROM intent WHERE intent.device = device.id ORDER BY number DESC LIMIT 1),
        (SELECT max(event.number) FROM event, (
            SELECT intent.event >> \(blockBits) << \(blockBits) AS first FROM intent
            WHERE intent.device = device.id ORDER BY intent.number DESC LIMIT 1
        ) AS block WHERE event.id BETWEEN block.first AND block.first + \(1 << blockBits - 1)
        AND event.device = device.id)
        """

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
        let room = try EventReader.name(ofRoom: id, db)
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
