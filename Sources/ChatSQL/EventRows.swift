import ChatRooms
import ChatWire

/// Events read by their keys, several with one statement: each statement is a round trip where the
/// database is another machine.
///
/// It reads ahead in the order of the keys it was made with. Ask for them in that order, and for
/// each at most once; some may be left out.
package struct EventRows {
    private var ahead: ArraySlice<EventKey>
    private let names: [Int64: RoomName]
    /// What was read and not asked for yet; `nil` where there is no row.
    private var held: [EventKey: Result<Event?, Damage>] = [:]

    /// - Parameter names: the names of the rooms by their rows
    package init(_ keys: [EventKey], names: [Int64: RoomName]) {
        ahead = keys[...]
        self.names = names
    }

    /// The event as it was said; `nil` where there is none.
    ///
    /// - Throws: ``Damage`` for a row that is not what was written
    package mutating func event(_ key: EventKey, _ db: any SQLDatabase) throws -> Event? {
        if held[key] == nil { try read(from: key, db) }
        return try held.removeValue(forKey: key)?.get() ?? nil
    }

    /// Reads the event and those behind it. What was left out before it is forgotten.
    private mutating func read(from key: EventKey, _ db: any SQLDatabase) throws {
        ahead = ahead.drop { $0 != key }
        let keys = ahead.prefix(Limits.databaseRows)
        ahead = ahead.dropFirst(keys.count)
        held.removeAll(keepingCapacity: true)
        if keys.isEmpty { return }
        for key in keys { held[key] = .success(nil) }
        // Most pages have few changes. One key is read with the statement for one.
        let find = try RawStatement(keys.count == 1 ? Self.selectOne : Self.selectMany, in: db)
        for (index, key) in Rows.filled(Array(keys)).enumerated() { find.bind(key.number, at: Int32(index + 1)) }
        while try find.step() {
            let key = EventKey(number: find.integer(0))
            guard let name = names[key.room] else { throw Damage("room \(key.room) has no name") }
            do {
                held[key] = .success(try EventRow.read(find, room: name))
            } catch let damage as Damage {
                held[key] = .failure(damage)
            }
        }
    }

    private static let selectOne = EventRow.select + " WHERE event.id = ?"
    private static let selectMany =
        EventRow.select + " WHERE event.id IN (\(Rows.parameters(Limits.databaseRows)))"
}
