import ChatNIO
import ChatRooms
import ChatWire
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// What a connection to the web port becomes: a WebSocket of ours, or HTTP, which Hummingbird answers.
///
/// A WebSocket lives in its channel's handler and costs no task; an HTTP connection has one, which ends with its channel.
struct WebConnections: Sendable {
    private typealias HTTPConnection = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    private enum Upgraded: Sendable {
        case webSocket
        case http(HTTPConnection)
    }

    let server: ServerContext
    let rule: HandshakeRule
    private let http: HTTP1Channel

    init(server: ServerContext, rule: HandshakeRule) {
        self.server = server
        self.rule = rule
        http = HTTP1Channel(responder: Answers(server: server, rule: rule).respond)
    }

    func setUp(_ channel: any Channel) throws {
        guard let table = server.fanout.table(of: channel.eventLoop), server.addresses.admit(channel) else {
            throw TooManyConnections()
        }
        try ConnectionOptions.set(on: channel, inherited: true)
        table.awaitHandshake(of: channel)
        let upgraded = try channel.pipeline.syncOperations.configureWebSocketServerPipeline(
            configuration: pipelineConfiguration(logger: server.logger))
        let decoder = try channel.pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try channel.pipeline.syncOperations.addHandler(RequestGuard(), position: .after(decoder))
        upgraded.assumeIsolated().whenComplete { result in
            table.handshakeEnded(of: channel)
            guard case .success(.http(let connection)) = result else { return }
            table.addHTTP(channel)
            Task { await http.handle(value: connection, logger: server.logger) }
        }
    }

    private func pipelineConfiguration(logger: Logger) -> NIOUpgradableHTTPServerPipelineConfiguration<Upgraded> {
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration(
            upgraders: [upgrader()],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.handler(type: RequestGuard.self).hasSuccessor()
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                    try channel.pipeline.syncOperations.addHandler(TransferHandler())
                    try channel.pipeline.syncOperations.addHandler(
                        HTTPConnectionStateHandler(idleTimeout: .milliseconds(Limits.httpIdle), logger: logger))
                    return .http(
                        try HTTPConnection(
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
}
