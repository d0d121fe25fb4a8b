import NIOCore
import NIOHTTP1

/// Sees every request first: what is no HTTP, or lacks the one `Host` that HTTP/1.1 demands (RFC 9112 section 3.2), goes no further.
///
/// A connection's first request is answered here, for nobody else can yet; later ones are answered in their turn by whoever took over.
final class RequestGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private var isFirst = true
    private var hasFailed = false
    /// Behind the first head may come frames, which are no parts of HTTP: nothing is unwrapped until it is known what comes.
    private var expectsHTTP = true

    /// The connection speaks HTTP, and there is someone to answer.
    func hasSuccessor() {
        isFirst = false
        expectsHTTP = true
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        guard expectsHTTP else { return context.fireChannelRead(data) }
        if case .head(let head) = unwrapInboundIn(data) {
            guard Self.hasHost(head) else {
                return errorCaught(context: context, error: HTTPParserError.invalidHeaderToken)
            }
            expectsHTTP = !isFirst
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        guard !hasFailed else { return }
        hasFailed = true
        if isFirst { answer(error, context) } else { context.fireErrorCaught(error) }
    }

    private static func hasHost(_ head: HTTPRequestHead) -> Bool {
        let count = head.headers["host"].count
        return head.version == .http1_0 ? count <= 1 : count == 1
    }

    private func answer(_ error: HTTPParserError, _ context: ChannelHandlerContext) {
        let status: HTTPResponseStatus = error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest
        let head = HTTPResponseHead(
            version: .http1_1, status: status, headers: ["Connection": "close", "Content-Length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // The answer would be lost with a connection reset at once; the handshake's deadline takes what is left of it.
        context.close(mode: .output, promise: nil)
    }
}
