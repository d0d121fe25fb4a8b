import NIOCore

/// Writes what the handlers above it write straight to the socket, while nothing waits in the
/// channel: below a cipher it takes the place of ``WriteBuffer``'s direct writes, which would go
/// past the cipher.
///
/// The first handler of its pipeline. What the socket does not take is copied before it waits: a
/// cipher writes into one buffer of 16 KiB again and again, and a reader that lags would otherwise
/// hold such a buffer for each small message.
public final class SocketWriter: ChannelOutboundHandler {
    /// Bytes of the handlers above, such as a cipher's records.
    public typealias OutboundIn = ByteBuffer
    /// The bytes that the socket did not take.
    public typealias OutboundOut = ByteBuffer

    private var socket: DirectSocket?
    private var backlog = ChannelBacklog(mayWait: false)

    /// Creates the handler of one channel.
    public init() {}

    /// Finds the socket beneath the channel. Without one, as in an `EmbeddedChannel`, all bytes go
    /// through the channel.
    public func handlerAdded(context: ChannelHandlerContext) { socket = DirectSocket(context) }
    /// Releases the channel.
    public func handlerRemoved(context: ChannelHandlerContext) { socket = nil }

    /// Writes to the socket what it takes at once, without waiting for a flush. The rest waits in
    /// the channel for its flush.
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
