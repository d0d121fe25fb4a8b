/// Carries messages between the servers that share a log.
///
/// What it carries is a hint: events are read from the log, and who is where is told again when a
/// message is missing. So it may lose messages, delay them and deliver them twice.
public protocol ServerBus: Sendable {
    /// Hands a message to the other servers. Any thread; does not wait.
    func publish(_ message: [UInt8])

    /// Calls `receive` with each message of the other servers from now on, one after the other. It
    /// may also be called with this server's own messages.
    func begin(_ receive: @escaping @Sendable ([UInt8]) -> Void)

    /// Sends what waits, and ends. Nothing is received after that.
    func end() async
}
