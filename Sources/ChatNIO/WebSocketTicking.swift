import NIOCore

extension WebSocketHandler {
    /// Ticks this connection once a second with a timer of its own, until it ends. For a client, or a server of few connections; who
    /// holds many calls ``tick(_:)`` from one timer for all of them. Call it from `opened`.
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
