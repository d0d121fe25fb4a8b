import FuzzSupport
import ChatNIO
import ChatWire
import NIOCore
import NIOEmbedded
import NIOHTTP1

/// The first bytes of a connection: however they are cut, the server answers the same, and keeps
/// nothing open that it refused.
enum Handshakes {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let seed = input.byte()
        var copy = input
        let whole = answer(to: [copy.all()])
        let cut = answer(to: input.chunks(seed))
        // An error of the parser may come before or after a request that is served already.
        if whole.hasPrefix("HTTP/1.1 101") || cut.hasPrefix("HTTP/1.1 101") {
            require(whole.prefix(12) == cut.prefix(12), "a handshake is one however it is cut")
        }
    }

    private static func answer(to chunks: [[UInt8]]) -> String {
        let channel = EmbeddedChannel()
        try? channel.pipeline.syncOperations.addOpeningHandshake(
            accept: { _ in OpeningHandshake.Acceptance(Listener()) },
            serve: { try $0.pipeline.syncOperations.addHandler(Page()) })
        try? channel.connect(to: SocketAddress(unixDomainSocketPath: "/fuzz")).wait()
        for chunk in chunks { _ = try? channel.writeInbound(ByteBuffer(bytes: chunk)) }
        channel.embeddedEventLoop.run()
        var answer = ByteBuffer()
        while let part = try? channel.readOutbound(as: ByteBuffer.self) { answer.writeImmutableBuffer(part) }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return String(buffer: answer)
    }
}

private final class Listener: WebSocketEndpoint {
    func opened(_ socket: WebSocketHandler) {}
    func received(text: ByteBuffer) {}
    func received(binary: ByteBuffer) {}
    func closed(_ code: CloseCode?) {}
}

/// Answers each request, as the page's handlers do.
private final class Page: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
