import ChatRooms
import ChatWire
import Foundation
import GRDB

/// Opens the database's connections, and verifies the guarantees of SQLite that the store relies
/// on.
enum Connection {
    static func open(_ path: String, log: WriteAheadLog) throws -> DatabasePool {
        var configuration = configuration("martlet")
        configuration.maximumReaderCount = Limits.databaseReaders
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // Set after the pool was opened: when GRDB sets up WAL, it sets NORMAL, under which a
            // power cut loses commits.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // Overwrites deleted content in its page, so that it does not stay in the file's free
            // space. Older versions of the page stay in the write-ahead log until that is
            // restarted, and on the medium as long as the medium keeps them.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            log.follow(db)
            try db.execute(sql: "PRAGMA journal_size_limit = \(Limits.logPages * 4_096)")
            try verify(db)
        }
        try openReaders(pool)
        return pool
    }

    /// Opens all connections that may be used, so that no read has to wait for a descriptor. Each
    /// must be in use for the next one to be opened.
    private static func openReaders(_ pool: DatabasePool) throws {
        let (opened, letGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let failure = Locked<(any Error)?>(nil)
        for _ in 0..<Limits.databaseReaders {
            Thread.detachNewThread {
                do {
                    try pool.read { db in
                        _ = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema")
                        opened.signal()
                        letGo.wait()
                    }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                    opened.signal()
                }
            }
        }
        for _ in 0..<Limits.databaseReaders { opened.wait() }
        for _ in 0..<Limits.databaseReaders { letGo.signal() }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// The connection for checkpoints, beside the pool's. The database is in WAL mode already.
    static func openForCheckpoints(_ path: String) throws -> DatabaseQueue {
        let connection = try DatabaseQueue(path: path, configuration: configuration("martlet.checkpoints"))
        try connection.inDatabase { db in
            // The flushes of checkpoints follow this setting, too.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try verify(db)
        }
        return connection
    }

    /// Closes readers first: only the writer, closing last, folds the log into the file, so that a
    /// copy of the file is complete.
    static func close(_ pool: DatabasePool) throws {
        pool.invalidateReadOnlyConnections()
        try pool.close()
    }

    private static func configuration(_ label: String) -> Configuration {
        var configuration = Configuration()
        configuration.label = label
        // The lock keeps other servers out. This timeout is for a backup tool or a shell that opens
        // the database for a moment.
        configuration.busyMode = .timeout(TimeInterval(Limits.databaseBusy))
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            // Keeps temporary data in memory: a serving database opens no temporary files.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    /// Reads the settings back: SQLite ignores a pragma that it does not know or can't follow.
    private static func verify(_ db: Database) throws {
        let wanted: [(pragma: String, value: String)] = [
            ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"),
            ("secure_delete", "1"),
        ]
        for (pragma, value) in wanted {
            let found = try String.fetchOne(db, sql: "PRAGMA \(pragma)")
            guard found == value else {
                throw StoreError.unusable(
                    "SQLite on this machine keeps \(pragma) at \(found ?? "nothing") where \(value) is needed: "
                        + "acknowledged messages would not be safe.")
            }
        }
    }
}
