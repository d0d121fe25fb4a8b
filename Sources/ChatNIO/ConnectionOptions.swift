import NIOCore
import NIOPosix

/// How the sockets of chat connections are set up.
public enum ConnectionOptions {
    /// Sets a connection's options: small frames go out at once (TCP_NODELAY), a peer that vanished is noticed by TCP where nothing
    /// else would (keep-alive), the read buffer that every connection keeps is small, and a peer that has ended its side can still read.
    ///
    /// Call it on the connection's event loop, before it is read.
    /// - Parameter receiveBytes: bytes of the read buffer
    public static func set(on channel: Channel, receiveBytes: Int = 1_024) throws {
        guard let options = channel.syncOptions else { return }
        try options.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: receiveBytes))
        try options.setOption(.maxMessagesPerRead, value: 16)
        try options.setOption(.allowRemoteHalfClosure, value: true)
        try options.setOption(.tcpOption(.tcp_nodelay), value: 1)
        try options.setOption(.socketOption(.so_keepalive), value: 1)
    }
}
