import ChatNIO
import ChatWire
import NIOCore
import NIOHTTP1

/// Sends each message back.
final class Echo: WebSocketEndpoint {
    private var socket: WebSocketHandler?

    func opened(_ socket: WebSocketHandler) {
        self.socket = socket
        socket.keepTicking()
    }

    func received(text: ByteBuffer) {
        socket?.send(text: text)
        socket?.flush()
    }

    func received(binary: ByteBuffer) {
        socket?.send(binary: binary)
        socket?.flush()
    }

    func closed(_ code: CloseCode?) { socket = nil }
}

/// Adds the handlers of HTTP: a handshake becomes a WebSocket, and other requests are refused.
func serveEcho(on channel: any Channel) throws {
    try ConnectionOptions.set(on: channel)
    try channel.pipeline.syncOperations.addOpeningHandshake(
        accept: { _ in
            var configuration = WebSocketHandler.Configuration()
            configuration.acceptsBinary = true
            configuration.messageBytes = 64 << 20
            configuration.writeBufferBytes = 256 << 20
            configuration.fragments = .max
            return .init(Echo(), configuration: configuration)
        },
        serve: { try $0.pipeline.syncOperations.addHandler(Refuser()) })
}

/// Refuses requests that are not handshakes.
final class Refuser: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        let status = WebSocketHandshake.refusal(of: head) ?? .notFound
        let headers = HTTPHeaders([
            ("Connection", "close"), ("Content-Length", "0"), ("Sec-WebSocket-Version", WebSocketHandshake.version),
        ])
        let response = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
    }
}
