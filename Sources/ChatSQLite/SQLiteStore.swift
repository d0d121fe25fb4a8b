import ChatRooms
import ChatWire
import Foundation
import GRDB

/// The log of every room in one SQLite database, in WAL mode with `synchronous = FULL`.
///
/// One process at a time: a lock beside the database keeps a second one out. Beside `PATH` lie
/// `PATH-wal` and `PATH-shm` (SQLite's own, part of the database while the server runs),
/// `PATH.lock` (``DataLock``) and `PATH.watermark` (``Watermark``).
public final class SQLiteStore: MessageStore {
    /// The identity of the log. It is new if ``continuityLost``.
    public let epoch: Epoch
    /// Whether the log on disk is not the one that was written last. Then it got a new epoch, and
    /// every client reads it again.
    public let continuityLost: Bool
    /// The number of events in all rooms at opening.
    public let eventsAtOpening: UInt64

    let pool: DatabasePool
    let checkpoints: Checkpoints
    let damaged: DamagedRows
    private let folder: DataFolder
    private let lock: DataLock
    private let appending: Appending

    /// Opens the database. Creates it and its folder if necessary. Blocks: every page is read once.
    ///
    /// - Parameters:
    ///   - path: The database file.
    ///   - erasingAfter: The milliseconds from a deletion until its text leaves the write-ahead
    ///     log, too.
    /// - Throws: ``StoreError/unusable(_:)`` if it is in use, damaged, newer than this build or not
    ///   writable.
    public init(path: String, erasingAfter: Int64 = Limits.logWipeInterval) throws(StoreError) {
        let path = URL(fileURLWithPath: path).path
        folder = try DataFolder(of: path)
        let damaged = DamagedRows()
        self.damaged = damaged
        lock = try DataLock(database: path)
        let watermarkFile: WatermarkFile
        do {
            let file = try DataFolder.makeFile(path)
            watermarkFile = try WatermarkFile(database: path)
            let known = watermarkFile.read()
            let inspection = try Inspection.run(path, known: known)
            let log = WriteAheadLog()
            pool = try Connection.open(path, log: log)
            try inspection.close()
            try Schema.migrator.migrate(pool)
            let (stored, events) = try pool.read { db in
                (try Schema.epoch(db), try LogReader.countEvents(db, damaged: damaged))
            }
            let isContinued = known?.isContinued(by: stored, file: file, events: events) ?? (events == 0)
            epoch = isContinued ? stored : .random()
            continuityLost = !isContinued
            eventsAtOpening = events
            try pool.write { [epoch] db in
                try Schema.noteKinds(db)
                if !isContinued { try Schema.setEpoch(epoch, db) }
            }
            let watermark = Watermark(epoch: epoch, file: file, events: events)
            guard watermarkFile.write(watermark, flushed: true) else { throw WatermarkFile.unwritable(path) }
            checkpoints = Checkpoints(try Connection.openForCheckpoints(path))
            appending = Appending(
                watermark: watermark, file: watermarkFile, log: log, checkpoints: checkpoints,
                erasingAfter: erasingAfter, damaged: damaged)
            // Texts deleted just before a crash may still be in the log.
            checkpoints.eraseLog(after: erasingAfter)
        } catch {
            throw Inspection.refusal(path, error)
        }
    }

    deinit {
        // Closing would make SQLite repeat the failed checkpoint (see `Checkpoints`), so the
        // database stays open as long as the process.
        if checkpoints.failure != nil { _ = Unmanaged.passRetained(pool) }
    }

    /// Does all that the batch asks for in one transaction, which is flushed before this returns.
    /// One thread appends at a time; others wait.
    ///
    /// - Throws: ``StoreError/failed(_:)`` also if an earlier commit, flush or checkpoint has
    ///   failed; ``StoreError/closed`` after ``close()``
    public func append(_ batch: Batch) throws(StoreError) -> Appended {
        do {
            return try pool.writeWithoutTransaction { db in try appending.append(batch, db) }
        } catch {
            throw StoreError(error, .committing)
        }
    }

    /// How far a user has read a room; `nil` where no mark was kept.
    public func mark(of user: UserID, in room: RoomName) throws(StoreError) -> ReadPoint? {
        try read { db in try MarkTable.read(user, in: room, db) }
    }

    /// The number of the room's newest event; 0 for a room that has none.
    public func head(of room: RoomName) throws(StoreError) -> UInt64 {
        try read { db in try LogReader.head(of: room, db) }
    }

    /// The store's epoch for rooms that were made before the first removal of rooms. Later rooms
    /// have an epoch that is derived from it.
    public func epoch(of room: RoomName) throws(StoreError) -> Epoch {
        try read { db in epoch.ofRooms(try RoomTable.generation(of: room, db)) }
    }

    /// Rooms without an event since a time, among the ``ChatWire/Limits/forgettingScan`` rooms
    /// behind `room`. Users' own logs are not among them.
    public func quietRooms(
        since: Int64, after room: RoomName?
    ) throws(StoreError) -> (rooms: [RoomName], last: RoomName?) {
        try read { db in try QuietRooms.read(since: since, after: room, db) }
    }

    /// A page of a room's log, folded, with the head and the epoch of the same snapshot. A damaged
    /// row is a damaged event in it.
    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try read { db in
            var page = try LogReader.page(of: room, at: anchor, limit: limit, damaged: damaged, db)
            let generation = try RoomTable.generation(of: room, db)
            if generation > 0 { page.epoch = epoch.ofRooms(generation) }
            return page
        }
    }

    /// What a user is told of a room besides its events; `nil` for a room without a record in which
    /// the user has no place.
    public func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo? {
        try read { db in try RoomLists.info(of: room, for: user, db) }
    }

    /// The rooms of a user, sorted by name, from behind `room` on, each with its last message and
    /// the count of unread ones.
    public func rooms(
        of user: UserID, after room: RoomName?, limit: Int
    ) throws(StoreError) -> (rooms: [RoomEntry], next: RoomName?) {
        try read { db in try RoomLists.rooms(of: user, after: room, limit: limit, epoch: epoch, db) }
    }

    /// Counts the messages that mention a user.
    public func mentions(
        of reader: Author, in room: RoomName, after seq: UInt64
    ) throws(StoreError) -> (count: UInt64, scanned: Int) {
        try read { db in try Mentions.count(of: reader, in: room, after: seq, db) }
    }

    /// The people whom a user blocks, sorted by their ids.
    public func blocked(by user: UserID) throws(StoreError) -> [UserID] {
        try read { db in try Choices.blocked(by: user, db) }
    }

    /// A user's profile; empty if the user has not changed it.
    public func profile(of user: UserID) throws(StoreError) -> Profile {
        try read { db in try Choices.profile(of: user, db) }
    }

    /// The people who have a place in a room, a role, a ban or a mute, sorted by their ids, from
    /// behind `user` on.
    public func people(
        of room: RoomName, after user: UserID?, limit: Int
    ) throws(StoreError) -> (people: [Person], next: UserID?) {
        try read { db in try RoomLists.people(of: room, after: user, limit: limit, db) }
    }

    /// Messages that were reported and about which nobody has decided, from behind the place
    /// `after` on. Read from an index of open reports.
    public func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) throws(StoreError) -> (reports: [ReportedMessage], next: UInt64?) {
        try read { db in
            try ReportTable.queue(
                of: room, for: user, showingReporters: showingReporters, after: after, limit: limit, db)
        }
    }

    /// Messages that wait for a moderator, from behind the place `after` on. Read from an index of
    /// waiting messages.
    public func held(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int
    ) throws(StoreError) -> (messages: [HeldMessage], next: UInt64?) {
        try read { db in try HeldTable.queue(of: room, for: user, after: after, limit: limit, db) }
    }

    /// A room's moderation log, the newest entry first, before the place `before`.
    public func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) throws(StoreError) -> (actions: [ModerationAction], next: UInt64?) {
        try read { db in try ActionTable.log(of: room, for: user, before: before, limit: limit, db) }
    }

    /// The invite links of a group that have not been revoked or used up; none for a room without a
    /// record.
    public func links(of room: RoomName) throws(StoreError) -> InviteLinks {
        try read { db in
            guard let room = try LogReader.room(room, db) else { return InviteLinks() }
            return try RoomRecords.read(room, db)?.links ?? InviteLinks()
        }
    }

    /// Open rooms with an event that match a search, sorted by name, from behind `room` on. Read
    /// from an index of open rooms.
    public func directory(
        matching search: RoomSearch, after room: RoomName?, limit: Int, scan: Int
    ) throws(StoreError) -> (rooms: [DirectoryEntry], next: RoomName?) {
        try read { db in try Directory.read(matching: search, after: room, limit: limit, scan: scan, db) }
    }

    /// The file of that id; `nil` where there is none, or it was deleted or forgotten.
    public func file(_ id: FileID) throws(StoreError) -> FileRecord? {
        try read { db in try FileTable.read(id, db) }
    }

    /// Bytes of all files of a user, but of those with one of these ids.
    public func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try read { db in try FileTable.bytes(of: user, except: except, db) }
    }

    /// The time of the newest event of all rooms, or of the last expiry, in milliseconds since
    /// 1970-01-01 UTC; `nil` in an empty log.
    public func lastKnownTime() throws(StoreError) -> Int64? {
        do {
            return try pool.read { db in try Expiring.lastKnownTime(db) }
        } catch {
            throw StoreError(error, .reading)
        }
    }

    /// The time of the newest file that no message has taken; `nil` where there is none.
    public func newestUnusedFile() throws(StoreError) -> Int64? {
        try read { db in try FileTable.newestUnused(db) }
    }

    /// The places of all files.
    public func filePlaces() throws(StoreError) -> Set<FilePlace> {
        try read { db in try FileTable.places(db) }
    }

    /// The damaged rows met since opening, and the free bytes of the disk with the data folder. It
    /// does not read the database.
    public var condition: StoreCondition { StoreCondition(damagedRows: damaged.count, freeBytes: folder.freeBytes()) }

    private func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try pool.read(body)
        } catch {
            damaged.note(error)
            throw StoreError(error, .reading)
        }
    }

    /// Closes the database after a running checkpoint, and releases the lock. Later calls throw
    /// ``StoreError/closed``.
    ///
    /// - Throws: also if an earlier checkpoint has failed; then the database stays open as long as
    ///   the process
    public func close() throws(StoreError) {
        do {
            try pool.writeWithoutTransaction { _ in try appending.close() }
            try checkpoints.close()
            if let failure = checkpoints.failure { throw failure }
            try Connection.close(pool)
            lock.release()
        } catch {
            throw StoreError(error, .committing)
        }
    }
}
