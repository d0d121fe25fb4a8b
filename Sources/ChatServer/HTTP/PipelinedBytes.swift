import NIOCore

/// Holds the bytes of pipelined requests back, in front of the parser, until the requests before them are answered.
///
/// A small request asks for a large answer, so an HTTP connection is read no further than its answers are. What is held is bounded: at
/// most what one read event brings, since nothing more is read while something is held. On its event loop only.
final class PipelinedBytes: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData

    /// Whether the next bytes may be parsed now.
    private let mayPass: () -> Bool
    private var held = CircularBuffer<ByteBuffer>()
    private var inputHasEnded = false
    private var readIsHeldBack = false
    private var isReleasing = false
    private var context: ChannelHandlerContext?

    init(mayPass: @escaping () -> Bool) { self.mayPass = mayPass }

    /// Hands on what may pass by now, and reads on when nothing is left. Call it when `mayPass` may have become true.
    func release() {
        guard !isReleasing else { return }
        isReleasing = true
        defer { isReleasing = false }
        while mayPass(), let context, let bytes = held.popFirst() {
            context.fireChannelRead(wrapInboundOut(bytes))
            context.fireChannelReadComplete()
        }
        guard held.isEmpty, mayPass(), let context else { return }
        if inputHasEnded {
            inputHasEnded = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        guard readIsHeldBack else { return }
        readIsHeldBack = false
        context.read()
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if held.isEmpty, mayPass() {
            context.fireChannelRead(data)
        } else {
            held.append(unwrapInboundIn(data))
        }
    }

    func read(context: ChannelHandlerContext) {
        // A connection that waits for an answer is read all the same, so that its end is noticed.
        if held.isEmpty {
            context.read()
        } else {
            readIsHeldBack = true
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event, !held.isEmpty || !mayPass() else {
            return context.fireUserInboundEventTriggered(event)
        }
        inputHasEnded = true
    }

    func channelInactive(context: ChannelHandlerContext) {
        held.removeAll()
        context.fireChannelInactive()
    }
}
