import ChatRooms
import ChatWire

/// The table `held`: messages that wait for a moderator, and decisions of the last 30 days.
///
/// A decision erases the text and the name, and leaves the row: the same (device, number) is not
/// held or accepted again. A row with `decided` is forgotten after ``Limits/heldKept``, with a
/// later message that is held or decided. Ids are never given again: a moderator who decides late
/// must not meet another message.
package enum HeldTable {
    package static func contains(device: Int64, number: UInt64, _ db: any SQLDatabase) throws -> Bool {
        let find = try RawStatement("SELECT 1 FROM held WHERE device = ? AND number = ?", in: db)
        find.bind(device, at: 1)
        find.bind(Int64(clamping: number), at: 2)
        return try find.step()
    }

    /// - Parameter waitingMessages: those of all rooms, if they were counted in this transaction
    /// - Returns: why the message can't be held
    package static func keep(
        _ newEvent: NewEvent, in room: Int64, device: () throws -> Int64?, _ waitingMessages: inout UInt64?,
        _ db: any SQLDatabase
    ) throws -> WireError? {
        guard case .message(let text, let reply, _, _) = newEvent.mutation else { return .filteredText }
        if let refusal = try newEvent.refusalOfHolding(waiting(newEvent.author.user, room, &waitingMessages, db)) {
            return refusal
        }
        try forgetOld(at: newEvent.at, db)
        let insert = try RawStatement(
            """
            INSERT INTO held (room, user, name, role, device, number, at, text, link)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(room, at: 1)
        insert.bind(newEvent.author.user, at: 2)
        try insert.bind(newEvent.author.name, at: 3)
        insert.bind(Int64(newEvent.role.rawValue), at: 4)
        insert.bind(try device(), at: 5)
        insert.bind(newEvent.idempotencyKey.map { Int64(clamping: $0.number) }, at: 6)
        insert.bind(newEvent.at, at: 7)
        try insert.bind(text, at: 8)
        insert.bind(seq: reply, at: 9)
        try insert.run()
        waitingMessages? += 1
        return nil
    }

    package static let countSQL = """
        SELECT (SELECT count(*) FROM (
                SELECT 1 FROM held WHERE user = ?1 AND decided IS NULL LIMIT \(Limits.heldPerUser)
            ) AS own),
            (SELECT count(*) FROM (
                SELECT 1 FROM held WHERE room = ?2 AND decided IS NULL LIMIT \(Limits.heldPerRoom)
            ) AS ofRoom)
        """

    package static let countAllSQL = """
        SELECT count(*) FROM (
            SELECT 1 FROM held INDEXED BY held_waiting WHERE decided IS NULL LIMIT \(Limits.heldOnServer)
        ) AS everywhere
        """

    /// Counted in indices, each up to its maximum: those of all rooms take milliseconds.
    private static func waiting(
        _ user: UserID, _ room: Int64, _ everywhere: inout UInt64?, _ db: any SQLDatabase
    ) throws -> ModerationCounts {
        let onServer = try everywhere ?? UInt64(clamping: db.integer(countAllSQL) ?? 0)
        everywhere = onServer
        let count = try RawStatement(countSQL, in: db)
        count.bind(user, at: 1)
        count.bind(room, at: 2)
        guard try count.step() else { return ModerationCounts(ofUser: 0, inRoom: 0, onServer: onServer) }
        return ModerationCounts(
            ofUser: UInt64(clamping: count.integer(0)), inRoom: UInt64(clamping: count.integer(1)),
            onServer: onServer)
    }

    /// A message that was held, as far as servers that share the log must know of it.
    package struct Sent {
        var number: Int64
        var room: Int64
        var isRoomSlow: Bool
        var user: UserID
        var at: Int64
        /// `nil` for a message without an idempotency key.
        var device: DeviceID?
    }

    /// The messages that were held after the one with this number, in their order.
    static func sent(after number: Int64, _ db: any SQLDatabase) throws -> [Sent] {
        let find = try RawStatement(
            """
            SELECT held.id, held.room, held.user, held.at, device.device, room_record.settings FROM held
            LEFT JOIN device ON device.id = held.device LEFT JOIN room_record ON room_record.room = held.room
            WHERE held.id > ? ORDER BY held.id
            """, in: db)
        find.bind(number, at: 1)
        var found: [Sent] = []
        while try find.step() {
            guard let user: UserID = find.id(2) else { continue }
            let slowMode = RoomRecords.settings(json: find.text(5))?.slowMode ?? 0
            found.append(
                Sent(
                    number: find.integer(0), room: find.integer(1), isRoomSlow: slowMode > 0, user: user,
                    at: find.integer(3), device: find.isNull(4) ? nil : find.id(4)))
        }
        return found
    }

    /// `nil` where the room has no such row.
    package static func find(_ place: UInt64, in room: Int64, _ db: any SQLDatabase) throws -> HeldCase? {
        let find = try RawStatement(
            "SELECT user, decided, decision, moderator FROM held WHERE id = ? AND room = ?", in: db)
        find.bind(Int64(clamping: place), at: 1)
        find.bind(room, at: 2)
        guard try find.step() else { return nil }
        var known = HeldCase(author: find.id(0) ?? .nobody)
        if !find.isNull(1) {
            let verdict = find.text(2).flatMap { HeldDecision.Verdict(rawValue: $0) } ?? .discard
            known.decided = .init(verdict, by: find.id(3) ?? .nobody)
        }
        return known
    }

    /// What was sent, without its id and its number.
    package static func newEvent(_ place: UInt64, in room: RoomName, _ db: any SQLDatabase) throws -> NewEvent? {
        let find = try RawStatement("SELECT user, name, role, at, text, link FROM held WHERE id = ?", in: db)
        find.bind(Int64(clamping: place), at: 1)
        guard try find.step(), let user: UserID = find.id(0) else { return nil }
        return NewEvent(
            room: room, id: EventID(high: 0, low: 0), at: find.integer(3),
            author: Author(user: user, name: find.text(1) ?? ""), idempotencyKey: nil,
            mutation: .message(
                text: find.text(4) ?? "", reply: find.isNull(5) ? nil : find.seq(5)),
            role: ServerRole(rawValue: UInt8(clamping: find.integer(2))) ?? .guest)
    }

    /// Erases what a message says, and keeps the decision.
    package static func decide(_ change: HeldChange, _ db: any SQLDatabase) throws {
        let update = try RawStatement(
            "UPDATE held SET decided = ?2, decision = ?3, moderator = ?4, text = '', name = '', link = NULL WHERE id = ?1",
            in: db)
        update.bind(Int64(clamping: change.place), at: 1)
        update.bind(change.at, at: 2)
        try update.bind(change.decision.verdict.rawValue, at: 3)
        update.bind(change.author.user, at: 4)
        try update.run()
        try forgetOld(at: change.at, db)
    }
}

// What is forgotten.
extension HeldTable {
    private static func forgetOld(at time: Int64, _ db: any SQLDatabase) throws {
        let delete = try RawStatement(
            """
            DELETE FROM held WHERE id IN (
                SELECT id FROM held WHERE decided IS NOT NULL AND decided < ? LIMIT \(Limits.heldForgotten)
            )
            """, in: db)
        delete.bind(time - Limits.heldKept, at: 1)
        try delete.run()
    }

    /// Forgets waiting messages that are past their time.
    ///
    /// - Returns: how many
    package static func forget(before cutoff: Int64, in room: Int64, most: Int, _ db: any SQLDatabase) throws -> Int {
        try db.run(
            """
            DELETE FROM held WHERE id IN (
                SELECT id FROM held WHERE room = ? AND decided IS NULL AND at < ? LIMIT ?
            )
            """, room, cutoff, Int64(most))
    }

    /// Removes the messages of an erased person.
    package static func forget(of user: UserID, _ db: any SQLDatabase) throws {
        let delete = try RawStatement("DELETE FROM held WHERE user = ?", in: db)
        delete.bind(user, at: 1)
        try delete.run()
    }

    /// Removes rows of a room that is removed.
    ///
    /// - Returns: how many
    package static func remove(of room: Int64, most: UInt64, _ db: any SQLDatabase) throws -> UInt64 {
        let count = try db.run(
            "DELETE FROM held WHERE id IN (SELECT id FROM held WHERE room = ? LIMIT ?)", room, Int64(clamping: most))
        return UInt64(clamping: count)
    }
}

// The queue.
extension HeldTable {
    package static func queue(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int, _ db: any SQLDatabase
    ) throws -> (messages: [HeldMessage], next: UInt64?) {
        let (page, hasMore) = try ModerationQueue.rows(
            of: room, for: user, after: after, limit: limit, db, sql: queueSQL(ofRoom:)
        ) { row in
            row.text(1).flatMap { RoomName($0) }.map { name in
                HeldMessage(
                    number: UInt64(clamping: row.integer(0)), room: name, at: row.integer(2),
                    author: Author(user: row.id(3) ?? .nobody, name: row.text(4) ?? ""), text: row.text(5) ?? "",
                    reply: row.isNull(6) ? nil : row.seq(6))
            }
        }
        return (page, hasMore ? page.last?.number : nil)
    }

    package static func queueSQL(ofRoom: Bool) -> String {
        """
        SELECT held.id, room.name, held.at, user, held.name, text, link
        FROM held INDEXED BY \(ofRoom ? "held_by_room" : "held_waiting")
        JOIN room ON room.id = held.room
        WHERE decided IS NULL AND held.id > ?1 AND user <> ?2 AND \(RoomTable.isNamed)
            \(ofRoom ? "AND held.room = ?4" : "")
        ORDER BY held.id LIMIT ?3
        """
    }
}
