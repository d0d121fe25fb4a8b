import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// The rooms of a log, read also while a server runs on it.
public enum RoomList {
    /// A room of the list.
    public struct Entry: Hashable, Sendable {
        /// The room's name, which also says who may find it.
        public var name: RoomName
        /// The number of its events.
        public var events: UInt64
        /// When the newest of them happened. Milliseconds since 1970-01-01 UTC; `Int64.min` if that
        /// time can't be read.
        public var newest: Int64
    }

    /// - Returns: the rooms that match, sorted by name
    public static func read(_ paths: DataPaths, matching search: WordSearch = WordSearch()) throws(StoreError)
        -> [Entry]
    {
        try paths.requireDatabase()
        do {
            let database = try Snapshot.open(paths.database)
            return try database.inDatabase { db in
                try Snapshot.verifyVersion(db, paths.database)
                // A database that no server of this version has opened may have no table for them.
                let hasSettings = try db.tableExists("room_record")
                let entries = try EventReader.rooms(db).compactMap { room -> Entry? in
                    let settings = hasSettings ? try RoomRecords.settings(of: room.id, db) : nil
                    guard search.matches(room.name, settings) else { return nil }
                    let head = try EventReader.head(ofRoom: room.id, db)
                    let newest = try EventReader.time(of: head, inRoom: room.id, db)
                    return Entry(name: room.name, events: head.number, newest: newest)
                }
                return entries.sorted { $0.name.text < $1.name.text }
            }
        } catch {
            throw Backup.refusal(paths.database, error)
        }
    }
}
