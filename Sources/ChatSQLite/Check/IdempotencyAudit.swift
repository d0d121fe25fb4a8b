import ChatSQL
import ChatWire
import GRDB

/// Checks the index of idempotency keys against the log. With a wrong index, a message sent again
/// would be accepted twice.
enum IdempotencyAudit {
    /// The events after `lower`, up to `upper`, that the index does not find.
    static func unreachable(after lower: EventKey, upTo upper: EventKey, _ db: Database) throws -> [EventKey] {
        let find = try RawStatement(
            """
            SELECT id FROM event WHERE id > ? AND id <= ? AND device IS NOT NULL AND (
                SELECT intent.event >> \(IdempotencyIndex.blockBits) FROM intent
                WHERE intent.device = event.device AND intent.number <= event.number ORDER BY intent.number DESC LIMIT 1
            ) IS NOT (id >> \(IdempotencyIndex.blockBits))
            """, in: db)
        find.bind(lower.number, at: 1)
        find.bind(upper.number, at: 2)
        return try keys(find)
    }

    /// Entries of the index without an event.
    static func dangling(_ db: Database) throws -> [EventKey] {
        try keys(
            RawStatement(
                """
                SELECT intent.event FROM intent LEFT JOIN event ON event.id = intent.event
                WHERE event.device IS NOT intent.device OR event.number IS NOT intent.number
                """, in: db))
    }

    private static func keys(_ find: borrowing RawStatement) throws -> [EventKey] {
        var keys: [EventKey] = []
        while try find.step() { keys.append(EventKey(number: find.integer(0))) }
        return keys
    }
}
