import ChatRooms
import ChatSQL
import ChatWire
import Foundation
import GRDB

/// Accounts in a SQLite database of their own, in WAL mode with `synchronous = FULL`.
///
/// The lock of the data folder (`DataLock`) keeps other processes out: open it after the log, or
/// with ``open(in:)``.
public final class SQLiteAccounts: SQLAccountStore {
    private let database: DatabaseQueue
    private let lock: DataLock?

    /// Opens the database of a server that holds the lock of the folder, and creates it if
    /// necessary.
    public convenience init(path: String) throws(StoreError) { try self.init(path, lock: nil) }

    /// Opens the database of a folder on which no server runs, and creates it if necessary. Files
    /// that root creates belong to the owner of the folder.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` if the folder is in use.
    public static func open(in paths: DataPaths) throws(StoreError) -> SQLiteAccounts {
        let folder = try DataFolder(of: paths.database)
        folder.makeForOwner(paths.database + ".lock")
        let lock = try DataLock(database: paths.database)
        folder.makeForOwner(paths.accounts)
        return try SQLiteAccounts(paths.accounts, lock: lock)
    }

    private init(_ path: String, lock: DataLock?) throws(StoreError) {
        self.lock = lock
        do {
            // From its creation on, only its owner can read it.
            _ = try DataFolder.makeFile(path)
            var configuration = Configuration()
            configuration.label = "martlet.accounts"
            configuration.journalMode = .wal
            configuration.busyMode = .timeout(TimeInterval(Limits.databaseBusy))
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA trusted_schema = OFF")
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            database = try DatabaseQueue(path: path, configuration: configuration)
            try database.inDatabase { db in
                // Set after it was opened: with WAL, GRDB sets NORMAL.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try db.execute(sql: "PRAGMA secure_delete = ON")
                for (pragma, value) in [("journal_mode", "wal"), ("synchronous", "2")] {
                    guard try String.fetchOne(db, sql: "PRAGMA \(pragma)") == value else {
                        throw StoreError.unusable("SQLite on this machine does not keep \(pragma) at \(value).")
                    }
                }
                guard try !AccountSchema.migrator.hasBeenSuperseded(db) else { throw Inspection.Newer() }
            }
            try AccountSchema.migrator.migrate(database)
        } catch {
            throw Inspection.refusal(path, error)
        }
    }

    /// Reads in one snapshot.
    public func read<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value {
        do { return try database.read { db in try body(db) } } catch { throw StoreError(error, .reading) }
    }

    /// Writes in one transaction, which is on the disk before this returns.
    public func write<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value {
        var phase = StorePhase.writing
        do {
            return try database.write { db in
                let value = try body(db)
                phase = .committing
                return value
            }
        } catch {
            throw StoreError(error, phase)
        }
    }

    /// Closes the database, and releases the lock if ``open(in:)`` took it. Later calls throw
    /// ``StoreError/closed``.
    public func close() throws(StoreError) {
        do {
            try database.close()
            lock?.release()
        } catch {
            throw StoreError(error, .committing)
        }
    }
}
