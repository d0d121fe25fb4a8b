import ChatNIO
import ChatWire
import NIOCore
import NIOHTTP1

/// Sets up a connection to the plain port beside a TLS port: one request is answered with a
/// redirect to https. The connection ends within ``ChatWire/Limits/handshakeDeadline``.
struct Redirects: Sendable {
    let origins: OriginRule
    /// The TLS port.
    let port: Int

    let arrivals: Arrivals

    func setUp(_ channel: any Channel) throws { try arrivals.setUp(channel, begin) }

    private func begin(_ channel: any Channel, _ origin: ConnectionOrigin, _ table: LoopTable) throws {
        table.awaitHandshake(of: channel)
        channel.closeFuture.assumeIsolated().whenComplete { _ in table.handshakeEnded(of: channel) }
        let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .dropBytes, limitConfiguration: WebConnections.decoderLimits)
        try channel.pipeline.syncOperations.addHandler(
            ByteToMessageHandler(decoder, maximumBufferSize: 2 * Limits.headerBytes))
        try channel.pipeline.syncOperations.addHandler(RedirectHandler { answer(to: $0) })
    }

    func answer(to head: HTTPRequestHead) -> RedirectHandler.Answer {
        guard head.method == .GET || head.method == .HEAD else {
            return .init(status: .methodNotAllowed, headers: [("Allow", "GET, HEAD")])
        }
        guard let host = head.headers.first(name: "host"), head.headers["host"].count == 1 else {
            return .init(status: .badRequest)
        }
        guard let authority = origins.secureAuthority(for: host, port: port) else {
            return .init(status: .misdirectedRequest)
        }
        return .init(
            status: .permanentRedirect, headers: [("Location", "https://\(authority)\(Self.target(head.uri))")])
    }

    /// The path and the query; a slash if it has neither, or could not be in a header.
    private static func target(_ uri: String) -> String {
        let isPath = uri.hasPrefix("/") && !uri.hasPrefix("//") && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isPath ? uri : "/"
    }
}

/// Answers a connection's first request, and closes the connection.
final class RedirectHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    struct Answer {
        var status: HTTPResponseStatus
        var headers: [(String, String)] = []
    }

    private let answer: (HTTPRequestHead) -> Answer
    private var isAnswered = false

    init(_ answer: @escaping (HTTPRequestHead) -> Answer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        write(answer(head), context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.close(promise: nil) }
        write(.init(status: .badRequest), context)
    }

    private func write(_ answer: Answer, _ context: ChannelHandlerContext) {
        guard !isAnswered else { return }
        isAnswered = true
        var text = "HTTP/1.1 \(answer.status.code) \(answer.status.reasonPhrase)\r\n"
        for (name, value) in answer.headers + [("Connection", "close"), ("Content-Length", "0")] {
            text += "\(name): \(value)\r\n"
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
        // Closing at once would reset the connection if more bytes arrive, and the response could
        // get lost.
        context.close(mode: .output, promise: nil)
    }
}
