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

    /// Sends what waits, and ends. Nothing is received after that. The end is not reported as
    /// trouble.
    func end() async
}
