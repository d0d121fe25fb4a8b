import ChatRooms
import ChatSQL
import ChatWire
import Foundation

/// The accounts of a server in the database of its log, on a connection of their own.
///
/// A connection that was lost is opened anew for the next call. A call that changes something holds
/// the server's term (``ServerTerm``), so a server that was replaced by another one changes
/// nothing.
///
/// `@unchecked Sendable`: the connection is touched only under `lock`. (`Locked` takes only values
/// that are `Sendable`, and a connection is not.)
public final class PostgresAccounts: SQLAccountStore, @unchecked Sendable {
    private let address: PostgresAddress
    private let term: ServerTerm
    private let lock = NSLock()
    /// `nil` if it was lost, or never opened.
    private var connection: PostgresConnection?
    private var isClosed = false

    init(_ address: PostgresAddress, _ term: ServerTerm) {
        self.address = address
        self.term = term
    }

    /// Reads in one snapshot.
    public func read<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value {
        try perform { connection in try connection.inTransaction(.reading) { try body(connection) } }
    }

    /// Writes in one transaction, which is on the server's disk before this returns.
    ///
    /// - Throws: ``StoreError/failed(_:)`` if it is not known whether the commit happened, or if
    ///   another server has taken over. ``StoreError/busy(_:)`` if the connection was lost before.
    public func write<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value {
        try change { connection in try body(connection) }
    }

    func change<Value>(_ body: (PostgresConnection) throws -> Value) throws(StoreError) -> Value {
        try perform { connection in
            try connection.inTransaction(.writing) {
                try term.hold(connection)
                return try body(connection)
            }
        }
    }

    private func perform<Value>(_ body: (PostgresConnection) throws -> Value) throws(StoreError) -> Value {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { throw .closed }
        do {
            let connection = try self.connection ?? connect()
            self.connection = connection
            defer { if connection.isLost { self.connection = nil } }
            return try body(connection)
        } catch {
            // A write counts as a read here, too. This connection does not hold the server's lock,
            // so its loss does not end the server: the next call opens another connection.
            throw StoreError(postgres: error, .reading)
        }
    }

    private func connect() throws -> PostgresConnection {
        let connection = try PostgresConnection(address)
        try ServerSettings.keepSynchronousCommit(connection)
        if let refusal = try ServerSettings(connection).refusal { throw StoreError.busy(refusal.description) }
        // A server that stands still in the middle of a transaction must not hold up the next one.
        try connection.execute("SET idle_in_transaction_session_timeout = '\(Limits.databaseBusy)s'")
        return connection
    }

    /// The key of guest tokens: 32 bytes, made at the first call. Servers that make it at the same
    /// time have the same one.
    package func tokenKey() throws(StoreError) -> [UInt8] {
        try change { db in
            if let key = try SecretTable.read(.tokenKey, db) { return key }
            var random = SystemRandomNumberGenerator()
            let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            return try SecretTable.add(.tokenKey, key, db)
        }
    }

    /// Takes over what a data folder has, in one transaction. Called again after an interruption,
    /// it finds that everything is there.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` if the database has other accounts, or another key
    package func takeOver(_ folder: FolderAccounts) throws(StoreError) {
        try change { db in try folder.copy(to: db) }
    }

    /// Ends the session. Later calls throw ``StoreError/closed``.
    public func close() throws(StoreError) {
        lock.lock()
        defer { lock.unlock() }
        isClosed = true
        connection = nil
    }
}

/// The table `secret`: bytes that no client sees, by their names.
enum SecretTable {
    enum Name: String {
        case tokenKey = "token key"
        /// The mark of the data folder from which accounts were taken over.
        case folderAccounts = "accounts of a folder"
    }

    static func read(_ name: Name, _ db: any SQLDatabase) throws -> [UInt8]? {
        let select = try RawStatement("SELECT value FROM secret WHERE name = ?", in: db)
        try select.bind(name.rawValue, at: 1)
        return try select.step() ? select.bytes(0) : nil
    }

    /// Adds a value, unless there is one. Waits for another transaction that adds one.
    ///
    /// - Returns: the value that is there
    static func add(_ name: Name, _ value: [UInt8], _ db: any SQLDatabase) throws -> [UInt8] {
        let insert = try RawStatement("INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", in: db)
        try insert.bind(name.rawValue, at: 1)
        insert.bind(value, at: 2)
        try insert.run()
        return try read(name, db) ?? value
    }

    static func write(_ name: Name, _ value: [UInt8], _ db: any SQLDatabase) throws {
        let insert = try RawStatement(
            "INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            in: db)
        try insert.bind(name.rawValue, at: 1)
        insert.bind(value, at: 2)
        try insert.run()
    }
}

extension FolderAccounts {
    /// Copies everything, unless it is there already. Called in a transaction of the database.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` if the database has other accounts, or another key
    func copy(to db: PostgresConnection) throws {
        if let tokenKey {
            // Another server may take over its own at the same moment.
            guard try SecretTable.add(.tokenKey, tokenKey, db) == tokenKey else {
                throw StoreError.unusable(
                    "The key of guest tokens in the data folder (token.key) is not the one in the database. Guests have "
                        + "tokens of the database's key: move token.key out of the folder, and start again.")
            }
        }
        guard let store else { return }
        let bytes = withUnsafeBytes(of: mark.bigEndian) { Array($0) }
        guard try SecretTable.read(.folderAccounts, db) != bytes else { return }
        for table in Self.tables where try LogCopy.count(table, db) > 0 {
            throw StoreError.unusable(
                "The data folder has accounts (accounts.db), and the database has other ones. Those in the database count: "
                    + "move accounts.db out of the folder, and start again.")
        }
        try store.read { accounts in
            var copy = LogCopy(from: accounts, to: db) { _, _ in }
            try copy.run(Self.tables)
        }
        try SecretTable.write(.folderAccounts, bytes, db)
    }
}
