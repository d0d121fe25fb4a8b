import ChatRooms
import ChatWire
import Foundation
import GRDB

/// Erases one person from the log of a data folder on which no server runs: messages, edits,
/// reactions, files, names and read marks.
///
/// Every event keeps its number and the person's id, which by itself says nothing. The messages are
/// shown as deleted.
public struct Erasure {
    /// The person's name on their events from then on.
    public static let name = "erased"

    public struct Summary: Hashable, Sendable {
        /// The number of erased messages.
        public var messages: UInt64 = 0
        /// The number of the person's events.
        public var events: UInt64 = 0
        public var files: UInt64 = 0
    }

    private let user: UserID
    private var summary = Summary()

    /// Erases the person.
    ///
    /// - Throws: ``StoreError`` with what to do. What was erased until then stays erased; run it
    ///   again.
    public static func run(_ user: UserID, in paths: DataPaths) throws(StoreError) -> Summary {
        guard ByteFile.exists(paths.database) else {
            throw .unusable("There is no database \(paths.database). Pass the server's data folder with --data.")
        }
        let store = try SQLiteStore(path: paths.database)
        var erasure = Erasure(user: user)
        do {
            var last: EventKey? = EventKey(number: -1)
            while let key = last { last = try store.pool.write { db in try erasure.step(after: key, db) } }
            for place in try store.pool.write({ db in try erasure.forget(db) }) {
                unlink(paths.files + "/" + place.text)
            }
        } catch {
            try? store.close()
            throw (error as? StoreError) ?? Backup.refusal(paths.database, error)
        }
        // Folds the write-ahead log into the database and removes it, with the texts in it.
        try store.close()
        return erasure.summary
    }

    private init(user: UserID) { self.user = user }

    /// Erases some events after `key`.
    ///
    /// - Returns: The last of them; `nil` if there are no more.
    private mutating func step(after key: EventKey, _ db: Database) throws -> EventKey? {
        let rows = try RawStatement(
            "SELECT id FROM event WHERE id > ? AND user = ? ORDER BY id LIMIT \(Limits.wipeBatch)", in: db)
        rows.bind(key.number, at: 1)
        rows.bind(user, at: 2)
        var keys: [EventKey] = []
        while try rows.step() { keys.append(EventKey(number: rows.integer(0))) }
        for key in keys {
            let room = try LogReader.name(ofRoom: key.room, db)
            guard var event = try LogReader.event(key, room: room, db) else { continue }
            summary.events += 1
            event.author.name = Erasure.name
            switch event.content {
            case .message:
                summary.messages += 1
                event.content = .deleted(by: event.seq)
            case .edit(let of, _): event.content = .edit(of: of, text: "")
            // A reaction becomes a removed one.
            case .reaction(let of, let emoji, _): event.content = .reaction(of: of, emoji: emoji, on: false)
            case .deleted, .deletion, .damaged, .unknown: break
            }
            try EventRow.wipe(event, key: key, room: room, db)
        }
        return keys.last
    }

    /// Removes the person's files, names and read marks.
    ///
    /// - Returns: The places of the files' bytes.
    private mutating func forget(_ db: Database) throws -> [FilePlace] {
        let marks = try RawStatement("DELETE FROM mark WHERE user = ?", in: db)
        marks.bind(user, at: 1)
        try marks.run()
        let places = try FileTable.forget(of: user, db)
        summary.files = UInt64(places.count)
        return places
    }
}
