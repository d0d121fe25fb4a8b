import ChatRooms
import ChatWire

/// How far a device has come in its numbers, and its row.
struct DeviceEnd {
    struct Key: Hashable {
        var user: UserID
        var device: DeviceID
    }

    /// `nil` for a device without a row: anybody can make up any number of devices.
    var id: Int64?
    var last: IdempotencyIndex.Place
    /// The highest number in deleted rooms.
    var floor: UInt64
    /// Whether the device has ever had rows in `held`. Most have none, and nothing is looked up.
    var hasHeld: Bool

    /// The end of a device without a row.
    static let none = DeviceEnd(
        id: nil, last: IdempotencyIndex.Place(highest: 0, block: nil), floor: 0, hasHeld: false)

    /// Reads the device's row.
    static func find(_ key: Key, _ db: any SQLDatabase) throws -> DeviceEnd {
        try find([key], db)[key]?.get() ?? none
    }

    /// Makes a device's row, with its first message.
    static func make(_ key: Key, _ db: any SQLDatabase) throws -> Int64 {
        let insert = try RawStatement("INSERT INTO device (user, device) VALUES (?, ?) RETURNING id", in: db)
        insert.bind(key.user, at: 1)
        insert.bind(key.device, at: 2)
        guard try insert.step() else { throw Damage("a device has no row") }
        return insert.integer(0)
    }

    /// Reads the rows of several devices, many with one statement.
    ///
    /// - Returns: An entry for each of the devices.
    static func find(_ keys: [Key], _ db: any SQLDatabase) throws -> [Key: Result<DeviceEnd, Damage>] {
        var found: [Key: Result<DeviceEnd, Damage>] = [:]
        for key in keys { found[key] = .success(none) }
        for group in Rows.groups(of: keys) {
            let find = try RawStatement(group.count == 1 ? selectOne : selectMany, in: db)
            for (index, key) in group.enumerated() {
                find.bind(key.user, at: Int32(2 * index + 1))
                find.bind(key.device, at: Int32(2 * index + 2))
            }
            while try find.step() {
                guard let user: UserID = find.id(0), let device: DeviceID = find.id(1) else { continue }
                found[Key(user: user, device: device)] = read(find)
            }
        }
        return found
    }

    private static func read(_ find: borrowing RawStatement) -> Result<DeviceEnd, Damage> {
        let (id, floor) = (find.integer(2), UInt64(clamping: find.integer(3)))
        var last = IdempotencyIndex.Place(highest: floor, block: nil)
        if !find.isNull(5) {
            guard !find.isNull(6) else { return .failure(Damage("the messages of device \(id) are missing")) }
            last.highest = max(UInt64(clamping: find.integer(6)), floor)
            last.block = EventKey(number: find.integer(5)).block
        }
        return .success(DeviceEnd(id: id, last: last, floor: floor, hasHeld: find.integer(4) != 0))
    }

    private static func select(_ count: Int) -> String {
        """
        SELECT user, device.device, id, floor, EXISTS (SELECT 1 FROM held WHERE held.device = device.id),
        \(IdempotencyIndex.columnsOfLast)
        FROM (VALUES \(Rows.parameters(count, each: "(?, ?)"))) AS asked
        JOIN device ON device.user = asked.column1 AND device.device = asked.column2
        """
    }

    private static let selectOne = select(1)
    private static let selectMany = select(Limits.databaseRows)
}
