import ChatWire
import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How the sockets of chat connections are set up.
public enum ConnectionOptions {
    /// Sets a connection's options: small frames go out at once (TCP_NODELAY), a peer that vanished is noticed by TCP where nothing
    /// else would (keep-alive), the read buffer that every connection keeps is small, and a peer that has ended its side can still read.
    ///
    /// Call it on the connection's event loop, before it is read.
    /// - Parameters:
    ///   - receiveBytes: bytes of the read buffer
    ///   - inherited: whether the socket was accepted by one that has been through ``set(on:)`` and has its options from there
    public static func set(on channel: Channel, receiveBytes: Int = 1_024, inherited: Bool = false) throws {
        guard let options = channel.syncOptions else { return }
        try options.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: receiveBytes))
        try options.setOption(.maxMessagesPerRead, value: 16)
        try options.setOption(.allowRemoteHalfClosure, value: true)
        guard !inherited else { return }
        try options.setOption(.tcpOption(.tcp_nodelay), value: 1)
        try options.setOption(.socketOption(.so_keepalive), value: 1)
    }

    /// Sets a listening socket up so that the sockets it accepts inherit their options, without a system call for each.
    ///
    /// On Linux a peer that has vanished is noticed within a minute, also by a protocol that has no ping of its own; and the system holds
    /// no more than ``Limits/unsentBytes`` that it can't send to a peer that doesn't read, where it would hold 4 MiB.
    public static func set(on bootstrap: ServerBootstrap) -> ServerBootstrap {
        let bootstrap =
            bootstrap
            .serverChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .serverChannelOption(.socketOption(.so_keepalive), value: 1)
        #if os(Linux)
            // tcp(7): seconds of silence, seconds between probes, probes without an answer; milliseconds for data unacknowledged.
            return
                bootstrap
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 30)
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 10)
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3)
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: 60_000)
                // What is on its way is not counted, so a fast line that is long stays fast.
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT)), value: Limits.unsentBytes)
        #else
            return bootstrap
        #endif
    }
}
