import ChatRooms
import GRDB
import GRDBSQLite

/// The database's connections, and the promises of SQLite the store stands on.
enum Connection {
    /// Pages of the write-ahead log after which it is folded into the database: 16 MiB. Fewer fold the same pages more often.
    private static let walPages: Int32 = 4_096

    static func open(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "martlet"
        configuration.maximumReaderCount = 8
        // Another server is kept out by its lock; this is for a backup tool or a shell that looks in for a moment.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // After the pool was opened: setting up WAL, GRDB sets NORMAL, under which a power cut loses commits.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            checkpointStrictly(db)
            try db.execute(sql: "PRAGMA journal_size_limit = \(walPages * 4_096)")
            try verify(db)
        }
        return pool
    }

    /// In place of SQLite's automatic checkpoint, which keeps its errors to itself: a flush that failed once may seem to succeed
    /// when tried again, and the log would be overwritten though the database never reached the disk. Here the commit
    /// reports it, and the store appends no more.
    private static func checkpointStrictly(_ db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { _, connection, name, pages in
                guard pages >= Connection.walPages else { return SQLITE_OK }
                let code = sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                // Someone else is at it, or reads still: next time.
                return code == SQLITE_BUSY ? SQLITE_OK : code
            }, nil)
    }

    /// Readers first: only the writer, closing last, folds the log into the file, so that a copy of it is whole.
    static func close(_ pool: DatabasePool) throws {
        pool.invalidateReadOnlyConnections()
        try pool.close()
    }

    /// Reads back what was asked for: SQLite ignores a pragma it doesn't know or can't follow.
    private static func verify(_ db: Database) throws {
        let wanted: [(pragma: String, value: String)] = [
            ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"),
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
