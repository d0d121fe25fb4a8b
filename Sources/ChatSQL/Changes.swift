import ChatWire

/// The changes of one message: where the index says they are.
package struct Changes {
    /// How many there are: edits and reactions. Replies and deletions are not among them.
    package private(set) var count = 0
    package private(set) var edits: [EventKey] = []
    /// Those of which each counts, in their order: reactions.
    private var marks: [EventKey] = []

    /// Reads the changes of the messages from `lower` to `upper`, by the numbers of their keys.
    /// Messages without changes are left out. It begins at one end, and stops where a page ends
    /// (``ChatWire/Limits/pageChanges``).
    ///
    /// It reads the index alone. Most messages have no changes, and then this is all that a page
    /// costs extra.
    package static func read(
        _ lower: EventKey, _ upper: EventKey, descending: Bool, _ db: any SQLDatabase
    ) throws -> [Int64: Changes] {
        let find = try RawStatement(
            "SELECT target, kind, id FROM event INDEXED BY event_by_target WHERE target BETWEEN ? AND ? ORDER BY target"
                + (descending ? " DESC" : ""), in: db)
        find.bind(lower.number, at: 1)
        find.bind(upper.number, at: 2)
        var changes: [Int64: Changes] = [:]
        var total = 0
        while try find.step() {
            let target = find.integer(0)
            if total >= Limits.pageChanges, changes[target] == nil { break }
            let isCounted = changes[target, default: Changes()].add(
                EventKey(number: find.integer(2)), kind: find.integer(1))
            if isCounted { total += 1 }
        }
        return changes
    }

    /// Adds a change. Returns whether it counts.
    private mutating func add(_ key: EventKey, kind: Int64) -> Bool {
        switch ContentColumns.Kind(rawValue: kind)?.change {
        case .text: edits.append(key)
        case .mark: marks.append(key)
        case nil: return false
        }
        count += 1
        return true
    }

    /// Folds the changes into the message: the newest edit, and all reactions in order.
    ///
    /// - Parameter damaged: If given, a damaged reaction is recorded there and left out.
    /// - Throws: ``Damage`` if the newest edit is damaged: then the message's text is unknown.
    package func fold(
        into event: inout Event, room: RoomName, noting damaged: DamagedRows? = nil, _ db: any SQLDatabase
    ) throws {
        guard case .message = event.content else { return }
        for change in try effective(room: room, noting: damaged, db) { event.fold(change) }
    }

    /// The newest edit and all reactions, in order.
    package func effective(room: RoomName, noting damaged: DamagedRows? = nil, _ db: any SQLDatabase) throws -> [Event]
    {
        let newest = edits.max { $0.number < $1.number }
        let keys = (marks + (newest.map { [$0] } ?? [])).sorted { $0.number < $1.number }
        return try keys.compactMap { key in
            do {
                guard let change = try LogReader.event(key, room: room, db) else {
                    throw Damage("event \(key.seq) of room \(room.text) is missing", key)
                }
                return change
            } catch let damage as Damage where key != newest {
                guard let damaged else { throw damage }
                damaged.note(damage)
                return nil
            }
        }
    }
}
