import NIOCore

extension WebSocketHandler {
    /// Ticks this connection once a second with a timer of its own, until it ends. For a client, or
    /// a server with few connections: call it in `opened`. A server with many connections calls
    /// ``tick(_:)`` for each of them from one timer instead.
    public func keepTicking() {
        guard let channel else { return }
        let loop = channel.eventLoop
        let handler = NIOLoopBound(self, eventLoop: loop)
        let ticks = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            handler.value.tick(loop.now)
        }
        channel.closeFuture.whenComplete { _ in ticks.cancel() }
    }
}
