import ChatWire
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatNIO

struct WriteBufferTests {
    private let recorder = Recorder()

    /// A WebSocket whose reader takes nothing.
    private func stuck() throws -> (WebSocketHandler, EmbeddedChannel) {
        let handler = WebSocketHandler(recorder, configuration: .init())
        let channel = EmbeddedChannel(handlers: [HalfClosing(), FullSocket(), handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.isWritable = false
        return (handler, channel)
    }

    private func bytes(_ count: Int) -> ByteBuffer { ByteBuffer(repeating: 0x61, count: count) }

    @Test(arguments: [-1, 0, 1])
    func `a reader is cut when more than the limit waits for too long, and told why behind it`(more: Int) throws {
        let (handler, channel) = try stuck()
        handler.send(framed: bytes(Limits.writeBufferBytes / 2))
        handler.send(framed: bytes(Limits.writeBufferBytes / 2 + more))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.slowReaderGrace - 1))
        #expect(!handler.isClosing && recorder.told == [.opened])
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(handler.isClosing == (more > 0))
        #expect(recorder.told == (more > 0 ? [.opened, .closed(4008)] : [.opened]))
        guard more > 0 else { return }
        handler.send(framed: bytes(9))
        let waiting = try channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        let close = WebSocketFraming.closePayload(.tooSlow, "too slow").readableBytes
        #expect(waiting == Limits.writeBufferBytes + more + 2 + close)
    }

    @Test(arguments: [0, 1])
    func `a reader for whom far more than the limit waits is cut at once`(more: Int) throws {
        let (handler, channel) = try stuck()
        for _ in 0..<Limits.writeBufferExcess { handler.send(framed: bytes(Limits.writeBufferBytes)) }
        handler.send(framed: bytes(more))
        #expect(handler.isClosing == (more > 0))
        channel.embeddedEventLoop.run()
        #expect(recorder.told == (more > 0 ? [.opened, .closed(4008)] : [.opened]))
    }

    @Test func `a reader that catches up in time stays, and has the whole time again`() throws {
        let (handler, channel) = try stuck()
        handler.send(framed: bytes(Limits.writeBufferBytes + 1))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.slowReaderGrace - 1))
        channel.isWritable = true
        handler.send(framed: bytes(1))
        channel.isWritable = false
        handler.send(framed: bytes(1))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.slowReaderGrace - 1))
        #expect(!handler.isClosing)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(handler.isClosing)
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

    /// A socket whose peer is found gone in the middle of a flush: NIO then ends the channel before
    /// the flush returns.
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
