import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The client's side of the handshake: NIO's upgrade, with ``WebSocketHandler`` instead of NIO's
/// framing. Without an upgrade, the result is `nil`.
///
/// Open the handler when the result is there: NIO's upgrade handler drops what is written before.
final class WebSocketClientUpgrade: NIOTypedHTTPClientProtocolUpgrader {
    typealias Upgraded = NIOLoopBound<WebSocketHandler>?

    private let handshake = NIOTypedWebSocketClientUpgrader<Upgraded>(
        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededFuture(nil) })
    private let configuration: WebSocketHandler.Configuration
    private let endpoint: @Sendable () -> any WebSocketEndpoint

    init(configuration: WebSocketHandler.Configuration, endpoint: @escaping @Sendable () -> any WebSocketEndpoint) {
        self.configuration = configuration
        self.endpoint = endpoint
    }

    var supportedProtocol: String { handshake.supportedProtocol }
    var requiredUpgradeHeaders: [String] { handshake.requiredUpgradeHeaders }

    func addCustom(upgradeRequestHeaders: inout HTTPHeaders) {
        handshake.addCustom(upgradeRequestHeaders: &upgradeRequestHeaders)
    }

    /// No extension was offered, so none may be accepted (RFC 6455 section 4.1).
    func shouldAllowUpgrade(upgradeResponse: HTTPResponseHead) -> Bool {
        upgradeResponse.headers["sec-websocket-extensions"].isEmpty
            && handshake.shouldAllowUpgrade(upgradeResponse: upgradeResponse)
    }

    func upgrade(channel: any Channel, upgradeResponse: HTTPResponseHead) -> EventLoopFuture<Upgraded> {
        channel.eventLoop.makeCompletedFuture {
            let handler = WebSocketHandler(endpoint(), configuration: configuration)
            handler.opensByItself = false
            try channel.pipeline.syncOperations.addHandler(handler)
            return NIOLoopBound(handler, eventLoop: channel.eventLoop)
        }
    }
}

/// Fails the connection attempt with the first error of an earlier handler, such as a refused
/// certificate. Removes itself when the attempt is decided.
final class PreparationErrors: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let result: EventLoopPromise<any Channel>

    init(_ result: EventLoopPromise<any Channel>) { self.result = result }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        result.futureResult.whenComplete { _ in pipeline.syncOperations.removeHandler(handler.value, promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        result.fail(error)
        context.fireErrorCaught(error)
    }
}

/// Reads the status of a response that is not an upgrade.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let result: EventLoopPromise<any Channel>

    init(_ result: EventLoopPromise<any Channel>) { self.result = result }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        // A 101 with a wrong `Sec-WebSocket-Accept` arrives here, too.
        let isStatus = head.status.code != HTTPResponseStatus.switchingProtocols.code
        result.fail(isStatus ? WebSocketClientError.refused(status: head.status.code) : .noHandshake)
        context.close(promise: nil)
    }
}
