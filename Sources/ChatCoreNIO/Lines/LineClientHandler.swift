import ChatWire
import NIOCore

/// The client's side of the line protocol on a channel. ``LineAssembler`` decides where a line
/// ends. Used on the channel's event loop only.
final class LineClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let ending: LineClient.Ending
    private let received: (LineEvent) -> Bool
    private let ended: () -> Void
    private var assembler = LineAssembler()
    private var pause: Scheduled<Void>?
    private var nextTurn: EventLoopFuture<Void>?

    /// Creates the handler.
    ///
    /// - Parameters:
    ///   - received: Takes an event. It returns `false` if its queue is full, which ends the
    ///     connection.
    ///   - ended: Called once, after the last event.
    init(
        ending: LineClient.Ending, received: @escaping (LineEvent) -> Bool, ended: @escaping () -> Void
    ) {
        self.ending = ending
        self.received = received
        self.ended = ended
    }

    /// Writes one request. If a pause ends requests, the next one waits for it.
    func write(_ request: String, to channel: any Channel) -> EventLoopFuture<Void> {
        guard ending == .pause else { return channel.writeAndFlush(ByteBuffer(string: request + "\n")) }
        let (loop, bytes) = (channel.eventLoop, ByteBuffer(string: request))
        let turn = nextTurn ?? loop.makeSucceededVoidFuture()
        let written = turn.flatMap { channel.writeAndFlush(bytes) }
        nextTurn = written.flatMapError { _ in loop.makeSucceededVoidFuture() }
            .flatMap { loop.scheduleTask(in: .milliseconds(2 * Limits.linePause)) {}.futureResult }
        return written
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(WireError) {
            for line in try assembler.read(unwrapInboundIn(data).readableBytesView) { tell(line, context) }
            awaitPause(context)
        } catch {
            _ = received(.notice(error.text))
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        pause?.cancel()
        if let line = assembler.paused() { tell(line, context) }
        ended()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func tell(_ line: String, _ context: ChannelHandlerContext) {
        if !received(LineEvent(line: line)) { context.close(promise: nil) }
    }

    /// Restarts the pause after new bytes.
    private func awaitPause(_ context: ChannelHandlerContext) {
        pause?.cancel()
        guard let milliseconds = assembler.pause else { return pause = nil }
        pause = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(milliseconds)) { [self] in
            pause = nil
            if let line = assembler.paused() { tell(line, context) }
        }
    }
}

@available(*, unavailable)
extension LineClientHandler: Sendable {}
