import ChatRooms
import GRDB

/// The database's connections, and the promises of SQLite the store stands on.
enum Connection {
    /// Pages of the write-ahead log after which it is folded into the database: 16 MiB. Fewer fold the same pages more often.
    private static let walPages = 4_096

    static func open(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "martlet"
        configuration.maximumReaderCount = 8
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // After the pool was opened: setting up WAL, GRDB sets NORMAL, under which a power cut loses commits.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA wal_autocheckpoint = \(walPages)")
            try db.execute(sql: "PRAGMA journal_size_limit = \(walPages * 4_096)")
            try verify(db)
        }
        return pool
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
