import ChatRooms
import Foundation
import GRDB

/// The database's connections, and the promises of SQLite the store stands on.
enum Connection {
    static func open(_ path: String, log: WriteAheadLog) throws -> DatabasePool {
        var configuration = configuration("martlet")
        configuration.maximumReaderCount = readers
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // After the pool was opened: setting up WAL, GRDB sets NORMAL, under which a power cut loses commits.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // What a deletion takes out of a page is overwritten there, so that the text is not left in the file's gaps. In the log
            // beside it older versions of the page remain until that is begun anew, and on the medium whatever it keeps.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            log.follow(db)
            try db.execute(sql: "PRAGMA journal_size_limit = \(CheckpointRule.most * 4_096)")
            try verify(db)
        }
        try openReaders(pool)
        return pool
    }

    /// The history's two threads, the four of files and the committer read at the same time.
    static let readers = 8

    /// Opens all that may ever be used, so that no read has to wait for a descriptor: each must be in use for the next one to be opened.
    private static func openReaders(_ pool: DatabasePool) throws {
        let (opened, letGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let failure = Failure()
        for _ in 0..<readers {
            Thread.detachNewThread {
                do {
                    try pool.read { db in
                        _ = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema")
                        opened.signal()
                        letGo.wait()
                    }
                } catch {
                    failure.note(error)
                    opened.signal()
                }
            }
        }
        for _ in 0..<readers { opened.wait() }
        for _ in 0..<readers { letGo.signal() }
        if let error = failure.first { throw error }
    }

    /// `@unchecked Sendable`: what varies is touched only under `lock`.
    private final class Failure: @unchecked Sendable {
        private let lock = NSLock()
        private var error: (any Error)?

        var first: (any Error)? { lock.withLock { error } }

        func note(_ error: any Error) { lock.withLock { self.error = self.error ?? error } }
    }

    /// The connection that checkpoints run on, beside the pool's. The database is in WAL mode already.
    static func openForCheckpoints(_ path: String) throws -> DatabaseQueue {
        let connection = try DatabaseQueue(path: path, configuration: configuration("martlet.checkpoints"))
        try connection.inDatabase { db in
            // What a checkpoint flushes goes by this, too.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try verify(db)
        }
        return connection
    }

    /// Readers first: only the writer, closing last, folds the log into the file, so that a copy of it is whole.
    static func close(_ pool: DatabasePool) throws {
        pool.invalidateReadOnlyConnections()
        try pool.close()
    }

    private static func configuration(_ label: String) -> Configuration {
        var configuration = Configuration()
        configuration.label = label
        // Another server is kept out by its lock; this is for a backup tool or a shell that looks in for a moment.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            // What SQLite would put into temporary files: while it serves it opens none.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    /// Reads back what was asked for: SQLite ignores a pragma it doesn't know or can't follow.
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
