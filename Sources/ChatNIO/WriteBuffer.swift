import ChatWire
import NIOCore

/// The bytes that wait for one reader, bounded: a reader for whom more than `capacity` bytes wait
/// for ``Limits/slowReaderGrace``, or more than ``Limits/writeBufferExcess`` times as many at once,
/// is cut, and does not slow down others. A reader that keeps up gets time for what is said in one
/// moment.
///
/// While the reader keeps up, bytes go directly to its socket, if that is allowed. The rest waits
/// in the channel, and so does everything behind it. The channel's bytes are counted only while it
/// reports that its reader lags.
///
/// It is a class, because a failed flush closes the channel at once, and the channel's closing
/// calls back into this object before the flush returns.
final class WriteBuffer {
    private let capacity: Int
    private var socket: DirectSocket?
    /// Bytes that are written but not flushed to the socket yet.
    private var held: ByteBuffer?
    /// Whether the channel has unflushed bytes.
    private var hasUnflushed = false
    /// The bytes that wait in the channel. Nothing may overtake them.
    private var backlog = ChannelBacklog(mayWait: true)
    /// Whether a cipher stands between this and the socket. It makes a record of each buffer, and
    /// the channel does not count unflushed bytes.
    private let isSealed: Bool
    /// Bytes handed to the cipher and not flushed.
    private var unflushed = 0
    /// Cuts the reader, unless they catch up.
    private var lag: Scheduled<Void>?
    /// Called on the event loop when the reader has not caught up in time.
    var whenTooSlow: () -> Void = {}

    /// Creates the buffer.
    ///
    /// - Parameters:
    ///   - capacity: The maximum of bytes that may wait for longer.
    ///   - isSealed: Whether a cipher stands between this and the socket.
    init(capacity: Int, isSealed: Bool = false) {
        self.capacity = capacity
        self.isSealed = isSealed
    }

    /// Allows writing directly to the socket beneath the channel.
    func bypassChannel(_ context: ChannelHandlerContext) { socket = DirectSocket(context) }

    /// Releases the channel, when the handler is removed from it.
    func end() {
        socket = nil
        caughtUp()
    }

    /// Writes without flushing.
    ///
    /// - Returns: Whether the reader keeps up. If `false`, cut it, and write nothing except a last
    ///   frame.
    func write(_ bytes: ByteBuffer, to context: ChannelHandlerContext) -> Bool {
        if socket != nil, !hasUnflushed, backlog.isEmpty(context), hold(bytes) { return caughtUp() }
        if isSealed, context.channel.isWritable, coalesce(bytes, context) { return caughtUp() }
        handOver(context)
        pass(bytes, context)
        guard unflushed > capacity || !context.channel.isWritable && waiting(in: context) > capacity else {
            return caughtUp()
        }
        // Bytes that were never given to the kernel are not the reader's fault.
        flush(context)
        return keepsUp(waiting(in: context), context)
    }

    private func keepsUp(_ waiting: Int, _ context: ChannelHandlerContext) -> Bool {
        if waiting <= capacity { return caughtUp() }
        let (most, isHuge) = capacity.multipliedReportingOverflow(by: Limits.writeBufferExcess)
        if waiting > most, !isHuge { return false }
        if lag == nil {
            lag = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(Limits.slowReaderGrace)) {
                [weak self] in
                self?.decide(context)
            }
        }
        return true
    }

    /// The reader had their time.
    private func decide(_ context: ChannelHandlerContext) {
        lag = nil
        if waiting(in: context) > capacity { whenTooSlow() }
    }

    /// - Returns: `true`
    @discardableResult
    private func caughtUp() -> Bool {
        if let lag {
            lag.cancel()
            self.lag = nil
        }
        return true
    }

    /// Hands all written bytes to the kernel, in as few calls as possible. If there are none, it
    /// costs nothing.
    func flush(_ context: ChannelHandlerContext) {
        if let socket, var bytes = held, socket.isOpen {
            held = nil
            bytes.moveReaderIndex(forwardBy: min(socket.send(bytes), bytes.readableBytes))
            if bytes.readableBytes > 0 { pass(bytes, context) }
        } else {
            handOver(context)
        }
        guard hasUnflushed else { return }
        hasUnflushed = false
        unflushed = 0
        context.flush()
    }

    /// Combines bytes into one record.
    ///
    /// - Returns: `false` if more is written than may wait without a flush.
    private func coalesce(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        if hold(bytes) { return true }
        handOver(context)
        guard unflushed + bytes.readableBytes <= capacity else { return false }
        held = bytes
        return true
    }

    /// Combines small replies of one turn into one buffer: copying costs less than a second system
    /// call.
    private func hold(_ bytes: ByteBuffer) -> Bool {
        guard var held else {
            held = bytes
            return true
        }
        guard held.readableBytes + bytes.readableBytes <= Limits.coalescedBytes else { return false }
        self.held = nil
        held.writeImmutableBuffer(bytes)
        self.held = held
        return true
    }

    private func handOver(_ context: ChannelHandlerContext) {
        guard let bytes = held else { return }
        held = nil
        pass(bytes, context)
    }

    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.write(NIOAny(bytes), promise: nil)
        hasUnflushed = true
        if isSealed { unflushed += bytes.readableBytes }
        backlog.add()
    }

    /// Bytes that wait for the socket, without the unflushed bytes of the cipher.
    private func waiting(in context: ChannelHandlerContext) -> Int { ChannelBacklog.bytes(in: context) + unflushed }
}
