import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes to the socket beneath a channel, bypassing the channel.
///
/// A room's message is one `send` for each member. NIO's pipeline, promises and pending writes
/// would cost as much again as the system call (`docs/decisions.md`, "Fan-out past the channel").
/// Use it only if nothing stands between the handler and the socket (no TLS), and only while the
/// channel has nothing waiting, so that bytes keep their order.
struct DirectSocket {
    private let descriptor: CInt
    /// Stored, because it is used before every `send`, and getting it from the context is slow.
    private let channel: any Channel

    /// `nil` if there is no socket, as in an `EmbeddedChannel`.
    init?(_ context: ChannelHandlerContext) {
        let descriptor = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { $0 }
        guard let descriptor else { return nil }
        self.descriptor = descriptor
        channel = context.channel
    }

    /// Once it is false, it stays false: the descriptor may have been reused.
    var isOpen: Bool { channel.isActive }

    /// Sends what the kernel accepts at once.
    ///
    /// - Precondition: The socket is open.
    /// - Returns: The number of bytes sent. After an error it is 0; the channel meets the error
    ///   when it writes the rest.
    func send(_ bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes { bytes in
            #if canImport(Darwin)
                // NIO has set SO_NOSIGPIPE.
                let sent = Darwin.send(descriptor, bytes.baseAddress, bytes.count, MSG_DONTWAIT)
            #elseif canImport(Musl)
                let sent = Musl.send(
                    descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
            #else
                let sent = Glibc.send(
                    descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
            #endif
            return max(0, sent)
        }
    }
}
