import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Finds reports and entries of moderation logs that lead nowhere, and reports that are counted
/// wrong.
enum ReportAudit {
    /// A condition on a row of `reported`.
    private static let leadsNowhere = """
        room NOT IN (SELECT id FROM room) OR room <> message >> \(EventKey.seqBits)
            OR (SELECT kind FROM event WHERE id = message) NOT IN (\(messages))
        """

    private static let isMiscounted =
        "decision IS NULL AND reports <> (SELECT count(*) FROM report WHERE report.message = reported.message)"

    /// A condition on a row of `report`: nobody has decided, and the message is not in the queue.
    private static let isNotQueued = "message NOT IN (SELECT message FROM reported WHERE decision IS NULL)"

    /// A condition on a row of `action`.
    private static let isForeign =
        """
        room NOT IN (SELECT id FROM room)
            OR room <> coalesce(event, message, iif(held IS NULL, -1, room << \(EventKey.seqBits))) >> \(EventKey.seqBits)
        """

    private static let messages = [ContentColumns.Kind.message, .deleted, .damaged]
        .map { String($0.rawValue) }.joined(separator: ", ")

    static func flaws(_ db: Database) throws -> [Finding] {
        try findings(
            "SELECT DISTINCT message FROM (SELECT message FROM reported WHERE \(leadsNowhere) OR \(isMiscounted)"
                + " UNION SELECT message FROM report WHERE \(isNotQueued))", "its reports are damaged", db)
            + findings(
                "SELECT coalesce(event, message, -1) FROM action WHERE \(isForeign)",
                "an entry of the moderation log is damaged", db)
    }

    /// Removes what leads nowhere, and counts the rest again.
    ///
    /// - Returns: what is lost
    static func remove(_ db: Database) throws -> [Finding] {
        let losses = try flaws(db).map(\.lost)
        for sql in [
            "DELETE FROM reported WHERE \(leadsNowhere)",
            "DELETE FROM report WHERE \(isNotQueued)",
            """
            UPDATE reported SET reports = (SELECT count(*) FROM report WHERE report.message = reported.message)
            WHERE \(isMiscounted)
            """,
            "DELETE FROM reported WHERE decision IS NULL AND reports = 0",
            "DELETE FROM action WHERE \(isForeign)",
        ] { try RawStatement(sql, in: db).run() }
        return losses
    }

    private static func findings(_ sql: String, _ what: String, _ db: Database) throws -> [Finding] {
        let find = try RawStatement(sql, in: db)
        var keys: [EventKey] = []
        while try find.step() { keys.append(EventKey(number: find.integer(0))) }
        return keys.map { Finding(what, at: $0, db) }
    }
}
