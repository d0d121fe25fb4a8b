import ChatWire

/// A prepared statement in use: its parameters are bound, and its rows are stepped through, without
/// a boxed value for each.
///
/// It takes the statement from the connection's cache, and ends its hold on its tables when it goes
/// out of scope.
package struct RawStatement: ~Copyable {
    private let statement: any SQLStatement

    package init(_ sql: String, in db: any SQLDatabase) throws {
        statement = try db.prepared(sql)
        statement.reset()
    }

    deinit { statement.reset() }

    package borrowing func bind(_ value: Int64?, at index: Int32) { statement.bind(value, at: index) }

    package borrowing func bind(seq: Seq?, at index: Int32) {
        bind((seq?.number).map { Int64(clamping: $0) }, at: index)
    }

    package borrowing func bind(_ id: some Identifier, at index: Int32) {
        statement.bind(high: id.high, low: id.low, at: index)
    }

    package borrowing func bind(_ bytes: [UInt8], at index: Int32) { statement.bind(bytes, at: index) }

    package borrowing func bind(_ text: String?, at index: Int32) throws { try statement.bind(text, at: index) }

    /// Steps to the next row; `false` at the end.
    package borrowing func step() throws -> Bool { try statement.step() }

    /// Runs the statement to its end, and resets it for the next values.
    package borrowing func run() throws { try statement.run() }

    /// Runs the statement, and returns how many rows it changed.
    package borrowing func runCounting() throws -> Int { try statement.runCounting() }

    package borrowing func reset() { statement.reset() }

    package borrowing func integer(_ column: Int32) -> Int64 { statement.integer(column) }

    /// A negative number counts as 0.
    package borrowing func seq(_ column: Int32) -> Seq { Seq(UInt64(clamping: statement.integer(column))) }

    package borrowing func isNull(_ column: Int32) -> Bool { statement.isNull(column) }

    /// `nil` for a value that is not 16 bytes.
    package borrowing func id<Kind: Identifier>(_ column: Int32) -> Kind? {
        statement.identifier(column).map { Kind(high: $0.high, low: $0.low) }
    }

    package borrowing func bytes(_ column: Int32) -> [UInt8] { statement.bytes(column) }

    /// `nil` for NULL, and for bytes that are not UTF-8.
    package borrowing func text(_ column: Int32) -> String? { statement.text(column) }
}

extension SQLDatabase {
    /// Runs one statement with integers for its parameters.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ integers: Int64...) throws -> Int {
        let statement = try RawStatement(sql, in: self)
        for (index, integer) in integers.enumerated() { statement.bind(integer, at: Int32(index + 1)) }
        return try statement.runCounting()
    }

    /// The first column of the first row; `nil` without a row, and for NULL.
    package func integer(_ sql: String) throws -> Int64? {
        let statement = try RawStatement(sql, in: self)
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }
}
