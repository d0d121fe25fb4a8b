import ChatNIO
import ChatRooms
import ChatWire
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Sets up a connection to the web port: a WebSocket, or HTTP, which Hummingbird answers.
///
/// A WebSocket lives in its channel's handler and needs no task. An HTTP connection has a task,
/// which ends with its channel.
struct WebConnections: Sendable {
    private typealias HTTPConnection = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let server: ServerContext
    let rule: HandshakeRule
    private let setup: ConnectionSetup
    private let answers: Answers

    init(server: ServerContext, rule: HandshakeRule, site: Routes.Site, setup: ConnectionSetup) {
        self.server = server
        self.rule = rule
        self.setup = setup
        answers = Answers(server: server, rule: rule, site: site)
    }

    /// The limits of a request's head.
    static var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderListSize = Limits.headerBytes
        limits.maxHeaderFieldSize = Limits.headerBytes
        limits.maxHeaderFieldCount = Limits.headerFields
        return limits
    }

    func setUp(_ channel: any Channel) throws { try setup.setUp(channel, begin) }

    private func begin(_ channel: any Channel, _ origin: ConnectionOrigin, _ table: LoopTable) throws {
        // The deadline for the TLS handshake and the request together.
        table.awaitHandshake(of: channel)
        try channel.pipeline.syncOperations.addOpeningHandshake(
            limits: Self.decoderLimits, accept: { accept($0, channel, origin, table) },
            serve: { try serve($0, origin, table) }, ended: { table.handshakeEnded(of: channel) })
    }

    private func accept(
        _ head: HTTPRequestHead, _ channel: any Channel, _ origin: ConnectionOrigin, _ table: LoopTable
    ) -> OpeningHandshake.Acceptance? {
        guard let kind = ConnectionKind(uri: head.uri), rule.kinds.contains(kind), rule.refusal(ofProper: head) == nil
        else { return nil }
        let (client, _) = origin.request { head.headers[$0] }
        // Behind a proxy, each WebSocket counts, not the proxy's connection.
        guard origin.headers == nil || server.addresses.admit(channel, of: client) else { return nil }
        let endpoint: any WebSocketEndpoint =
            switch kind {
            case .v1: V1Connection(client, table: table, server: server)
            case .swiftChat: SwiftChatConnection(client, table: table, server: server)
            }
        var configuration = WebSocketHandler.Configuration()
        configuration.writesToSocket = !origin.isSecure
        configuration.isSealed = origin.isSecure
        configuration.writeBufferBytes = server.bounds.writeBufferBytes
        return .init(endpoint, configuration: configuration)
    }

    private func serve(_ channel: any Channel, _ origin: ConnectionOrigin, _ table: LoopTable) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(RequestGuard())
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: origin.isSecure))
        let (client, security, metrics) = (origin.client, server.security, server.metrics)
        let transfer = TransferHandler(
            isShared: origin.headers != nil, addressBudget: server.addressBudgets.budget(of: client),
            clock: server.clock,
            onCut: {
                metrics.refusalCuts.increment()
                security.closed(.refusalFlood, nil, client, "http")
            })
        // Before the parser, and after TLS.
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(transfer.bytes, position: .before(decoder))
        try pipeline.addHandler(transfer)
        try pipeline.addHandler(
            HTTPConnectionStateHandler(idleTimeout: .milliseconds(Limits.httpIdle), logger: server.logger))
        let connection = try HTTPConnection(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        table.addHTTP(transfer, on: channel)
        let (answers, logger) = (answers, server.logger)
        let http = HTTP1Channel { request, writer, channel in
            try await answers.respond(request, writer, channel, from: origin)
        }
        table.serveHTTP { await http.handle(value: connection, logger: logger) }
    }
}
