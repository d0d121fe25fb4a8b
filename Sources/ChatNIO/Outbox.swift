import ChatWire
import NIOCore

/// What waits for one reader, bounded: a reader that lets more than `capacity` bytes wait is cut, and slows nobody else down.
///
/// The bytes themselves wait in the channel; this counts them only when the channel says that its reader lags.
struct Outbox {
    private let capacity: Int
    private var hasUnflushed = false

    /// - Parameter capacity: bytes that may wait; with exactly that many the reader is not cut yet
    init(capacity: Int) { self.capacity = capacity }

    /// Writes without flushing.
    /// - Returns: whether the reader keeps up. False: cut it, and write nothing but a last word.
    mutating func write(_ bytes: ByteBuffer, to context: ChannelHandlerContext) -> Bool {
        context.write(NIOAny(bytes), promise: nil)
        hasUnflushed = true
        guard !context.channel.isWritable, waiting(in: context) > capacity else { return true }
        // What was never given to the kernel is not the reader's fault.
        flush(context)
        return waiting(in: context) <= capacity
    }

    /// Hands what was written to the kernel, in as few calls as it takes. Without anything written it costs nothing.
    mutating func flush(_ context: ChannelHandlerContext) {
        guard hasUnflushed else { return }
        hasUnflushed = false
        context.flush()
    }

    private func waiting(in context: ChannelHandlerContext) -> Int {
        // Only a channel that is closed has no such number, and then nothing waits.
        guard let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes) else { return 0 }
        return waiting
    }
}
