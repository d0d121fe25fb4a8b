import ChatWire
import NIOCore

/// What waits for one reader, bounded: a reader that lets more than `capacity` bytes wait is cut, and slows nobody else down.
///
/// While the reader keeps up, bytes go straight to its socket where that is allowed. What the socket does not take waits in the
/// channel, and everything behind it too; this counts it only when the channel says that its reader lags.
///
/// A class, because a flush that fails ends the channel at once, and what its end sets off comes back here before the flush returns.
final class Outbox {
    private let capacity: Int
    private var socket: DirectSocket?
    /// Written and not flushed, on its way to the socket.
    private var held: ByteBuffer?
    /// Whether the channel has something not flushed.
    private var hasUnflushed = false
    /// Whether something may wait in the channel, a handshake's answer for one; nothing may overtake it.
    private var mayWaitInChannel = true

    /// - Parameter capacity: bytes that may wait; with exactly that many the reader is not cut yet
    init(capacity: Int) { self.capacity = capacity }

    /// From now on what is written may go straight to the socket beneath the channel.
    func bypassChannel(_ context: ChannelHandlerContext) { socket = DirectSocket(context) }

    /// The handler leaves its channel: lets go of it.
    func end() { socket = nil }

    /// Writes without flushing.
    /// - Returns: whether the reader keeps up. False: cut it, and write nothing but a last word.
    func write(_ bytes: ByteBuffer, to context: ChannelHandlerContext) -> Bool {
        if socket != nil, !hasUnflushed, channelIsEmpty(context), hold(bytes) { return true }
        handOver(context)
        pass(bytes, context)
        guard !context.channel.isWritable, waiting(in: context) > capacity else { return true }
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
        context.flush()
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
        mayWaitInChannel = true
    }

    private func channelIsEmpty(_ context: ChannelHandlerContext) -> Bool {
        if mayWaitInChannel { mayWaitInChannel = waiting(in: context) > 0 }
        return !mayWaitInChannel
    }

    private func waiting(in context: ChannelHandlerContext) -> Int {
        // Only a channel that is closed has no such number, and then nothing waits.
        guard let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes) else { return 0 }
        return waiting
    }
}
