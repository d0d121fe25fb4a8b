import ChatRooms
import ChatWire

/// How far a device has come in its numbers, and its row.
struct DeviceEnd {
    struct Key: Hashable {
        var user: UserID
        var device: DeviceID
    }

    var id: Int64
    var last: IdempotencyIndex.Place
    /// The highest number in deleted rooms.
    var floor: UInt64
    /// Whether the device has ever had rows in `held`. Most have none, and nothing is looked up.
    var hasHeld: Bool
    /// Whether the row was made for a draft that is not written yet.
    var isNew = false

    /// Reads the device's row. It is created with the device's first message.
    static func findOrMake(_ key: Key, _ db: any SQLDatabase) throws -> DeviceEnd {
        let find = try RawStatement(
            """
            SELECT id, floor, EXISTS (SELECT 1 FROM held WHERE held.device = device.id)
            FROM device WHERE user = ? AND device = ?
            """, in: db)
        find.bind(key.user, at: 1)
        find.bind(key.device, at: 2)
        if try find.step() {
            let (id, floor) = (find.integer(0), UInt64(clamping: find.integer(1)))
            let hasHeld = find.integer(2) != 0
            var last = try IdempotencyIndex.last(of: id, db)
            last.highest = max(last.highest, floor)
            return DeviceEnd(id: id, last: last, floor: floor, hasHeld: hasHeld)
        }
        let insert = try RawStatement("INSERT INTO device (user, device) VALUES (?, ?) RETURNING id", in: db)
        insert.bind(key.user, at: 1)
        insert.bind(key.device, at: 2)
        guard try insert.step() else { throw Damage("a device has no row") }
        return DeviceEnd(
            id: insert.integer(0), last: IdempotencyIndex.Place(highest: 0, block: nil), floor: 0, hasHeld: false,
            isNew: true)
    }

    /// Takes back the row of a device whose first draft was refused: anybody can make up any number
    /// of devices.
    func remove(_ db: any SQLDatabase) throws {
        let delete = try RawStatement("DELETE FROM device WHERE id = ?", in: db)
        delete.bind(id, at: 1)
        try delete.run()
    }
}
