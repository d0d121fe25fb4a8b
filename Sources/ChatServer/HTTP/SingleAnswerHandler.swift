import NIOCore
import NIOHTTP1

/// Answers a connection's first request, and closes the connection.
final class SingleAnswerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    struct Answer {
        var status: HTTPResponseStatus
        var headers: [(String, String)] = []
        var body = ""
    }

    private let answer: (HTTPRequestHead) -> Answer
    private var isAnswered = false

    init(_ answer: @escaping (HTTPRequestHead) -> Answer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        write(answer(head), hasBody: head.method != .HEAD, context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.close(promise: nil) }
        write(.init(status: .badRequest), context)
    }

    private func write(_ answer: Answer, hasBody: Bool = true, _ context: ChannelHandlerContext) {
        guard !isAnswered else { return }
        isAnswered = true
        var text = "HTTP/1.1 \(answer.status.code) \(answer.status.reasonPhrase)\r\n"
        let length = "\(answer.body.utf8.count)"
        for (name, value) in answer.headers + [("Connection", "close"), ("Content-Length", length)] {
            text += "\(name): \(value)\r\n"
        }
        text += "\r\n" + (hasBody ? answer.body : "")
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        // Closing at once would reset the connection if more bytes arrive, and the response could
        // get lost.
        context.close(mode: .output, promise: nil)
    }
}
