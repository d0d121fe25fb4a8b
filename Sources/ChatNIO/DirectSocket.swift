import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The socket beneath a channel, written to without the channel's machinery.
///
/// A room's message is one `send` for each member; NIO's pipeline, promises and pending writes around it cost as much again as
/// the system call itself (`docs/performance.md`, "Fan-out"). Used only where nothing stands between the handler and the socket (no TLS), and only while
/// the channel has nothing waiting, so that the order of bytes is kept.
struct DirectSocket {
    private let descriptor: CInt
    /// Asked before every `send`, and so kept at hand: its way from the context costs as much as the answer.
    private let channel: any Channel

    /// `nil` where there is no socket, as beneath an `EmbeddedChannel`.
    init?(_ context: ChannelHandlerContext) {
        let descriptor = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { $0 }
        guard let descriptor else { return nil }
        self.descriptor = descriptor
        channel = context.channel
    }

    /// Once it is false for good, the number may be another connection's.
    var isOpen: Bool { channel.isActive }

    /// Sends what the kernel takes at once.
    ///
    /// It must be open.
    /// - Returns: how many bytes went; 0 also for an error, which the channel will meet when it is given the rest.
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
