/// One connection to an SQL database. One thread uses it at a time.
public protocol SQLDatabase: AnyObject {
    /// Prepares a statement, or takes it from a cache. The SQL is SQLite's, as far as both engines
    /// agree; each engine translates what it must.
    func prepared(_ sql: String) throws -> any SQLStatement
    /// Whether each result that is waited for may be a round trip to another machine. `false` by
    /// default.
    var isRemote: Bool { get }
}

extension SQLDatabase {
    /// A database in this process.
    public var isRemote: Bool { false }
}

/// A prepared statement. Indices of parameters begin at 1, of columns at 0.
public protocol SQLStatement: AnyObject {
    /// Binds an integer, or NULL.
    func bind(_ value: Int64?, at index: Int32)
    /// Binds sixteen bytes.
    func bind(high: UInt64, low: UInt64, at index: Int32)
    /// Binds bytes.
    func bind(_ bytes: [UInt8], at index: Int32)
    /// Binds a text, or NULL.
    func bind(_ text: String?, at index: Int32) throws
    /// Steps to the next row; `false` at the end.
    func step() throws -> Bool
    /// Runs the statement to its end without looking at rows, and resets it. An engine may do it
    /// later, but before the next `step` of any statement and before the commit; then these throw
    /// its error.
    func run() throws
    /// Runs the statement, and returns how many rows it changed.
    func runCounting() throws -> Int
    /// Ends the statement's hold on its rows. Bound values stay.
    func reset()
    /// 0 for NULL.
    func integer(_ column: Int32) -> Int64
    /// Whether the column is NULL.
    func isNull(_ column: Int32) -> Bool
    /// `nil` for a value that is not 16 bytes.
    func identifier(_ column: Int32) -> (high: UInt64, low: UInt64)?
    /// Empty for NULL.
    func bytes(_ column: Int32) -> [UInt8]
    /// `nil` for NULL, and for bytes that are not UTF-8.
    func text(_ column: Int32) -> String?
}
