import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL
import NIOTLS

/// Logs TLS handshakes that failed. What a stranger can set off as often as they like is logged at `debug`; that someone speaks plain HTTP
/// here, which an operator wants to know, also at `notice`, at most once in ``ChatWire/Limits/repeatedLog``.
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
        if isDue { logger.notice("Someone speaks plain HTTP to the port with TLS: the address begins with https://.") }
    }
}

/// Sees a channel's TLS handshake, and then leaves.
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
