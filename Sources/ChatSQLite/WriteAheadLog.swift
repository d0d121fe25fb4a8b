import GRDB
import GRDBSQLite

/// The number of pages in the write-ahead log, as SQLite reports it after each commit.
///
/// `@unchecked Sendable`: used only in the pool's writer, which runs one closure at a time.
final class WriteAheadLog: @unchecked Sendable {
    private(set) var pages = 0

    /// Follows a connection. This value must outlive the connection's last commit.
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
