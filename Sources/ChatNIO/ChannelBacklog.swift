import NIOCore

/// Whether bytes wait in a channel for its socket.
///
/// It asks the channel only while there may be some: asking costs as much as a small write.
struct ChannelBacklog {
    private var mayWait: Bool

    /// - Parameter mayWait: Whether something may wait already, such as a handshake's response.
    init(mayWait: Bool) { self.mayWait = mayWait }

    /// Call it when something is written to the channel.
    mutating func add() { mayWait = true }

    mutating func isEmpty(_ context: ChannelHandlerContext) -> Bool {
        if mayWait { mayWait = Self.bytes(in: context) > 0 }
        return !mayWait
    }

    /// The number of bytes that wait in the channel.
    static func bytes(in context: ChannelHandlerContext) -> Int {
        // Only a closed channel has no such number, and then nothing waits.
        guard let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes) else { return 0 }
        return waiting
    }
}
