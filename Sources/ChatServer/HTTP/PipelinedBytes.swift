import NIOCore

/// Holds back the bytes of pipelined requests, before the parser, until earlier requests are
/// answered.
///
/// A small request can have a large response. So an HTTP connection is read no further than its
/// responses are. The held bytes are bounded by one read event, because nothing more is read while
/// bytes are held. On its event loop only.
final class PipelinedBytes: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData

    /// Whether further bytes may be parsed now.
    private let mayPass: () -> Bool
    private var held = CircularBuffer<ByteBuffer>()
    private var inputHasEnded = false
    private var readIsHeldBack = false
    private var isReleasing = false
    private var context: ChannelHandlerContext?

    init(mayPass: @escaping () -> Bool) { self.mayPass = mayPass }

    /// Passes on what may pass now, and continues reading when nothing is left. Call it when
    /// `mayPass` may have become true.
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
        // A connection that waits for a response is still read, so that its end is noticed.
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
