import GRDB
import GRDBSQLite

/// Folds the write-ahead log into the database when it has grown long.
///
/// In place of SQLite's automatic checkpoint, which keeps its errors to itself: a flush that failed once may seem to
/// succeed when tried again, and the log would be overwritten though the database never reached the disk.
///
/// `@unchecked Sendable`: only ever touched in the pool's writer, which runs one closure at a time.
final class WriteAheadLog: @unchecked Sendable {
    /// 16 MiB of pages. Fewer would fold the same pages more often.
    static let pagesKept: Int32 = 4_096

    private var pages: Int32 = 0

    /// Must outlive the connection's last commit.
    func follow(_ db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<WriteAheadLog>.fromOpaque(context).takeUnretainedValue().pages = pages
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// To be called after a commit. What readers still need stays in the log until the next time.
    func fold(_ db: Database) throws {
        guard pages >= WriteAheadLog.pagesKept else { return }
        do {
            try db.checkpoint(.passive)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Someone else is folding it: a backup tool, say.
        }
    }
}
