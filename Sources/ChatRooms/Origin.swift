/// The connection that sent a request, wherever it lives: its event loop's table, and its number
/// there.
package struct Origin: Hashable, Sendable {
    package var table: Int
    package var connection: ConnectionID

    package init(table: Int, connection: ConnectionID) {
        self.table = table
        self.connection = connection
    }
}

/// The number of a connection, unique in its table.
package typealias ConnectionID = UInt64
