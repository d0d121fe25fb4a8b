import ChatWire
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Reads a connection's first request (RFC 6455 section 4.2). A handshake makes it a WebSocket; any
/// other request stays HTTP.
///
/// A WebSocket connection has one handler from then on, ``WebSocketHandler``. Bytes that arrived
/// together with the handshake are its first input, unless the peer closed its side with them. An
/// HTTP connection gets its response encoder, and the request goes to the HTTP handlers. If a
/// request asks for an upgrade and does not get one, the HTTP handlers must close the connection:
/// NIO's decoder (2.101.2) reads nothing more.
///
/// Bytes that are not HTTP are answered with 400 or 431. The acceptor of connections must close
/// slow ones.
public final class OpeningHandshake: ChannelInboundHandler, RemovableChannelHandler {
    /// The parts of the request, from NIO's decoder.
    public typealias InboundIn = HTTPServerRequestPart
    /// The same parts, for the HTTP handlers.
    public typealias InboundOut = HTTPServerRequestPart
    /// The bytes of a response to the handshake, or to what is not HTTP.
    public typealias OutboundOut = ByteBuffer

    /// The endpoint and the configuration of an accepted WebSocket.
    public struct Acceptance {
        var endpoint: any WebSocketEndpoint
        var configuration: WebSocketHandler.Configuration

        /// Creates the value.
        ///
        /// - Parameters:
        ///   - endpoint: the user of the new WebSocket
        ///   - configuration: the limits of the new WebSocket, in the role of a server
        public init(_ endpoint: any WebSocketEndpoint, configuration: WebSocketHandler.Configuration = .init()) {
            self.endpoint = endpoint
            self.configuration = configuration
        }
    }

    private enum State {
        case waiting
        case accepted(HTTPRequestHead, Acceptance)
        case ended
    }

    private let decoder: any RemovableChannelHandler
    private let accept: (HTTPRequestHead) -> Acceptance?
    private let serve: (any Channel) throws -> Void
    private let ended: () -> Void
    private var state = State.waiting

    fileprivate init(
        behind decoder: any RemovableChannelHandler, accept: @escaping (HTTPRequestHead) -> Acceptance?,
        serve: @escaping (any Channel) throws -> Void, ended: @escaping () -> Void
    ) {
        self.decoder = decoder
        self.accept = accept
        self.serve = serve
        self.ended = ended
    }

    /// Calls `ended`: there is nothing more to wait for.
    public func handlerRemoved(context: ChannelHandlerContext) { ended() }

    /// Decides with the head of the request. A handshake is answered at the end of its request.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (state, unwrapInboundIn(data)) {
        case (.waiting, .head(let head)):
            // A head with long runs of combining marks must not be compared. It goes on as a
            // request, which is refused.
            if !head.hasLongMarks, WebSocketHandshake.refusal(of: head) == nil, let acceptance = accept(head) {
                state = .accepted(head, acceptance)
            } else {
                staysHTTP(context, data)
            }
        case (.accepted(let head, let acceptance), .end):
            upgrade(context, head, acceptance)
        default: break
        }
    }

    /// Closes the connection if the peer closes its side before its request was read.
    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Answers bytes that are not HTTP with 400, and a head that is too large with 431, and closes
    /// the connection. Any other error closes it at once.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // While a response is being sent, further errors do not matter.
        if case .ended = state { return }
        guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
        state = .ended
        let status = error == .headerOverflow ? "431 Request Header Fields Too Large" : "400 Bad Request"
        let answer = "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        // Closing at once would reset the connection, and the response could get lost.
        context.close(mode: .output, promise: nil)
    }

    /// NIO computes the header that proves to the client that its handshake was read.
    private static let upgrader = NIOTypedWebSocketServerUpgrader<Void>(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })

    private func upgrade(_ context: ChannelHandlerContext, _ head: HTTPRequestHead, _ acceptance: Acceptance) {
        state = .ended
        Self.upgrader
            .buildUpgradeResponse(
                channel: context.channel, upgradeRequest: head,
                initialResponseHeaders: ["Upgrade": "websocket", "Connection": "Upgrade"]
            )
            .assumeIsolated()
            .whenComplete { result in
                do {
                    try self.answer(context, result.get())
                    try self.handOver(context, acceptance)
                } catch {
                    context.close(promise: nil)
                }
            }
    }

    private func answer(_ context: ChannelHandlerContext, _ headers: HTTPHeaders) {
        var answer = ByteBuffer(string: "HTTP/1.1 101 Switching Protocols\r\n")
        for (name, value) in headers { answer.writeString("\(name): \(value)\r\n") }
        answer.writeString("\r\n")
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }

    private func handOver(_ context: ChannelHandlerContext, _ acceptance: Acceptance) throws {
        let pipeline = context.pipeline.syncOperations
        let handler = WebSocketHandler(acceptance.endpoint, configuration: acceptance.configuration)
        try pipeline.addHandler(handler, position: .after(self))
        pipeline.removeHandler(self, promise: nil)
        // Passes on its remaining bytes.
        pipeline.removeHandler(decoder, promise: nil)
    }

    private func staysHTTP(_ context: ChannelHandlerContext, _ head: NIOAny) {
        state = .ended
        let pipeline = context.pipeline.syncOperations
        do {
            // Not the first handler: TLS comes before it.
            try pipeline.addHandler(HTTPResponseEncoder(), position: .before(decoder))
            try serve(context.channel)
        } catch {
            return context.close(promise: nil)
        }
        context.fireChannelRead(head)
        pipeline.removeHandler(self, promise: nil)
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// Waits for a connection's first request. The closures are called on its event loop.
    ///
    /// - Parameters:
    ///   - limits: The limits of a request's head.
    ///   - accept: Called with a proper handshake. `nil` refuses it; then HTTP responds.
    ///   - serve: Adds the HTTP handlers, which take `HTTPServerRequestPart`. If it throws, the
    ///     connection is closed.
    ///   - ended: Called when there is nothing more to wait for, or the connection has closed.
    public func addOpeningHandshake(
        limits: NIOHTTPDecoderLimitConfiguration = .init(),
        accept: @escaping (HTTPRequestHead) -> OpeningHandshake.Acceptance?,
        serve: @escaping (any Channel) throws -> Void, ended: @escaping () -> Void = {}
    ) throws {
        // It keeps the bytes behind a request that asks for an upgrade.
        let decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits),
            maximumBufferSize: 2 * limits.maxHeaderListSize)
        try addHandler(decoder)
        try addHandler(OpeningHandshake(behind: decoder, accept: accept, serve: serve, ended: ended))
    }
}
