import ChatWire
import NIOCore

/// What waits for one reader, bounded: a reader that lets more than `capacity` bytes wait is cut, and slows nobody else down.
///
/// While the reader keeps up, bytes go straight to its socket where that is allowed. What the socket does not take waits in the
/// channel, and everything behind it too; this counts it only when the channel says that its reader lags.
///
/// A class, because a flush that fails ends the channel at once, and what its end sets off comes back here before the flush returns.
final class WriteBuffer {
    private let capacity: Int
    private var socket: DirectSocket?
    /// Written and not flushed, on its way to the socket.
    private var held: ByteBuffer?
    /// Whether the channel has something not flushed.
    private var hasUnflushed = false
    /// What waits in the channel; nothing may overtake it.
    private var backlog = ChannelBacklog(mayWait: true)
    /// Whether a cipher stands between this and the socket: it makes a record of each buffer, and the channel does not count what it
    /// was not asked to flush.
    private let isSealed: Bool
    /// Bytes handed to the cipher and not flushed.
    private var unflushed = 0

    /// - Parameters:
    ///   - capacity: bytes that may wait; with exactly that many the reader is not cut yet
    ///   - isSealed: whether a cipher stands between this and the socket
    init(capacity: Int, isSealed: Bool = false) {
        self.capacity = capacity
        self.isSealed = isSealed
    }

    /// From now on what is written may go straight to the socket beneath the channel.
    func bypassChannel(_ context: ChannelHandlerContext) { socket = DirectSocket(context) }

    /// The handler leaves its channel: lets go of it.
    func end() { socket = nil }

    /// Writes without flushing.
    /// - Returns: whether the reader keeps up. False: cut it, and write nothing but a last word.
    func write(_ bytes: ByteBuffer, to context: ChannelHandlerContext) -> Bool {
        if socket != nil, !hasUnflushed, backlog.isEmpty(context), hold(bytes) { return true }
        if isSealed, context.channel.isWritable, coalesce(bytes, context) { return true }
        handOver(context)
        pass(bytes, context)
        guard unflushed > capacity || !context.channel.isWritable && waiting(in: context) > capacity else {
            return true
        }
        // What was never given to the kernel is not the reader's fault.
        flush(context)
        return waiting(in: context) <= capacity
    }

    /// Hands what was written to the kernel, in as few calls as it takes. Without anything written it costs nothing.
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

    /// Puts together what becomes one record.
    /// - Returns: false when more has been written than may wait without a flush
    private func coalesce(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        if hold(bytes) { return true }
        handOver(context)
        guard unflushed + bytes.readableBytes <= capacity else { return false }
        held = bytes
        return true
    }

    /// Small answers of one turn become one buffer: a copy costs less than a second system call.
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

    /// Bytes that wait for the socket, beside those that the cipher was not asked to flush.
    private func waiting(in context: ChannelHandlerContext) -> Int { ChannelBacklog.bytes(in: context) + unflushed }
}
