import ChatWire
import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The first handler of a listener's pipeline: turns connections away if there are too many.
final class AcceptGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let connections: OpenConnections

    init(_ connections: OpenConnections) { self.connections = connections }

    /// - Parameter connections: The connections of all listeners of the server.
    static func add(to listener: any Channel, _ connections: OpenConnections) throws {
        let pipeline = listener.pipeline.syncOperations
        // Without a pause, a full descriptor table is hit again at once, as long as clients wait to
        // be accepted.
        try pipeline.addHandler(
            AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { error in
                guard isShort(error.errnoCode) else { return nil }
                connections.acceptFailed()
                return .milliseconds(Limits.acceptPause)
            })
        try pipeline.addHandler(AcceptGate(connections))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        guard connections.admit(channel) else { return channel.close(promise: nil) }
        context.fireChannelRead(data)
    }

    private static func isShort(_ number: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }
}
