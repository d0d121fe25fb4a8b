/// Where a client stands: what a banner shows.
public struct ConnectionState: Hashable, Sendable {
    public var connection: Connection
    /// Who one is; `nil` before the first welcome.
    public var identity: Identity?

    /// initial, loading, connected or connecting.
    public var phase: Connection.Phase { connection.phase }

    init(_ chat: Chat) {
        connection = chat.connection
        identity = chat.identity
    }
}
