import ChatRooms
import ChatWire
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import ChatServer

@Suite struct RequestRateTests {
    private let loop = EmbeddedEventLoop()
    private let far = ClientAddress(.v4(1), isLocal: false)
    private let local = ClientAddress(.v4(0x7F00_0001), isLocal: true)

    /// Answers each request at its end.
    private final class Server: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundOut = HTTPResponsePart

        var answered = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            answered += 1
            context.write(wrapOutboundOut(.head(HTTPResponse(status: .noContent))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// Writes responses as bytes, which the channel counts: here as none.
    private final class Encoder: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = ByteBuffer

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            context.write(wrapOutboundOut(ByteBuffer()), promise: promise)
        }
    }

    /// How many of five requests at once each of some connections has answered.
    private func answered(_ connections: Int, at client: ClientAddress) throws -> [Int] {
        // An address may send 10 requests at once, and one a second.
        let clock = ServerClock { (0, 0) }
        let budgets = AddressBudgets(AddressBudget.Rates(messagesPerSecond: 1), clock: clock)
        return try (0..<connections).map { _ in
            let server = Server()
            let transfer = TransferHandler(addressBudget: budgets.budget(of: client), clock: clock)
            let channel = EmbeddedChannel(handlers: [Encoder(), transfer, server], loop: loop)
            for _ in 0..<5 {
                try channel.writeInbound(
                    HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/")))
                try channel.writeInbound(HTTPRequestPart.end(nil))
            }
            return server.answered
        }
    }

    @Test func `requests of an address wait when all its connections have sent many`() throws {
        // A further connection gets one answer; the requests behind it wait.
        #expect(try answered(4, at: far) == [5, 5, 1, 1])
    }

    @Test func `requests of a local address do not wait for those of other connections`() throws {
        #expect(try answered(4, at: local) == [5, 5, 5, 5])
    }

    @Test func `what waits is answered later`() throws {
        let clock = ServerClock { (0, 0) }
        let budgets = AddressBudgets(AddressBudget.Rates(messagesPerSecond: 1), clock: clock)
        let server = Server()
        let transfer = TransferHandler(addressBudget: budgets.budget(of: far), clock: clock)
        let channel = EmbeddedChannel(handlers: [Encoder(), transfer, server], loop: loop)
        for _ in 0..<12 {
            try channel.writeInbound(
                HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/")))
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        #expect(server.answered == 11)
        loop.advanceTime(by: .milliseconds(Limits.refusalPauseLongest))
        #expect(server.answered == 12)
    }
}
