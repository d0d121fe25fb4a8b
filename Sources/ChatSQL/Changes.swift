import ChatWire

/// The changes of one message: where the index says they are.
package struct Changes {
    /// How many there are: edits and reactions. Replies and deletions are not among them.
    package private(set) var count = 0
    package private(set) var edits: [EventKey] = []
    /// The changes of which each counts, in their order: reactions.
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
            """
            SELECT target, kind, id FROM event INDEXED BY event_by_target
            WHERE target BETWEEN ? AND ? AND kind IN (\(kinds))
            ORDER BY target \(descending ? "DESC" : "ASC") LIMIT \(Limits.pageChanges + mostOfMessage)
            """, in: db)
        find.bind(lower.number, at: 1)
        find.bind(upper.number, at: 2)
        var changes: [Int64: Changes] = [:]
        var total = 0
        while try find.step() {
            let target = find.integer(0)
            if total >= Limits.pageChanges, changes[target] == nil { break }
            changes[target, default: Changes()].add(EventKey(number: find.integer(2)), kind: find.integer(1))
            total += 1
        }
        return changes
    }

    /// Reads the changes of several messages, by the numbers of their keys. Messages without
    /// changes are left out.
    static func read(_ messages: [Int64], _ db: any SQLDatabase) throws -> [Int64: Changes] {
        var changes: [Int64: Changes] = [:]
        for group in Rows.groups(of: messages) {
            let find = try RawStatement(group.count == 1 ? selectOne : selectMany, in: db)
            for (index, number) in group.enumerated() { find.bind(number, at: Int32(index + 1)) }
            while try find.step() {
                changes[find.integer(0), default: Changes()]
                    .add(EventKey(number: find.integer(2)), kind: find.integer(1))
            }
        }
        return changes
    }

    private static func select(_ count: Int) -> String {
        """
        SELECT target, kind, id FROM event INDEXED BY event_by_target
        WHERE target IN (\(Rows.parameters(count))) AND kind IN (\(kinds))
        """
    }

    private static let selectOne = select(1)
    private static let selectMany = select(Limits.databaseRows)

    /// The kinds of events that change a message.
    private static let kinds = ContentColumns.Kind.allCases.filter { $0.change != nil }
        .map { "\($0.rawValue)" }.joined(separator: ", ")

    /// Changes that one message can have: a reaction is removed at most as often as it was given.
    private static let mostOfMessage =
        Limits.editsPerMessage + 2 * (Limits.reactionChangesPerMessage + Limits.reactionChangesPerUser)

    private mutating func add(_ key: EventKey, kind: Int64) {
        switch ContentColumns.Kind(rawValue: kind)?.change {
        case .text: edits.append(key)
        case .mark: marks.append(key)
        case nil: return
        }
        count += 1
    }

    /// How many edits there are besides the newest one, and how many characters they have, payloads
    /// included.
    ///
    /// - Parameter message: whose changes these are
    package func olderEdits(of message: EventKey, _ db: any SQLDatabase) throws -> (count: Int, characters: Int) {
        guard edits.count > 1, let newest else { return (0, 0) }
        let find = try RawStatement(
            """
            SELECT length(text) + coalesce(length(payload), 0) FROM event INDEXED BY event_by_target
            WHERE target = ? AND kind = \(ContentColumns.Kind.edit.rawValue) AND id <> ?
            """, in: db)
        find.bind(message.number, at: 1)
        find.bind(newest.number, at: 2)
        var characters = 0
        while try find.step() { characters += Int(clamping: find.integer(0)) }
        return (edits.count - 1, characters)
    }

    /// The newest edit and all reactions, in order: what the message is now follows from them.
    private var effective: [EventKey] {
        (marks + [newest].compactMap { $0 }).sorted { $0.number < $1.number }
    }

    private var newest: EventKey? { edits.max { $0.number < $1.number } }

    /// The rows that ``events(_:noting:_:)`` reads for the messages of a page, from one end to the
    /// other.
    package static func rows(
        of changes: [Int64: Changes], descending: Bool, names: [Int64: RoomName]
    ) -> EventRows {
        let messages = changes.sorted { descending ? $0.key > $1.key : $0.key < $1.key }
        return EventRows(messages.flatMap(\.value.effective), names: names)
    }

    /// The newest edit and all reactions, in order.
    ///
    /// - Parameter damaged: If given, a damaged reaction is recorded there and left out.
    /// - Throws: ``Damage`` if the newest edit is damaged: then the message's text is unknown.
    package func events(
        _ rows: inout EventRows, noting damaged: DamagedRows? = nil, _ db: any SQLDatabase
    ) throws -> [Event] {
        var events: [Event] = []
        for key in effective {
            do {
                guard let event = try rows.event(key, db) else { throw Damage("event \(key.seq) is missing", key) }
                events.append(event)
            } catch let damage as Damage where key != newest {
                guard let damaged else { throw damage }
                damaged.note(damage)
            }
        }
        return events
    }
}
