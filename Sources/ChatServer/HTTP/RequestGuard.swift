import NIOCore
import NIOHTTP1

/// Checks every HTTP request first. A request without exactly one `Host`, which HTTP/1.1 requires
/// (RFC 9112 section 3.2), goes no further, nor does one with long runs of combining marks. It is
/// answered in its turn, like one that can't be parsed.
final class RequestGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        if case .head(let head) = unwrapInboundIn(data), !Self.hasHost(head) || head.hasLongMarks {
            return errorCaught(context: context, error: HTTPParserError.invalidHeaderToken)
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !hasFailed else { return }
        hasFailed = error is HTTPParserError
        context.fireErrorCaught(error)
    }

    private static func hasHost(_ head: HTTPRequestHead) -> Bool {
        let count = head.headers["host"].count
        return head.version == .http1_0 ? count <= 1 : count == 1
    }
}
