import ChatWire
import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The socket options of chat connections.
public enum ConnectionOptions {
    /// Sets a connection's options: small frames are sent at once (TCP_NODELAY), TCP detects a
    /// vanished peer (keep-alive), the read buffer is small, and a peer that has closed its side
    /// can still read.
    ///
    /// Call it on the connection's event loop, before the connection is read.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - receiveBytes: The size of the read buffer.
    ///   - inherited: Whether the listening socket has been through ``set(on:)``, so that the
    ///     options are inherited.
    public static func set(on channel: Channel, receiveBytes: Int = 1_024, inherited: Bool = false) throws {
        guard let options = channel.syncOptions else { return }
        try options.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: receiveBytes))
        try options.setOption(.maxMessagesPerRead, value: 16)
        try options.setOption(.allowRemoteHalfClosure, value: true)
        guard !inherited else { return }
        try options.setOption(.tcpOption(.tcp_nodelay), value: 1)
        try options.setOption(.socketOption(.so_keepalive), value: 1)
    }

    /// Sets a listening socket's options so that accepted sockets inherit them, without a system
    /// call for each.
    ///
    /// On Linux, TCP detects a vanished peer within a minute, even if the protocol has no ping. The
    /// kernel buffers at most ``Limits/unsentBytes`` for a peer that does not read, instead of 4
    /// MiB.
    public static func set(on bootstrap: ServerBootstrap) -> ServerBootstrap {
        let bootstrap =
            bootstrap
            .serverChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .serverChannelOption(.socketOption(.so_keepalive), value: 1)
        #if os(Linux)
            // tcp(7): seconds of silence, seconds between probes, probes without an answer;
            // milliseconds for unacknowledged data.
            return
                bootstrap
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 30)
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 10)
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3)
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: 60_000)
                // Bytes in flight do not count, so a fast long-distance line stays fast.
                .serverChannelOption(.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT)), value: Limits.unsentBytes)
        #else
            return bootstrap
        #endif
    }
}
