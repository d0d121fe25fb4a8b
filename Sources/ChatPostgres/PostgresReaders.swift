import ChatRooms
import ChatWire
import Foundation

/// A fixed number of connections that read. Any thread may use one.
///
/// `@unchecked Sendable`: what varies is touched only under `condition`, and a connection belongs
/// to the thread that took it out of there.
final class PostgresReaders: @unchecked Sendable {
    private let address: PostgresAddress
    private let condition = NSCondition()
    /// `nil` for a connection that was lost.
    private var idle: [PostgresConnection?]
    private var isClosed = false
    private var waitCount = 0

    /// Opens the connections, so that what the server refuses is known at the start.
    init(_ address: PostgresAddress, count: Int = Limits.databaseReaders) throws {
        self.address = address
        idle = try (0..<count).map { _ in try Self.connect(address) }
    }

    /// While a read is under way, PostgreSQL keeps all versions of rows that it may see, and nobody
    /// can change a table that it has read. So a server that stands still in the middle of one must
    /// not do so for long.
    private static func connect(_ address: PostgresAddress) throws -> PostgresConnection {
        let connection = try PostgresConnection(address)
        try connection.execute("SET idle_in_transaction_session_timeout = '\(Limits.databaseHang)s'")
        return connection
    }

    /// Waits for a free connection, and calls `body` in a transaction that sees one moment. Opens
    /// the connection anew if it was lost.
    func read<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        var taken = try take()
        defer { give(taken) }
        let connection = try taken ?? Self.connect(address)
        taken = connection
        defer { if connection.isLost { taken = nil } }
        return try connection.inTransaction(.reading) { try body(connection) }
    }

    /// Ends the connections; those in use with their reads.
    func close() {
        condition.lock()
        isClosed = true
        idle = []
        condition.broadcast()
        condition.unlock()
    }

    /// How many reads have had to wait for a free connection.
    var waits: Int {
        condition.lock()
        defer { condition.unlock() }
        return waitCount
    }

    private func take() throws -> PostgresConnection? {
        condition.lock()
        defer { condition.unlock() }
        if idle.isEmpty, !isClosed { waitCount += 1 }
        while idle.isEmpty, !isClosed { condition.wait() }
        guard !isClosed else { throw StoreError.closed }
        return idle.removeLast()
    }

    private func give(_ connection: PostgresConnection?) {
        condition.lock()
        if !isClosed { idle.append(connection) }
        condition.signal()
        condition.unlock()
    }
}
