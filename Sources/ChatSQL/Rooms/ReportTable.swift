import ChatRooms
import ChatWire

/// The tables `report` and `reported`: reports about which nobody has decided, and the messages
/// that were ever reported.
///
/// A decision removes the reports of its message, and leaves the message's row in `reported`, so
/// that the message is not reported again unless it was edited.
package enum ReportTable {
    /// - Parameters:
    ///   - openReports: those of all rooms, if they were counted in this transaction
    ///   - event: the message, as it stands now
    ///   - isOutranked: ``ReportChange/isOutranked(by:_:)``
    package static func apply(
        _ change: ReportChange, to event: Event, _ key: EventKey, _ openReports: inout UInt64?,
        _ db: any SQLDatabase, isOutranked: () throws -> Bool
    ) throws -> ReportOutcome {
        let known = try find(key, db)
        switch change.act {
        case .report(let report):
            let user = change.author.user
            let outcome = try ReportChange.outcome(
                ofReporting: event, known, isRepeated: try isKept(key, user, db)
            ) { try open(user, key.room, &openReports, db) }
            if outcome == .done {
                try keep(report, change, event, key, known, db)
                openReports? += 1
            }
            return outcome
        case .resolve(let resolution):
            let outcome = try ReportChange.outcome(
                of: resolution, by: change.author.user, known, isOutranked: isOutranked)
            if outcome == .done, let known {
                try decide(resolution, change, event, key, known, db)
                openReports = nil
            }
            return outcome
        }
    }

    private static func find(_ key: EventKey, _ db: any SQLDatabase) throws -> ReportCase? {
        let find = try RawStatement("SELECT reports, decision, user, edited FROM reported WHERE message = ?", in: db)
        find.bind(key.number, at: 1)
        guard try find.step() else { return nil }
        var known = ReportCase(count: UInt64(clamping: find.integer(0)))
        if let decision = find.text(1).flatMap({ Resolution.Decision(rawValue: $0) }) {
            known.decided = .init(decision, by: find.id(2) ?? .nobody, edited: find.seq(3))
        }
        return known
    }

    private static func isKept(_ key: EventKey, _ user: UserID, _ db: any SQLDatabase) throws -> Bool {
        let find = try RawStatement("SELECT 1 FROM report WHERE message = ? AND user = ?", in: db)
        find.bind(key.number, at: 1)
        find.bind(user, at: 2)
        return try find.step()
    }

    /// The numbers of open reports: of the user, of the room and of all rooms. They are counted in
    /// indices, each up to its maximum. The count of all rooms takes milliseconds, so it is kept in
    /// `everywhere`.
    private static func open(
        _ user: UserID, _ room: Int64, _ everywhere: inout UInt64?, _ db: any SQLDatabase
    ) throws -> ModerationCounts {
        let onServer =
            try everywhere
            ?? UInt64(
                clamping: db.integer(
                    "SELECT count(*) FROM (SELECT 1 FROM report LIMIT \(Limits.openReports)) AS everywhere")
                    ?? 0)
        everywhere = onServer
        let count = try RawStatement(
            """
            SELECT (SELECT count(*) FROM (SELECT 1 FROM report WHERE user = ?1 LIMIT \(Limits.openReportsPerUser)) AS own),
                (SELECT count(*) FROM (
                    SELECT 1 FROM report WHERE message BETWEEN ?2 AND ?3 LIMIT \(Limits.openReportsPerRoom)
                ) AS ofRoom)
            """, in: db)
        count.bind(user, at: 1)
        count.bind(room << Int64(EventKey.seqBits), at: 2)
        count.bind((room + 1) << Int64(EventKey.seqBits) - 1, at: 3)
        guard try count.step() else { return ModerationCounts(ofUser: 0, inRoom: 0, onServer: onServer) }
        return ModerationCounts(
            ofUser: UInt64(clamping: count.integer(0)), inRoom: UInt64(clamping: count.integer(1)),
            onServer: onServer)
    }

    private static func keep(
        _ report: Report, _ change: ReportChange, _ event: Event, _ key: EventKey, _ known: ReportCase?,
        _ db: any SQLDatabase
    ) throws {
        var number: Int64?
        if known?.decided != nil {
            // A new entry, at the end of the queue. Its number is not that of the old one, also
            // where that was the last.
            number = try (db.integer("SELECT max(id) FROM reported") ?? 0) + 1
            let delete = try RawStatement("DELETE FROM reported WHERE message = ?", in: db)
            delete.bind(key.number, at: 1)
            try delete.run()
        }
        let count = try RawStatement(
            """
            INSERT INTO reported (id, message, room, author, reports)
            VALUES (coalesce(?, (SELECT coalesce(max(id), 0) + 1 FROM reported)), ?, ?, ?, 1)
            ON CONFLICT (message) DO UPDATE SET reports = reported.reports + 1
            """, in: db)
        count.bind(number, at: 1)
        count.bind(key.number, at: 2)
        count.bind(key.room, at: 3)
        count.bind(event.author.user, at: 4)
        try count.run()
        let insert = try RawStatement(
            "INSERT INTO report (message, user, name, reason, text, at) VALUES (?, ?, ?, ?, ?, ?)", in: db)
        insert.bind(key.number, at: 1)
        insert.bind(change.author.user, at: 2)
        try insert.bind(change.author.name, at: 3)
        try insert.bind(report.reason.rawValue, at: 4)
        try insert.bind(report.text, at: 5)
        insert.bind(change.at, at: 6)
        try insert.run()
    }

    private static func decide(
        _ resolution: Resolution, _ change: ReportChange, _ event: Event, _ key: EventKey, _ known: ReportCase,
        _ db: any SQLDatabase
    ) throws {
        let update = try RawStatement(
            "UPDATE reported SET decision = ?2, user = ?3, edited = ?4 WHERE message = ?1", in: db)
        update.bind(key.number, at: 1)
        try update.bind(resolution.decision.rawValue, at: 2)
        update.bind(change.author.user, at: 3)
        update.bind(seq: event.newestEdit, at: 4)
        try update.run()
        try remove(key, key, db)
        try ActionTable.note(resolution, change, about: event.author.user, reports: known.count, key, db)
    }

    private static func remove(_ lower: EventKey, _ upper: EventKey, _ db: any SQLDatabase) throws {
        let delete = try RawStatement("DELETE FROM report WHERE message BETWEEN ? AND ?", in: db)
        delete.bind(lower.number, at: 1)
        delete.bind(upper.number, at: 2)
        try delete.run()
    }
}

// What is forgotten.
extension ReportTable {
    /// Wipes the texts of reports about a deleted message: they may quote it.
    package static func wipe(_ message: EventKey, _ db: any SQLDatabase) throws {
        let update = try RawStatement("UPDATE report SET text = NULL WHERE message = ?", in: db)
        update.bind(message.number, at: 1)
        try update.run()
    }

    /// Forgets the reports of messages that are removed.
    package static func forget(_ lower: EventKey, _ upper: EventKey, withDecisions: Bool = false, _ db: any SQLDatabase)
        throws
    {
        try remove(lower, upper, db)
        let condition = withDecisions ? "" : " AND decision IS NULL"
        let delete = try RawStatement("DELETE FROM reported WHERE message BETWEEN ? AND ?" + condition, in: db)
        delete.bind(lower.number, at: 1)
        delete.bind(upper.number, at: 2)
        try delete.run()
    }

    /// Removes all reports by an erased person.
    package static func forget(of user: UserID, _ db: any SQLDatabase) throws {
        for sql in [
            """
            UPDATE reported SET reports = reports - 1
            WHERE decision IS NULL AND message IN (SELECT message FROM report WHERE user = ?)
            """,
            "DELETE FROM reported WHERE reports <= 0 AND message IN (SELECT message FROM report WHERE user = ?)",
            "DELETE FROM report WHERE user = ?",
        ] {
            let change = try RawStatement(sql, in: db)
            change.bind(user, at: 1)
            try change.run()
        }
    }
}

// The queue.
extension ReportTable {
    package static func queue(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int, _ db: any SQLDatabase
    ) throws -> (reports: [ReportedMessage], next: UInt64?) {
        let (rows, hasMore) = try ModerationQueue.rows(
            of: room, for: user, after: after, limit: limit, db, sql: queueSQL(ofRoom:)
        ) { row -> (entry: ReportedMessage, key: EventKey)? in
            guard let name = row.text(4).flatMap({ RoomName($0) }) else { return nil }
            let key = EventKey(number: row.integer(1))
            let lost = Event(
                seq: key.seq, id: EventID(high: 0, low: 0), at: 0,
                author: Author(user: row.id(3) ?? .nobody, name: ""),
                idempotencyKey: nil, content: .damaged)
            let entry = ReportedMessage(
                number: UInt64(clamping: row.integer(0)), room: name, message: lost,
                count: UInt64(clamping: row.integer(2)), notes: [])
            return (entry, key)
        }
        let page = try rows.map { entry, key in
            var entry = entry
            // A damaged message is shown as damaged.
            if let event = try? EventReader.edited(key, room: entry.room, db) { entry.message = event }
            entry.notes = try notes(of: key, showingReporters: showingReporters, db)
            return entry
        }
        return (page, hasMore ? page.last?.number : nil)
    }

    package static func queueSQL(ofRoom: Bool) -> String {
        """
        SELECT reported.id, message, reports, author, name
        FROM reported INDEXED BY \(ofRoom ? "reported_open_by_room" : "reported_open")
        JOIN room ON room.id = reported.room
        WHERE decision IS NULL AND reported.id > ?1 AND author <> ?2 AND \(RoomTable.isNamed)
            \(ofRoom ? "AND reported.room = ?4" : "")
        ORDER BY reported.id LIMIT ?3
        """
    }

    private static func notes(of key: EventKey, showingReporters: Bool, _ db: any SQLDatabase) throws -> [ReportNote] {
        let find = try RawStatement(
            "SELECT reason, text, at, user, name FROM report WHERE message = ? ORDER BY at LIMIT \(Limits.reportNotes)",
            in: db)
        find.bind(key.number, at: 1)
        var notes: [ReportNote] = []
        while try find.step() {
            let report = Report(
                find.text(0).flatMap { Report.Reason(rawValue: $0) } ?? .other,
                text: find.isNull(1) ? nil : find.text(1))
            var note = ReportNote(report, at: find.integer(2))
            if showingReporters, let user: UserID = find.id(3) {
                note.by = Author(user: user, name: find.text(4) ?? "")
            }
            notes.append(note)
        }
        return notes
    }
}
