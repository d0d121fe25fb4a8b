import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Reads a whole database once, and checks all promises of a log. Its memory is bounded.
enum LogAudit {
    /// - Returns: The number of events in all rooms.
    /// - Throws: ``Damage`` at the first flaw: a page, an index, a row's checksum, a gap in a
    ///   room's numbers.
    static func run(_ db: Database) throws -> UInt64 {
        if let flaw = try PageAudit.flaws(db, most: 1).first { throw Damage(flaw.sentence) }
        var rows = RowAudit()
        while try rows.next(db, report: { throw damage($0, db) }) {}
        return rows.count
    }

    private static func damage(_ flaw: LogFlaw, _ db: Database) -> Damage {
        let name = { (id: Int64) in (try? EventReader.name(ofRoom: id, db))?.text ?? "\(id)" }
        return switch flaw {
        case .damaged(let key), .misplaced(let key):
            Damage("message \(key.seq) of room \(name(key.room)) is damaged", key)
        case .missing(let room, let seqs):
            Damage("a message before \(seqs.upperBound + 1) of room \(name(room)) is missing")
        case .unnamed(let room): Damage("room \(room) has no name")
        }
    }
}
