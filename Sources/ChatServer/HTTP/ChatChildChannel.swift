import ChatNIO
import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// What Hummingbird does with an accepted connection: HTTP, or a WebSocket of ours.
///
/// A WebSocket lives in its channel's handler from then on, and costs no task.
struct ChatChildChannel: ServerChildChannel, HTTPChannelHandler {
    typealias HTTPValue = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    enum Upgraded: Sendable {
        case webSocket
        case http(HTTPValue)
    }

    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let upgraded: EventLoopFuture<Upgraded>
    }

    let responder: HTTPChannelHandler.Responder
    let server: ServerContext
    let rule: HandshakeRule

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let table = server.fanout.table(of: channel.eventLoop)
            guard server.addresses.admit(channel) else {
                channel.close(promise: nil)
                throw TooManyConnections()
            }
            table?.awaitHandshake(of: channel)
            try ConnectionOptions.set(on: channel)
            let upgraded = try channel.pipeline.syncOperations.configureWebSocketServerPipeline(
                configuration: pipelineConfiguration(logger: logger))
            let decoder = try channel.pipeline.syncOperations.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try channel.pipeline.syncOperations.addHandler(RequestGuard(), position: .after(decoder))
            upgraded.assumeIsolated().whenComplete { _ in table?.handshakeEnded(of: channel) }
            return Value(channel: channel, upgraded: upgraded)
        }
    }

    func handle(value: Value, logger: Logger) async {
        // A failure here is a connection that ended, or spoke nonsense, before its first request: its channel is closed already.
        guard case .http(let channel) = try? await value.upgraded.get() else { return }
        await handleHTTP(asyncChannel: channel, logger: logger)
    }

    private func pipelineConfiguration(logger: Logger) -> NIOUpgradableHTTPServerPipelineConfiguration<Upgraded> {
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration(
            upgraders: [upgrader()],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.handler(type: RequestGuard.self).hasSuccessor()
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                    try channel.pipeline.syncOperations.addHandler(
                        HTTPConnectionStateHandler(idleTimeout: .milliseconds(Limits.httpIdle), logger: logger))
                    return .http(
                        try HTTPValue(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true)))
                }
            })
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
        configuration.enablePipelining = false
        configuration.enableErrorHandling = false
        configuration.enableResponseHeaderValidation = false
        configuration.decoderConfiguration.maxHeaderListSize = Limits.headerBytes
        configuration.decoderConfiguration.maxHeaderFieldSize = Limits.headerBytes
        configuration.decoderConfiguration.maxHeaderFieldCount = Limits.headerFields
        return configuration
    }

    private func upgrader() -> WebSocketServerUpgrade<Upgraded> {
        WebSocketServerUpgrade(
            decide: { _, head in
                ConnectionKind(uri: head.uri) != nil && rule.refusal(of: head) == nil ? HTTPHeaders() : nil
            },
            open: { channel, head in
                guard let table = server.fanout.table(of: channel.eventLoop), let kind = ConnectionKind(uri: head.uri)
                else { throw ChannelError.operationUnsupported }
                let guardian = try channel.pipeline.syncOperations.handler(type: RequestGuard.self)
                channel.pipeline.syncOperations.removeHandler(guardian, promise: nil)
                let endpoint: any WebSocketEndpoint =
                    switch kind {
                    case .v1: V1Connection(table: table, server: server)
                    case .swiftChat: SwiftChatConnection(table: table, server: server)
                    }
                var configuration = WebSocketHandler.Configuration()
                configuration.writesToSocket = true
                return .init(endpoint, configuration: configuration, result: .webSocket)
            })
    }

    /// Closes the connection without a word: its address has had its share.
    private struct TooManyConnections: Error {}
}
