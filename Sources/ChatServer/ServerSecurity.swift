import NIOCore
import NIOTLS

/// Makes accepted connections secure. `ChatServerTLS`, a product of its own, has an implementation,
/// so that a server without TLS does not build BoringSSL.
public struct ServerSecurity: Sendable {
    /// Adds handlers between the socket and all others. Called on a new channel's event loop,
    /// before it is read.
    let secure: @Sendable (any Channel) throws -> Void
    /// When the certificate in use ends, in seconds since 1970; `nil` if that is not known. Called
    /// every second, on any thread.
    let certificateEnd: @Sendable () -> Int64?

    /// - Parameters:
    ///   - certificateEnd: When the certificate in use ends, in seconds since 1970, for
    ///     `martlet_certificate_expires_seconds`. Called every second, on any thread.
    ///   - secure: Adds its handlers to a new channel, on its event loop. They must fire
    ///     `TLSUserEvent.handshakeCompleted` before they pass on the first byte. If it throws, the
    ///     channel is closed.
    public init(
        certificateEnd: @escaping @Sendable () -> Int64? = { nil },
        _ secure: @escaping @Sendable (any Channel) throws -> Void
    ) {
        self.secure = secure
        self.certificateEnd = certificateEnd
    }
}

/// Sets up the rest of a channel after its TLS handshake. Until then nothing is written to it, and
/// no room counts it.
final class AfterHandshake: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let setUp: (any Channel) throws -> Void

    init(_ setUp: @escaping (any Channel) throws -> Void) { self.setUp = setUp }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? TLSUserEvent, case .handshakeCompleted = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        do {
            try setUp(context.channel)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
