import ChatWire
import NIOCore

/// Ends a connection that takes too long to close, whatever its peer does.
///
/// It is a connection's only timer: after its endpoint was told that it is closed, nobody ticks it
/// any more.
struct CloseDeadline {
    private var timer: Scheduled<Void>?

    var isSet: Bool { timer != nil }

    /// Sets the deadline. Later calls change nothing.
    mutating func set(_ context: ChannelHandlerContext, milliseconds: Int64) {
        guard timer == nil else { return }
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { channel.close(promise: nil) }
    }

    /// Call it when the connection has ended.
    func cancel() { timer?.cancel() }
}
