/// Deadlines of a connection, in milliseconds.
extension Limits {
    /// Milliseconds for the opening handshake.
    package static let handshakeDeadline: Int64 = 5_000
    /// Milliseconds for the hello, from the opening handshake on. Then the connection is closed
    /// with 4002.
    public static let helloDeadline: Int64 = 5_000
    /// Milliseconds for the peer's answer to a close.
    public static let closeDeadline: Int64 = 5_000
    /// Milliseconds of silence after which a connection is pinged.
    public static let pingInterval: Int64 = 25_000
    /// Milliseconds for the answer to a ping. Then the connection is closed with 4009.
    public static let pongDeadline: Int64 = 8_000
    /// Milliseconds for which a client retries a name that is taken, because its own dead
    /// connection may hold it. After that time the server has closed that connection.
    package static let ghostDeadline = pingInterval + pongDeadline + 2_000
    /// Milliseconds of silence after which an unfinished line counts as finished (the original line
    /// clients send no line feed).
    package static let linePause: Int64 = 30
    /// Milliseconds that a message or a line may take, from its first byte to its last.
    public static let unfinishedDeadline: Int64 = 60_000
    /// Milliseconds that a commit may take before the server says that its store hangs.
    package static let storeDeadline: Int64 = 10_000
    /// Milliseconds after which a server that was asked to stop is ended, whatever it waits for.
    package static let stopDeadline: Int64 = 20_000
    /// Milliseconds in which connections end when the server stops.
    package static let drainDeadline: Int64 = 10_000
    /// Milliseconds in which connections end that outlast ``drainDeadline``, and are then closed.
    package static let forcedCloseDeadline: Int64 = 2_000
}
