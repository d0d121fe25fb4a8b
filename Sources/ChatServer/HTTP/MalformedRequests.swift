import NIOCore
import NIOHTTP1

/// Answers a connection whose first request is no HTTP, and ends it. Once there was a request, Hummingbird answers in its turn.
final class MalformedRequests: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private var isDone = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        guard !isDone else { return }
        isDone = true
        let status: HTTPResponseStatus = error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest
        let head = HTTPResponseHead(
            version: .http1_1, status: status, headers: ["Connection": "close", "Content-Length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // The answer would be lost with a connection reset at once; the handshake's deadline takes what is left of it.
        context.close(mode: .output, promise: nil)
    }
}
