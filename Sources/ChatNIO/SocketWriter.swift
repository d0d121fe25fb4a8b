import NIOCore

/// Writes what the handlers above it write straight to the socket, while nothing waits in the
/// channel: below a cipher it takes the place of ``WriteBuffer``'s direct writes, which would go
/// past the cipher.
///
/// The first handler of its pipeline. What the socket does not take is copied before it waits: a
/// cipher writes into one buffer of 16 KiB again and again, and a reader that lags would otherwise
/// hold such a buffer for each small message.
public final class SocketWriter: ChannelOutboundHandler {
    public typealias OutboundIn = ByteBuffer
    public typealias OutboundOut = ByteBuffer

    private var socket: DirectSocket?
    private var backlog = ChannelBacklog(mayWait: false)

    public init() {}

    public func handlerAdded(context: ChannelHandlerContext) { socket = DirectSocket(context) }
    public func handlerRemoved(context: ChannelHandlerContext) { socket = nil }

    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        if let socket, socket.isOpen, backlog.isEmpty(context), bytes.readableBytes > 0 {
            bytes.moveReaderIndex(forwardBy: min(socket.send(bytes), bytes.readableBytes))
            guard bytes.readableBytes > 0 else {
                promise?.succeed()
                return
            }
        }
        backlog.add()
        context.write(wrapOutboundOut(ByteBuffer(bytes: bytes.readableBytesView)), promise: promise)
    }
}

@available(*, unavailable)
extension SocketWriter: Sendable {}
