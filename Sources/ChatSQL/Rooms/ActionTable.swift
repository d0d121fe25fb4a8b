import ChatRooms
import ChatWire

/// The table `action`: the moderation logs of rooms. An entry leads to an event, or has a decision
/// about reports or about a held message.
package enum ActionTable {
    /// Adds an event to the moderation log of its room.
    package static func note(_ event: EventKey, _ db: any SQLDatabase) throws {
        let insert = try RawStatement("INSERT INTO action (room, event) VALUES (?, ?)", in: db)
        insert.bind(event.room, at: 1)
        insert.bind(event.number, at: 2)
        try insert.run()
    }

    /// Adds a decision about the reports of a message.
    package static func note(
        _ resolution: Resolution, _ change: ReportChange, about: UserID, reports: UInt64, _ message: EventKey,
        _ db: any SQLDatabase
    ) throws {
        let insert = try RawStatement(
            """
            INSERT INTO action (room, message, about, reports, decision, note, user, name, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(message.room, at: 1)
        insert.bind(message.number, at: 2)
        insert.bind(about, at: 3)
        insert.bind(Int64(clamping: reports), at: 4)
        try insert.bind(resolution.decision.rawValue, at: 5)
        try insert.bind(resolution.note, at: 6)
        insert.bind(change.author.user, at: 7)
        try insert.bind(change.author.name, at: 8)
        insert.bind(change.at, at: 9)
        try insert.run()
    }

    /// Adds a decision about a held message.
    ///
    /// - Parameter event: the event that the message became
    package static func note(
        _ change: HeldChange, about: Author, in room: Int64, _ event: EventKey?, _ db: any SQLDatabase
    ) throws {
        let insert = try RawStatement(
            """
            INSERT INTO action (room, message, held, about, about_name, decision, note, user, name, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(room, at: 1)
        insert.bind(event?.number, at: 2)
        insert.bind(Int64(clamping: change.place), at: 3)
        insert.bind(about.user, at: 4)
        try insert.bind(about.name, at: 5)
        try insert.bind(change.decision.verdict.rawValue, at: 6)
        try insert.bind(change.decision.note, at: 7)
        insert.bind(change.author.user, at: 8)
        try insert.bind(change.author.name, at: 9)
        insert.bind(change.at, at: 10)
        try insert.run()
    }

    /// Whether a message of this author was held, and published by a moderator.
    static func isPublished(_ message: EventKey, by author: UserID, _ db: any SQLDatabase) throws -> Bool {
        let find = try RawStatement(
            "SELECT 1 FROM action WHERE about = ? AND message = ? AND held IS NOT NULL LIMIT 1", in: db)
        find.bind(author, at: 1)
        find.bind(message.number, at: 2)
        return try find.step()
    }

    package static let pageSQL = """
        SELECT id, event, message, reports, decision, note, user, name, at, held, about, about_name FROM action
        WHERE room = ?1 AND id < ?2 AND (about IS NULL OR about <> ?3) ORDER BY id DESC LIMIT ?4
        """

    package static func log(
        of name: RoomName, for user: UserID, before: UInt64?, limit: Int, _ db: any SQLDatabase
    ) throws -> (actions: [ModerationAction], next: UInt64?) {
        let limit = max(1, limit)
        guard let room = try EventReader.room(name, db) else { return ([], nil) }
        let find = try RawStatement(pageSQL, in: db)
        find.bind(room, at: 1)
        find.bind(Int64(clamping: before ?? .max), at: 2)
        find.bind(user, at: 3)
        find.bind(Int64(limit + 1), at: 4)
        var found: [(action: ModerationAction?, number: UInt64, key: EventKey?)] = []
        while try find.step() {
            let number = UInt64(clamping: find.integer(0))
            guard find.isNull(1) else {
                found.append((nil, number, EventKey(number: find.integer(1))))
                continue
            }
            let by = Author(user: find.id(6) ?? .nobody, name: find.text(7) ?? "")
            guard find.isNull(9) else {
                found.append((reviewed(find, number, by), number, nil))
                continue
            }
            let key = EventKey(number: find.integer(2))
            let resolution = Resolution(
                find.text(4).flatMap { Resolution.Decision(rawValue: $0) } ?? .dismissed,
                note: find.isNull(5) ? nil : find.text(5))
            let deed = ModerationAction.Deed.decided(
                resolution, of: key.seq, reports: UInt64(clamping: find.integer(3)), by: by, at: find.integer(8))
            found.append((ModerationAction(number: number, deed), number, key))
        }
        find.reset()
        let page = found.prefix(limit).compactMap { action, number, key in
            complete(action, number, key, name, db)
        }
        return (page, found.count > limit ? found.prefix(limit).last?.number : nil)
    }

    /// A decision about a held message, from a row of ``pageSQL``.
    private static func reviewed(_ row: borrowing RawStatement, _ number: UInt64, _ by: Author) -> ModerationAction {
        let decision = HeldDecision(
            row.text(4).flatMap { HeldDecision.Verdict(rawValue: $0) } ?? .discard,
            note: row.isNull(5) ? nil : row.text(5))
        let deed = ModerationAction.Deed.reviewed(
            decision, held: UInt64(clamping: row.integer(9)),
            of: row.isNull(2) ? nil : EventKey(number: row.integer(2)).seq, by: by, at: row.integer(8))
        return ModerationAction(
            number: number, deed, about: Author(user: row.id(10) ?? .nobody, name: row.text(11) ?? ""))
    }

    /// Adds to an entry what the log says of its event. An event that can't be read is left out;
    /// the room's history shows it.
    private static func complete(
        _ action: ModerationAction?, _ number: UInt64, _ key: EventKey?, _ room: RoomName, _ db: any SQLDatabase
    ) -> ModerationAction? {
        guard let key else { return action }
        if var action {
            action.about = (try? EventReader.event(key, room: room, db))?.author
            return action
        }
        guard let event = try? EventReader.event(key, room: room, db) else { return nil }
        var about: Author?
        if case .deletion(let of, _) = event.content, let target = EventKey(room: key.room, seq: of) {
            about = (try? EventReader.event(target, room: room, db))?.author
        }
        return ModerationAction(number: number, .event(event), about: about)
    }

    /// Removes entries of a room that is removed.
    ///
    /// - Returns: how many
    package static func remove(of room: Int64, most: UInt64, _ db: any SQLDatabase) throws -> UInt64 {
        let count = try db.run(
            "DELETE FROM action WHERE id IN (SELECT id FROM action WHERE room = ? ORDER BY id LIMIT ?)",
            room, Int64(clamping: most))
        return UInt64(clamping: count)
    }

    /// Erases a person's name, the notes of their decisions, and the notes about them.
    package static func forgetName(of user: UserID, _ db: any SQLDatabase) throws {
        for sql in [
            "UPDATE action SET name = '\(Erasure.name)', note = NULL WHERE user = ?",
            """
            UPDATE action SET note = NULL, about_name = CASE WHEN held IS NOT NULL THEN '\(Erasure.name)' END
            WHERE about = ?
            """,
        ] {
            let update = try RawStatement(sql, in: db)
            update.bind(user, at: 1)
            try update.run()
        }
    }

    /// Fills the table from the events of a log that had none.
    package static func fill(_ db: any SQLDatabase) throws {
        let kinds: [ContentColumns.Kind] = [.deletion, .settings, .membership, .pin, .noPin]
        let rows = try RawStatement(
            """
            SELECT event.id, event.kind, event.user, event.text, target.user
            FROM event LEFT JOIN event AS target ON target.id = event.target
            WHERE event.kind IN (\(kinds.map { String($0.rawValue) }.joined(separator: ", "))) ORDER BY event.id
            """, in: db)
        var found: [EventKey] = []
        while try rows.step() {
            let author: UserID = rows.id(2) ?? .nobody
            if isModeration(rows, by: author) { found.append(EventKey(number: rows.integer(0))) }
        }
        rows.reset()
        for key in found { try note(key, db) }
    }

    private static func isModeration(_ row: borrowing RawStatement, by author: UserID) -> Bool {
        let content: Event.Content
        switch ContentColumns.Kind(rawValue: row.integer(1)) {
        case .deletion: content = .deletion(of: 0)
        case .settings: content = .settings(SettingsChange())
        case .pin, .noPin: content = .pin(of: 0, on: true)
        case .membership:
            guard let change = row.text(3).flatMap({ try? MembershipChange(column: $0) }) else {
                return false
            }
            content = .membership(change)
        // `fill` reads no others: the log is older than other kinds of moderation.
        default: return false
        }
        let event = Event(
            seq: 0, id: EventID(high: 0, low: 0), at: 0, author: Author(user: author, name: ""), idempotencyKey: nil,
            content: content)
        return event.isModeration(ofMessageBy: row.id(4))
    }
}
