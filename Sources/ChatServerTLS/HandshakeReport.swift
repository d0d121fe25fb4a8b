import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL
import NIOTLS

/// Logs failed TLS handshakes. Failures that any stranger can cause are logged at `debug`. Plain
/// HTTP on the TLS port, which operators want to know about, is also logged at `notice`, at most
/// once in ``ChatWire/Limits/repeatedLog``.
final class HandshakeReport: Sendable {
    private let logger: Logger
    private let lastPlain = NIOLockedValueBox<NIODeadline?>(nil)

    init(logger: Logger) { self.logger = logger }

    func failed(_ error: any Error) {
        let text = String(describing: error)
        logger.debug("TLS handshake failed", metadata: ["error": "\(text)"])
        // The names of BoringSSL's reasons.
        guard text.contains("HTTP_REQUEST") || text.contains("HTTPS_PROXY_REQUEST") else { return }
        let now = NIODeadline.now()
        let isDue = lastPlain.withLockedValue { last in
            if let last, now - last < .milliseconds(Limits.repeatedLog) { return false }
            last = now
            return true
        }
        if isDue { logger.notice("A client used plain HTTP on the TLS port. Its address must begin with https://.") }
    }
}

/// Reports the errors of a channel's TLS handshake to ``HandshakeReport``. Removes itself when the
/// handshake is complete.
final class HandshakeObserver: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let report: HandshakeReport

    init(_ report: HandshakeReport) { self.report = report }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        if let event = event as? TLSUserEvent, case .handshakeCompleted = event {
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        report.failed(error)
        context.fireErrorCaught(error)
    }
}
