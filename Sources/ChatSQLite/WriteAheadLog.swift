import GRDB
import GRDBSQLite

/// How many pages the write-ahead log has, as SQLite tells after each commit.
///
/// `@unchecked Sendable`: only ever touched in the pool's writer, which runs one closure at a time.
final class WriteAheadLog: @unchecked Sendable {
    private(set) var pages = 0

    /// Must outlive the connection's last commit.
    func follow(_ db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<WriteAheadLog>.fromOpaque(context).takeUnretainedValue().pages = Int(pages)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
