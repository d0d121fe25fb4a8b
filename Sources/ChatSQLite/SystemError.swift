import GRDB
import GRDBSQLite

/// Which error of the system was behind an error of SQLite.
enum SystemError {
    /// The `errno` of the last write to the write-ahead log that failed, or what SQLite noted
    /// itself, which it does not for a commit; 0 for none. Meant for `SQLITE_IOERR_WRITE` of a
    /// transaction: its writes go to the log alone.
    static func ofTransaction(_ db: Database) -> Int32 {
        var log: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK,
            let log, let control = log.pointee.pMethods?.pointee.xFileControl
        else { return ofCheckpoint(db) }
        var number: Int32 = 0
        guard control(log, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK, number != 0 else { return ofCheckpoint(db) }
        return number
    }

    /// The same of a checkpoint, which writes to the database.
    static func ofCheckpoint(_ db: Database) -> Int32 {
        var number: Int32 = 0
        let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_LAST_ERRNO, &number)
        return code == SQLITE_OK && number != 0 ? number : sqlite3_system_errno(db.sqliteConnection)
    }
}
