import GRDB
import GRDBSQLite

/// Which error of the system was behind an error of SQLite.
enum SystemError {
    /// The `errno` of the last failed write to the write-ahead log; if there is none, that of
    /// ``ofCheckpoint(_:)``. (SQLite itself notes none for a commit.) Meant for
    /// `SQLITE_IOERR_WRITE` of a transaction, which writes only to the log.
    static func ofTransaction(_ db: Database) -> Int32 {
        var log: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK,
            let log, let control = log.pointee.pMethods?.pointee.xFileControl
        else { return ofCheckpoint(db) }
        var number: Int32 = 0
        guard control(log, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK, number != 0 else { return ofCheckpoint(db) }
        return number
    }

    /// The `errno` of the last failed write to the database, or what SQLite noted itself; 0 for
    /// none. Meant for a checkpoint.
    static func ofCheckpoint(_ db: Database) -> Int32 {
        var number: Int32 = 0
        let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_LAST_ERRNO, &number)
        return code == SQLITE_OK && number != 0 ? number : sqlite3_system_errno(db.sqliteConnection)
    }
}
