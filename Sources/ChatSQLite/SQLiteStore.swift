import ChatRooms
import ChatSQL
import ChatWire
import Foundation
import GRDB

/// The log of every room in one SQLite database, in WAL mode with `synchronous = FULL`.
///
/// One process at a time: a lock beside the database keeps a second one out. Beside `PATH` lie
/// `PATH-wal` and `PATH-shm` (SQLite's own, part of the database while the server runs),
/// `PATH.lock` (``DataLock``) and `PATH.watermark` (``Watermark``).
public final class SQLiteStore: SQLStore {
    /// The identity of the log. It is new after a ``continuityLoss``.
    public let epoch: Epoch
    /// How the log on disk is not the one that was written last; `nil` if it is.
    public let continuityLoss: ContinuityLoss?
    /// The number of events in all rooms at opening.
    public let eventsAtOpening: UInt64

    let pool: DatabasePool
    let checkpoints: Checkpoints
    /// The damaged rows that were read since the store was opened.
    public let damaged: DamagedRows
    /// Where the log has no messages, as far as that was looked for.
    public let messageGaps = MessageGaps()
    private let folder: DataFolder
    private let path: String
    private let file: DatabaseIdentity
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
        self.path = path
        folder = try DataFolder(of: path)
        let damaged = DamagedRows()
        self.damaged = damaged
        lock = try DataLock(database: path)
        let watermarkFile: WatermarkFile
        var isNew = false
        do {
            let file: DatabaseIdentity
            (file, isNew) = try DataFolder.makeFile(path)
            self.file = file
            watermarkFile = try WatermarkFile(beside: path)
            let known = watermarkFile.read()
            let inspection = try Inspection.run(path, known: known)
            let log = WriteAheadLog()
            pool = try Connection.open(path, log: log)
            try inspection.close()
            try Schema.migrator.migrate(pool)
            let opened = try pool.write { db in try Watermark.opening(known, file, damaged: damaged, db) }
            let watermark = opened.watermark
            epoch = watermark.epoch
            continuityLoss = opened.loss
            eventsAtOpening = watermark.events
            guard watermarkFile.write(watermark, flushed: true) else { throw WatermarkFile.unwritable(path) }
            checkpoints = Checkpoints(try Connection.openForCheckpoints(path))
            appending = Appending(
                watermark: watermark, file: watermarkFile, log: log, checkpoints: checkpoints,
                erasingAfter: erasingAfter, damaged: damaged)
            // Texts deleted just before a crash may still be in the log.
            checkpoints.eraseLog(after: erasingAfter)
        } catch {
            // A refused start leaves no empty database: with one, a restore would find content.
            if isNew, DataFolder.size(path) == 0 { unlink(path) }
            throw Inspection.refusal(path, error)
        }
    }

    deinit {
        // Closing would make SQLite repeat the failed checkpoint (see `Checkpoints`), so the
        // database stays open as long as the process.
        if checkpoints.failure != nil { _ = Unmanaged.passRetained(pool) }
    }

    /// The version of the database's schema that this build makes. It refuses a database with a
    /// higher version.
    package static var schemaNumber: Int { Schema.migrator.migrations.count }
    /// The highest kind of event that this build knows. It refuses a database that may have a
    /// higher one.
    package static var highestKind: Int64 { ContentColumns.Kind.highest }

    /// Does all that the batch asks for in one transaction, which is flushed before this returns.
    /// One thread appends at a time; others wait.
    ///
    /// - Throws: ``StoreError/failed(_:)`` also if an earlier commit, flush or checkpoint has
    ///   failed, and if the file of the database, or of
    ///   its lock, is not at its path any more; ``StoreError/closed``
    ///   after ``close()``
    public func append(_ batch: Batch) throws(StoreError) -> Appended {
        guard DataFolder.holds(file, at: path) else {
            throw .failed("The database \(path) was removed or replaced while it was in use. Restore it from a backup.")
        }
        guard lock.isInPlace else {
            throw .failed(
                "The lock \(path).lock was removed: another server may be using the database. Make sure that none is, then start again."
            )
        }
        do {
            return try write(batch)
        } catch {
            // The log of a deletion is as large as what it deletes. Folded, it makes room for the
            // next step.
            guard case .full = error, batch.removal != nil, checkpoints.makeRoom() else { throw error }
            return try write(batch)
        }
    }

    private func write(_ batch: Batch) throws(StoreError) -> Appended {
        do {
            return try pool.writeWithoutTransaction { db in try appending.append(batch, db) }
        } catch {
            throw StoreError(error, .committing)
        }
    }

    /// The damaged rows met since opening, and the free bytes of the disk with the data folder. It
    /// does not read the database.
    public var condition: StoreCondition { StoreCondition(damagedRows: damaged.count, freeBytes: folder.freeBytes()) }

    /// Reads in one snapshot, on one of the pool's connections.
    public func read<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value {
        do {
            return try pool.read { db in try body(db) }
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
