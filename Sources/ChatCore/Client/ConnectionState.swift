/// The state of the connection, for a banner.
public struct ConnectionState: Hashable, Sendable {
    /// The connection.
    public var connection: Connection
    /// The user's identity; `nil` before the first welcome.
    public var identity: Identity?

    /// Initial, loading, connected or connecting.
    public var phase: Connection.Phase { connection.phase }

    init(_ chat: Chat) {
        connection = chat.connection
        identity = chat.identity
    }
}
