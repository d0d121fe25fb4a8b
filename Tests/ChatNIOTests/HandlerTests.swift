import ChatWire
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatNIO

struct HandlerTests {
    private let recorder = Recorder()
    private let half = HalfClosing()
    private let channel: EmbeddedChannel
    private let handler: WebSocketHandler

    init() throws {
        var configuration = WebSocketHandler.Configuration()
        configuration.acceptsBinary = true
        handler = WebSocketHandler(recorder, configuration: configuration)
        channel = EmbeddedChannel(handlers: [half, handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func advance(milliseconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
        handler.tick(channel.embeddedEventLoop.now)
        channel.embeddedEventLoop.run()
    }

    @Test func `messages arrive and are answered`() throws {
        recorder.onText = { socket, text in
            socket.send(text: Array((text + "!").utf8))
            socket.flush()
        }
        try channel.arrive(Frames.text("one") + Frames.binary([7]) + Frames.text("two"))
        #expect(recorder.told == [.opened, .text("one"), .binary([7]), .text("two")])
        #expect(try channel.written() == Frames.text("one!", key: nil) + Frames.text("two!", key: nil))
    }

    @Test func `the endpoint is told when the peer has caught up, but not after the end`() throws {
        #expect(!handler.isBackedUp)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(handler.isBackedUp && recorder.told == [.opened])
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(!handler.isBackedUp && recorder.told == [.opened, .caughtUp])
        handler.close(.normal, "done")
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.run()
        #expect(recorder.told == [.opened, .caughtUp, .closed(1000)])
    }

    @Test func `a shared frame goes out as it is`() throws {
        var frame = ByteBuffer()
        WebSocketFraming.appendText(ByteBuffer(string: "all"), to: &frame)
        handler.send(framed: frame)
        #expect(try channel.written() == [])
        handler.flush()
        #expect(try channel.written() == Frames.text("all", key: nil))
    }

    @Test func `a violation is told to both sides once, and what follows is ignored`() throws {
        try channel.arrive(Frames.text("a", key: nil) + Frames.text("b"))
        #expect(recorder.told == [.opened, .closed(1002)])
        #expect(half.outputIsClosed)
        let frame = try channel.written()
        #expect(Array(frame.prefix(4)) == [0x88, UInt8(frame.count - 2), 0x03, 0xEA])
        try channel.arrive(Frames.text("c"))
        handler.send(text: Array("late".utf8))
        handler.flush()
        #expect(try channel.written() == [])
        #expect(recorder.told.count == 2)
    }

    @Test func `the peer's close is answered with its code`() throws {
        try channel.arrive(Frames.close(3001, Array("bye".utf8)))
        #expect(try channel.written() == Frames.close(3001, key: nil))
        #expect(recorder.told == [.opened, .closed(3001)])
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
        #expect(recorder.told.count == 2)
    }

    @Test func `closing awaits the peer's answer`() throws {
        handler.close(.goingAway, "stop")
        #expect(handler.isClosing)
        #expect(recorder.told == [.opened])
        channel.embeddedEventLoop.run()
        #expect(recorder.told == [.opened, .closed(1001)])
        #expect(try channel.written() == Frames.close(1001, Array("stop".utf8), key: nil))
        #expect(!half.outputIsClosed)
        try channel.arrive(Frames.text("ignored") + Frames.close(1001))
        #expect(half.outputIsClosed)
        #expect(recorder.told.count == 2)
    }

    @Test func `a peer that never answers a close is cut at the deadline, not before`() throws {
        handler.close(.normal, "")
        advance(milliseconds: Limits.closeDeadline - 1)
        #expect(channel.isActive)
        advance(milliseconds: 1)
        #expect(!channel.isActive)
        #expect(recorder.told == [.opened, .closed(1000)])
    }

    @Test func `a silent peer is pinged, and given up without an answer`() throws {
        advance(milliseconds: 0)
        advance(milliseconds: Limits.pingInterval - 1)
        #expect(try channel.written() == [])
        advance(milliseconds: 1)
        #expect(try channel.written() == [0x89, 0x00])
        advance(milliseconds: Limits.pongDeadline - 1)
        #expect(recorder.told == [.opened])
        advance(milliseconds: 1)
        #expect(recorder.told == [.opened, .closed(4009)])
    }

    @Test func `pings that arrive together are answered with one flush`() throws {
        let flushes = Flushes()
        try channel.pipeline.syncOperations.addHandler(flushes, position: .first)
        try channel.arrive(Frames.ping([1]) + Frames.ping([2]) + Frames.ping([3]))
        #expect(try channel.written() == [0x8A, 1, 1, 0x8A, 1, 2, 0x8A, 1, 3])
        #expect(flushes.count == 1)
    }

    @Test func `of a flood of pings the latest is answered when the second is over`() throws {
        let flood = (0..<UInt8(Limits.pongsPerTick) + 2).flatMap { Frames.ping([$0]) }
        try channel.arrive(flood)
        #expect(try channel.written().count == 3 * Limits.pongsPerTick)
        advance(milliseconds: 1_000)
        #expect(try channel.written() == [0x8A, 1, UInt8(Limits.pongsPerTick) + 1])
    }

    @Test func `a pong keeps a silent peer`() throws {
        advance(milliseconds: 0)
        advance(milliseconds: Limits.pingInterval)
        try channel.arrive(Frames.bytes(0xA))
        advance(milliseconds: Limits.pongDeadline)
        advance(milliseconds: Limits.pingInterval - 1)
        #expect(recorder.told == [.opened])
        #expect(try channel.written() == [0x89, 0x00])
    }

    @Test func `a message that never ends is given up`() throws {
        try channel.arrive(Frames.text("begun", fin: false))
        advance(milliseconds: 0)
        for _ in 0..<(Limits.unfinishedDeadline / 1_000 - 1) {
            try channel.arrive(Frames.ping())
            advance(milliseconds: 1_000)
        }
        #expect(recorder.told == [.opened])
        try channel.arrive(Frames.ping())
        advance(milliseconds: 1_000)
        #expect(recorder.told == [.opened, .closed(1008)])
    }

    @Test func `while reading is paused nothing arrives, and then all of it in order`() throws {
        recorder.onText = { socket, text in if text == "2" { socket.pauseReading() } }
        try channel.arrive(Frames.text("1") + Frames.text("2") + Frames.text("3"))
        try channel.arrive(Frames.text("4"))
        #expect(recorder.told == [.opened, .text("1"), .text("2")])
        handler.resumeReading()
        #expect(recorder.told == [.opened, .text("1"), .text("2"), .text("3"), .text("4")])
    }

    @Test func `a peer whose reading is paused is not taken for dead`() throws {
        handler.pauseReading()
        for _ in 0..<60 { advance(milliseconds: 1_000) }
        #expect(recorder.told == [.opened])
        #expect(try channel.written() == [])
    }

    @Test func `pausing and resuming from within a message keeps the order`() throws {
        recorder.onText = { socket, _ in
            socket.pauseReading()
            socket.resumeReading()
        }
        try channel.arrive(Frames.text("1") + Frames.text("2") + Frames.text("3"))
        #expect(recorder.told == [.opened, .text("1"), .text("2"), .text("3")])
    }

    @Test func `what arrived before the end counts though reading is paused`() throws {
        handler.pauseReading()
        try channel.arrive(Frames.text("last"))
        _ = try channel.finish()
        channel.embeddedEventLoop.run()
        #expect(recorder.told == [.opened, .text("last"), .closed(nil)])
    }

    @Test func `a peer that ends its side without closing has ended`() throws {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.embeddedEventLoop.run()
        #expect(recorder.told == [.opened, .closed(nil)])
        #expect(!channel.isActive)
    }

    @Test func `an error of the network ends the connection`() throws {
        channel.pipeline.fireErrorCaught(IOError(errnoCode: 104, reason: "reset"))
        channel.embeddedEventLoop.run()
        #expect(recorder.told == [.opened, .closed(nil)])
    }
}

private final class Flushes: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    var count = 0

    func flush(context: ChannelHandlerContext) {
        count += 1
        context.flush()
    }
}
