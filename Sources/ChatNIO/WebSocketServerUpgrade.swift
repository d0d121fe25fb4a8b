import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Turns HTTP into a WebSocket, for `configureWebSocketServerPipeline`.
///
/// NIO does the handshake; the pipeline behind it holds one ``WebSocketHandler`` and nothing of NIO's own framing. What the peer sent
/// together with its handshake is the handler's first input. Requests that ``WebSocketHandshake`` refuses, and those that the
/// decision refuses, stay HTTP and are for the HTTP handler to answer.
public final class WebSocketServerUpgrade<Accepted: Sendable>: NIOTypedHTTPServerProtocolUpgrader {
    /// What a connection that was accepted is for.
    public struct Connection {
        var endpoint: any WebSocketEndpoint
        var configuration: WebSocketHandler.Configuration
        var result: Accepted

        /// - Parameter result: what the upgrade's future is completed with
        public init(
            _ endpoint: any WebSocketEndpoint, configuration: WebSocketHandler.Configuration = .init(), result: Accepted
        ) {
            self.endpoint = endpoint
            self.configuration = configuration
            self.result = result
        }
    }

    public typealias Decision = @Sendable (Channel, HTTPRequestHead) -> HTTPHeaders?
    public typealias Opening = @Sendable (Channel, HTTPRequestHead) throws -> Connection

    public var supportedProtocol: String { handshake.supportedProtocol }
    public var requiredUpgradeHeaders: [String] { handshake.requiredUpgradeHeaders }

    private let handshake: NIOTypedWebSocketServerUpgrader<Void>
    private let open: Opening

    /// Both closures are called on the connection's event loop.
    /// - Parameters:
    ///   - decide: headers to add to the answer, or nil to refuse
    ///   - open: makes the endpoint, when the answer is on its way
    public init(decide: @escaping Decision, open: @escaping Opening) {
        self.open = open
        handshake = NIOTypedWebSocketServerUpgrader(
            shouldUpgrade: { channel, head in
                let isProper = WebSocketHandshake.refusal(of: head) == nil
                return channel.eventLoop.makeSucceededFuture(isProper ? decide(channel, head) : nil)
            },
            // NIO would call this after it has added its frame handlers: `upgrade` does not get there.
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
        )
    }

    public func buildUpgradeResponse(
        channel: Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        handshake.buildUpgradeResponse(
            channel: channel, upgradeRequest: upgradeRequest, initialResponseHeaders: initialResponseHeaders)
    }

    public func upgrade(channel: Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<Accepted> {
        channel.eventLoop.makeCompletedFuture {
            let connection = try open(channel, upgradeRequest)
            let handler = WebSocketHandler(connection.endpoint, configuration: connection.configuration)
            try channel.pipeline.syncOperations.addHandler(handler)
            return connection.result
        }
    }
}
