/// Tells a client when the device's network changes. When there is one again, the client connects
/// at once; when it is gone or another one, it checks its connection. It is a hint: without a
/// network the client goes on trying, because the server may be on this device.
///
/// ``SystemReachability`` asks the system. To use another source, implement this protocol.
public protocol Reachability: Sendable {
    /// Whether there is a network: now, and after every change. The stream ends when the task that
    /// iterates it is cancelled. One that ends by itself says that nothing is known any more.
    func changes() -> AsyncStream<Bool>
}
