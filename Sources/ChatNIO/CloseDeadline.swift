import ChatWire
import NIOCore

/// Ends a connection that has been closing for too long, whatever its peer does.
///
/// A timer of its own, and the only one a connection ever has: once its endpoint was told that it is closed nobody ticks it any more.
struct CloseDeadline {
    private var timer: Scheduled<Void>?

    var isSet: Bool { timer != nil }

    /// Sets the deadline, once; later calls change nothing.
    mutating func set(_ context: ChannelHandlerContext, milliseconds: Int64) {
        guard timer == nil else { return }
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { channel.close(promise: nil) }
    }

    /// To be called when the connection has ended.
    func cancel() { timer?.cancel() }
}
