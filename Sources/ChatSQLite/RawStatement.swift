import ChatWire
import GRDB
import GRDBSQLite

/// A prepared statement, bound and stepped through SQLite's C API.
///
/// GRDB prepares, caches and finalizes it. Only binding and reading of columns bypass GRDB, on the
/// path of every append and every history page: GRDB's arguments are boxed values in an array.
struct RawStatement: ~Copyable {
    /// Keeps the statement alive; GRDB finalizes it.
    private let statement: Statement
    private let pointer: OpaquePointer

    init(_ sql: String, in db: Database) throws {
        statement = try db.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
        sqlite3_reset(pointer)
    }

    /// Ends the statement's hold on its tables.
    deinit { sqlite3_reset(pointer) }

    borrowing func bind(_ value: Int64?, at index: Int32) {
        if let value {
            sqlite3_bind_int64(pointer, index, value)
        } else {
            sqlite3_bind_null(pointer, index)
        }
    }

    borrowing func bind(_ id: some Identifier, at index: Int32) {
        withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes in
            _ = sqlite3_bind_blob(pointer, index, bytes.baseAddress, Int32(bytes.count), copied)
        }
    }

    borrowing func bind(_ bytes: [UInt8], at index: Int32) {
        _ = sqlite3_bind_blob(pointer, index, bytes, Int32(clamping: bytes.count), copied)
    }

    borrowing func bind(_ text: String?, at index: Int32) throws {
        guard let text else { return bind(nil as Int64?, at: index) }
        try bind(text, at: index)
    }

    borrowing func bind(_ text: String, at index: Int32) throws {
        var text = text
        let code = text.withUTF8 { bytes in
            // The address of an empty buffer may be nil, which SQLite would take for NULL.
            bytes.isEmpty
                ? sqlite3_bind_text(pointer, index, "", 0, copied)
                : sqlite3_bind_text64(
                    pointer, index, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                    UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
        }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Steps to the next row; `false` at the end.
    borrowing func step() throws -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    /// Runs the statement to its end, and resets it for the next values.
    borrowing func run() throws {
        while try step() {}
        sqlite3_reset(pointer)
    }

    borrowing func reset() { sqlite3_reset(pointer) }

    borrowing func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    borrowing func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

    /// `nil` for a blob that is not 16 bytes.
    borrowing func id<Kind: Identifier>(_ column: Int32) -> Kind? {
        guard let bytes = sqlite3_column_blob(pointer, column), sqlite3_column_bytes(pointer, column) == 16 else {
            return nil
        }
        return Kind(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    borrowing func bytes(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(pointer, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    /// `nil` for bytes that are not UTF-8.
    borrowing func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(pointer, column) else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(validating: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    private borrowing func failure(_ code: Int32) -> DatabaseError {
        let message = sqlite3_errmsg(sqlite3_db_handle(pointer)).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }

    /// SQLITE_TRANSIENT, a cast that Swift can't import: SQLite copies the bytes before it returns.
    private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
