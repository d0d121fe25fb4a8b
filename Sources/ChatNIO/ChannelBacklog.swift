import NIOCore

/// Whether bytes wait in a channel for its socket. It asks the channel only while there may be some: the question costs as much as a
/// small write.
struct ChannelBacklog {
    private var mayWait: Bool

    /// - Parameter mayWait: whether something may wait already, a handshake's answer for one
    init(mayWait: Bool) { self.mayWait = mayWait }

    /// To be called when something is written to the channel.
    mutating func add() { mayWait = true }

    mutating func isEmpty(_ context: ChannelHandlerContext) -> Bool {
        if mayWait { mayWait = Self.bytes(in: context) > 0 }
        return !mayWait
    }

    /// Bytes that wait in the channel.
    static func bytes(in context: ChannelHandlerContext) -> Int {
        // Only a channel that is closed has no such number, and then nothing waits.
        guard let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes) else { return 0 }
        return waiting
    }
}
