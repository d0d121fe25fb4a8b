import ChatWire
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatNIO

struct WriteBufferTests {
    @Test(arguments: [-1, 0, 1])
    func `a reader is cut when more waits than the limit, and told why behind it`(more: Int) throws {
        let recorder = Recorder()
        let handler = WebSocketHandler(recorder, configuration: .init())
        let channel = EmbeddedChannel(handlers: [HalfClosing(), FullSocket(), handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.isWritable = false
        let half = ByteBuffer(repeating: 0x61, count: Limits.writeBufferBytes / 2)
        handler.send(framed: half)
        handler.send(framed: half)
        #expect(!handler.isClosing)
        if more < 0 { return }
        handler.send(framed: ByteBuffer(repeating: 0x61, count: more))
        #expect(handler.isClosing == (more > 0))
        #expect(recorder.told == [.opened])
        channel.embeddedEventLoop.run()
        #expect(recorder.told == (more > 0 ? [.opened, .closed(4008)] : [.opened]))
        handler.send(framed: half)
        guard more > 0 else { return }
        let waiting = try channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        let close = WebSocketFraming.closePayload(.tooSlow, "too slow").readableBytes
        #expect(waiting == Limits.writeBufferBytes + more + 2 + close)
    }

    @Test func `what was not flushed yet is not held against the reader`() throws {
        let recorder = Recorder()
        let handler = WebSocketHandler(recorder, configuration: .init())
        let channel = EmbeddedChannel(handlers: [HalfClosing(), handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.isWritable = false
        for _ in 0..<8 { handler.send(framed: ByteBuffer(repeating: 0x61, count: Limits.writeBufferBytes)) }
        channel.embeddedEventLoop.run()
        #expect(recorder.told == [.opened])
    }

    /// A socket whose peer is found gone in the middle of a flush: NIO then ends the channel before the flush returns.
    private final class BreakingSocket: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        func flush(context: ChannelHandlerContext) { context.fireChannelInactive() }
    }

    @Test func `a WebSocket that ends while it is flushed is told closed, and nothing traps`() throws {
        let recorder = Recorder()
        let handler = WebSocketHandler(recorder, configuration: .init())
        let channel = EmbeddedChannel(handlers: [BreakingSocket(), handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        handler.send(text: Array("hi".utf8))
        handler.close(.goingAway, "stop")
        channel.embeddedEventLoop.run()
        #expect(recorder.told == [.opened, .closed(1001)])
    }
}
