import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Finds held messages that belong to no room or to nobody, and those that are half decided.
enum HeldAudit {
    private static let senseless = """
        room NOT IN (SELECT id FROM room) OR length(user) <> 16 OR id < 1
        OR (decided IS NULL) <> (decision IS NULL) OR decided IS NULL AND text = ''
        """

    static func flaws(_ db: Database) throws -> [Finding] {
        let find = try RawStatement("SELECT room, id FROM held WHERE \(senseless)", in: db)
        var rows: [(room: Int64, id: Int64)] = []
        while try find.step() { rows.append((find.integer(0), find.integer(1))) }
        return rows.map { Finding("held message \($0.id) is damaged", room: Finding.name(ofRoom: $0.room, db)) }
    }

    /// Removes them.
    ///
    /// - Returns: what is lost
    static func remove(_ db: Database) throws -> [Finding] {
        let losses = try flaws(db).map(\.lost)
        try RawStatement("DELETE FROM held WHERE \(senseless)", in: db).run()
        return losses
    }
}
