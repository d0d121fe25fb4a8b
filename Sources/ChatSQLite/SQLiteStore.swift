import ChatRooms
import ChatWire
import Foundation
import GRDB

/// The log of every room in one SQLite database, in WAL mode with `synchronous = FULL`.
///
/// One process at a time: a lock beside the database keeps a second one out. Beside `PATH` lie `PATH-wal` and `PATH-shm`
/// (SQLite's own, part of the database while the server runs), `PATH.lock` (``DataLock``) and `PATH.watermark`
/// (``Watermark``).
public final class SQLiteStore: MessageStore {
    public let epoch: Epoch
    /// The log on disk is not the one last written here: it got a new epoch, and every client will read it afresh.
    public let continuityLost: Bool
    /// How many events all rooms had when the store was opened.
    public let eventsAtOpening: UInt64

    let pool: DatabasePool
    let checkpoints: Checkpoints
    private let lock: DataLock
    private let appending: Appending

    /// Opens the database, making it and its folder where there is none. Blocks: every page is read once.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` when it is in use, damaged, newer than this build or can't be written.
    ///
    /// - Parameter erasingAfter: milliseconds after a deletion until its text leaves the write-ahead log, too.
    public init(path: String, erasingAfter: Int64 = Limits.logWipeInterval) throws(StoreError) {
        let path = URL(fileURLWithPath: path).path
        try DataFolder.prepare(path)
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
            let (stored, events) = try pool.read { db in (try Schema.epoch(db), try LogReader.countEvents(db)) }
            let isContinued = known?.isContinued(by: stored, file: file, events: events) ?? (events == 0)
            epoch = isContinued ? stored : .random()
            continuityLost = !isContinued
            eventsAtOpening = events
            if !isContinued { try pool.write { [epoch] db in try Schema.setEpoch(epoch, db) } }
            let watermark = Watermark(epoch: epoch, file: file, events: events)
            guard watermarkFile.write(watermark, flushed: true) else { throw WatermarkFile.unwritable(path) }
            checkpoints = Checkpoints(try Connection.openForCheckpoints(path))
            appending = Appending(
                watermark: watermark, file: watermarkFile, log: log, checkpoints: checkpoints,
                erasingAfter: erasingAfter)
            // What was deleted just before a crash may be in the log still.
            checkpoints.eraseLog(after: erasingAfter)
        } catch {
            throw Inspection.refusal(path, error)
        }
    }

    deinit {
        // SQLite would try the checkpoint again that failed (see `Checkpoints`), so the database stays open as long as the process.
        if checkpoints.failure != nil { _ = Unmanaged.passRetained(pool) }
    }

    public func append(_ batch: Batch) throws(StoreError) -> Appended {
        do {
            return try pool.writeWithoutTransaction { db in try appending.append(batch, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func mark(of user: UserID, in room: RoomName) throws(StoreError) -> UInt64? {
        do {
            return try pool.read { db in try LogReader.mark(of: user, in: room, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func head(of room: RoomName) throws(StoreError) -> UInt64 {
        do {
            return try pool.read { db in try LogReader.head(of: room, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        do {
            return try pool.read { db in try LogReader.page(of: room, at: anchor, limit: limit, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func file(_ id: FileID) throws(StoreError) -> FileRecord? {
        do {
            return try pool.read { db in try FileTable.read(id, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        do {
            return try pool.read { db in try FileTable.bytes(of: user, except: except, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func lastKnownTime() throws(StoreError) -> Int64? {
        do {
            return try pool.read { db in try Expiring.lastKnownTime(db) }
        } catch {
            throw storeError(error)
        }
    }

    public func newestUnusedFile() throws(StoreError) -> Int64? {
        do {
            return try pool.read { db in try FileTable.newestUnused(db) }
        } catch {
            throw storeError(error)
        }
    }

    public func filePlaces() throws(StoreError) -> Set<ID> {
        do {
            return try pool.read { db in try FileTable.places(db) }
        } catch {
            throw storeError(error)
        }
    }

    /// Deletes a room with all that is in it. The log gets a new epoch, by which clients know that what they hold of a room may be of another
    /// one: so nothing can be appended until the store is opened again.
    ///
    /// - Returns: what was deleted; `nil` where there is no such room
    public func delete(_ room: RoomName) throws(StoreError) -> RoomDeletion.Summary? {
        do {
            return try pool.writeWithoutTransaction { db in try appending.delete(room, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func close() throws(StoreError) {
        do {
            try pool.writeWithoutTransaction { _ in try appending.close() }
            try checkpoints.close()
            if let failure = checkpoints.failure { throw failure }
            try Connection.close(pool)
            lock.release()
        } catch {
            throw storeError(error)
        }
    }
}

/// In one place, what every call may run into.
private func storeError(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let damage as Damage: .failed("The database is damaged: \(damage.sentence).")
    // What GRDB says on a connection that was closed.
    case let error as DatabaseError where error.resultCode == .SQLITE_MISUSE: .closed
    case let error as DatabaseError: .failed("The database failed: \(error.summary).")
    default: .failed("\(error)")
    }
}

/// The appending side of the store: its caches, its watermark, and whether it still may.
///
/// `@unchecked Sendable`: only ever touched in the pool's writer, which runs one closure at a time.
private final class Appending: @unchecked Sendable {
    private enum State {
        case ready
        case failed(StoreError)
        case closed
    }

    private var state = State.ready
    private var appender = Appender()
    private var watermark: Watermark
    private let file: WatermarkFile
    private let log: WriteAheadLog
    private let checkpoints: Checkpoints
    private let erasingAfter: Int64

    init(
        watermark: Watermark, file: WatermarkFile, log: WriteAheadLog, checkpoints: Checkpoints, erasingAfter: Int64
    ) {
        self.erasingAfter = erasingAfter
        self.watermark = watermark
        self.file = file
        self.log = log
        self.checkpoints = checkpoints
    }

    func append(_ batch: Batch, _ db: Database) throws -> Appended {
        switch state {
        case .ready: break
        case .failed(let error): throw error
        case .closed: throw StoreError.closed
        }
        if let failure = checkpoints.failure {
            let error = storeError(failure)
            state = .failed(error)
            throw error
        }
        var appended = Appended()
        do {
            try db.inTransaction(.immediate) {
                appended = try appender.append(batch, db)
                return .commit
            }
        } catch {
            let error = storeError(error)
            state = .failed(error)
            throw error
        }
        for case .appended in appended.outcomes { watermark.events += 1 }
        // A disk that refuses so small a write may have failed while it flushed, and a flush that a failing disk was in the middle
        // of can return success (ext4 does, when it is shut down under it). So this batch, too, is of unknown fate.
        guard file.write(watermark, flushed: false) else {
            let error = StoreError.failed("The watermark can't be written: \(systemError()).")
            state = .failed(error)
            throw error
        }
        if appender.hasErased { checkpoints.eraseLog(after: erasingAfter) }
        do {
            try checkpoints.committed(pages: log.pages, db)
        } catch {
            state = .failed(storeError(error))
        }
        return appended
    }

    func delete(_ room: RoomName, _ db: Database) throws -> RoomDeletion.Summary? {
        guard case .ready = state else { throw StoreError.closed }
        guard var deletion = try RoomDeletion(room, db) else { return nil }
        // Interrupted or not, what is known of the log is wrong from here on.
        state = .failed(.unusable("A room was deleted: open the database again."))
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        watermark.epoch = .random()
        try db.inTransaction(.immediate) {
            try Schema.setEpoch(watermark.epoch, db)
            return .commit
        }
        var isMore = true
        while isMore {
            try db.inTransaction(.immediate) {
                isMore = try deletion.removeNext(db)
                return .commit
            }
            try checkpoints.committed(pages: log.pages, db)
        }
        watermark.events -= min(watermark.events, deletion.summary.events)
        guard file.write(watermark, flushed: true) else {
            throw StoreError.failed("The watermark can't be written: \(systemError()).")
        }
        return deletion.summary
    }

    func close() throws {
        if case .closed = state { throw StoreError.closed }
        state = .closed
    }
}
