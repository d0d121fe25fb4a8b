/// Carries messages between the servers that share a log.
///
/// It may lose messages, delay them and deliver them twice. Servers read events from the log,
/// whatever the bus brings. A server that misses a message asks the sender for all its people
/// again.
public protocol ServerBus: Sendable {
    /// Hands a message to the other servers. Any thread; does not wait.
    func publish(_ message: [UInt8])

    /// Calls `receive` with each message of the other servers from now on, one after the other. It
    /// may also be called with this server's own messages.
    func begin(_ receive: @escaping @Sendable ([UInt8]) -> Void)

    /// What the bus knows of itself. Any thread; cheap enough for every second.
    var condition: BusCondition { get }

    /// Sends what waits, and ends. Nothing is received after that. The end is not reported as
    /// trouble.
    func end() async
}

/// What a bus knows of itself, for those who watch over the server.
public struct BusCondition: Hashable, Sendable {
    /// Whether messages are carried, as far as is known here.
    public var isCarrying: Bool
    /// How many messages of this server were not sent since its start.
    public var lost: Int

    /// Creates the value.
    public init(isCarrying: Bool, lost: Int = 0) {
        self.isCarrying = isCarrying
        self.lost = lost
    }
}
