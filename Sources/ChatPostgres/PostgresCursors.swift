import ChatRooms
import ChatSQL
import ChatWire

/// Reads through cursors, so that a result of any size takes the memory of a few rows. Used within
/// one transaction.
final class PostgresCursors: SQLDatabase {
    private let connection: PostgresConnection
    private var made = 0

    init(_ connection: PostgresConnection) { self.connection = connection }

    func prepared(_ sql: String) throws -> any SQLStatement {
        made += 1
        return try PostgresCursor("cursor_\(made)", sql, connection)
    }
}

/// A query as a cursor. It is opened by the first step.
///
/// Its errors are ``StoreError``s, so that the other engine, whose transaction they end, passes
/// them on as they are.
private final class PostgresCursor: SQLStatement {
    private let opening: any SQLStatement
    /// Executed again and again, it gives page after page.
    private let page: any SQLStatement
    private let closing: any SQLStatement
    private var isOpen = false
    /// Rows of the current page that were stepped to.
    private var rows = 0

    init(_ name: String, _ sql: String, _ db: PostgresConnection) throws {
        opening = try db.prepared("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)")
        page = try db.prepared("FETCH FORWARD \(Limits.databaseCursor) FROM \(name)")
        closing = try db.prepared("CLOSE \(name)")
    }

    func bind(_ value: Int64?, at index: Int32) { opening.bind(value, at: index) }

    func bind(high: UInt64, low: UInt64, at index: Int32) { opening.bind(high: high, low: low, at: index) }

    func bind(_ bytes: [UInt8], at index: Int32) { opening.bind(bytes, at: index) }

    func bind(_ text: String?, at index: Int32) throws { try opening.bind(text, at: index) }

    func step() throws -> Bool {
        do {
            if !isOpen {
                try opening.run()
                (isOpen, rows) = (true, 0)
            }
            while true {
                if try page.step() {
                    rows += 1
                    return true
                }
                // A page is empty only behind the last row.
                guard rows > 0 else { break }
                rows = 0
            }
            reset()
            return false
        } catch {
            throw StoreError(postgres: error, .reading)
        }
    }

    func run() throws { while try step() {} }

    /// A query changes nothing.
    func runCounting() throws -> Int {
        try run()
        return 0
    }

    func reset() {
        page.reset()
        guard isOpen else { return }
        isOpen = false
        // If this fails, so does the transaction, and its next statement says so.
        try? closing.run()
    }

    func integer(_ column: Int32) -> Int64 { page.integer(column) }

    func isNull(_ column: Int32) -> Bool { page.isNull(column) }

    func identifier(_ column: Int32) -> (high: UInt64, low: UInt64)? { page.identifier(column) }

    func bytes(_ column: Int32) -> [UInt8] { page.bytes(column) }

    func text(_ column: Int32) -> String? { page.text(column) }
}
