import ChatSQL
import ChatWire
import GRDB

/// Counts damaged rows by room. If all rows of a room are damaged, its name may be the damaged
/// part: it is part of each row's checksum.
struct DamagedRooms {
    private var damaged: [Int64: UInt64] = [:]
    private var unnamed: Int64?

    mutating func note(_ flaw: LogFlaw) {
        switch flaw {
        case .damaged(let key), .misplaced(let key): damaged[key.room, default: 0] += 1
        case .missing: break
        case .unnamed(let room): unnamed = room
        }
    }

    /// Why replacing damaged rows would lose more than the damaged parts; `nil` if it would not.
    func obstacle(_ db: Database) throws -> String? {
        if let unnamed { return "room \(unnamed) has no name" }
        for (room, count) in damaged where count > 1 {
            let rows = try Int64.fetchOne(
                db, sql: "SELECT count(*) FROM event WHERE id >> \(EventKey.seqBits) = ?", arguments: [room])
            if UInt64(clamping: rows ?? 0) == count { return "every row of room \(room) is damaged, perhaps its name" }
        }
        return nil
    }
}
