import ChatRooms
import ChatSQL
import GRDB
import GRDBSQLite

extension GRDB.Database: SQLDatabase {
    /// Prepares a statement, or takes it from GRDB's cache.
    public func prepared(_ sql: String) throws -> any SQLStatement { try cachedStatement(sql: sql) }
}

/// GRDB prepares, caches and finalizes a statement. Binding, stepping and reading of columns bypass
/// it, on the path of every append and every history page: GRDB's arguments are boxed values in an
/// array.
extension GRDB.Statement: SQLStatement {
    /// Binds an integer, or NULL.
    public func bind(_ value: Int64?, at index: Int32) {
        if let value {
            sqlite3_bind_int64(sqliteStatement, index, value)
        } else {
            sqlite3_bind_null(sqliteStatement, index)
        }
    }

    /// Binds sixteen bytes.
    public func bind(high: UInt64, low: UInt64, at index: Int32) {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
            _ = sqlite3_bind_blob(sqliteStatement, index, bytes.baseAddress, Int32(bytes.count), copied)
        }
    }

    /// Binds a blob.
    public func bind(_ bytes: [UInt8], at index: Int32) {
        _ = sqlite3_bind_blob(sqliteStatement, index, bytes, Int32(clamping: bytes.count), copied)
    }

    /// Binds a text, or NULL.
    public func bind(_ text: String?, at index: Int32) throws {
        guard var text else { return bind(nil as Int64?, at: index) }
        let code = text.withUTF8 { bytes in
            // The address of an empty buffer may be nil, which SQLite would take for NULL.
            bytes.isEmpty
                ? sqlite3_bind_text(sqliteStatement, index, "", 0, copied)
                : sqlite3_bind_text64(
                    sqliteStatement, index, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                    UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
        }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Steps to the next row; `false` at the end.
    public func step() throws -> Bool {
        switch sqlite3_step(sqliteStatement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    /// Runs the statement to its end at once, and resets it.
    public func run() throws {
        while try step() {}
        reset()
    }

    /// Runs the statement, and returns how many rows it changed.
    public func runCounting() throws -> Int {
        try run()
        return Int(sqlite3_changes(sqlite3_db_handle(sqliteStatement)))
    }

    /// Ends the statement's hold on its tables.
    public func reset() { sqlite3_reset(sqliteStatement) }

    /// 0 for NULL.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(sqliteStatement, column) }

    /// Whether the column is NULL.
    public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(sqliteStatement, column) == SQLITE_NULL }

    /// `nil` for a blob that is not 16 bytes.
    public func identifier(_ column: Int32) -> (high: UInt64, low: UInt64)? {
        guard let bytes = sqlite3_column_blob(sqliteStatement, column),
            sqlite3_column_bytes(sqliteStatement, column) == 16
        else { return nil }
        return (
            UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// The bytes of a blob; none for NULL.
    public func bytes(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(sqliteStatement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(sqliteStatement, column))))
    }

    /// `nil` for NULL, and for bytes that are not UTF-8.
    public func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(sqliteStatement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(sqliteStatement, column))
        return String(validUTF8: UnsafeBufferPointer(start: bytes, count: count))
    }

    private func failure(_ code: Int32) -> DatabaseError {
        let message = sqlite3_errmsg(sqlite3_db_handle(sqliteStatement)).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }

    /// SQLITE_TRANSIENT, a cast that Swift can't import: SQLite copies the bytes before it returns.
    private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
