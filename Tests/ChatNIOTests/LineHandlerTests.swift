import ChatWire
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatNIO

struct LineHandlerTests {
    private final class Recorder: LineEndpoint {
        var told: [String] = []
        var connection: LineHandler?
        var onLine: (LineHandler, String) -> Void = { _, _ in }

        func opened(_ connection: LineHandler) { self.connection = connection }

        func received(line: ByteBuffer) {
            told.append(String(buffer: line))
            if let connection { onLine(connection, String(buffer: line)) }
        }

        func refused(_ why: LineSplitter.Refusal) {
            told.append("refused \(why)")
            connection?.send(line: ByteBuffer(string: "no\n"))
        }

        func ended() { told.append("ended") }
        func closed(_ code: CloseCode?) { told.append("closed") }
    }

    private let recorder = Recorder()
    private let half = HalfClosing()
    private let handler: LineHandler
    private let channel: EmbeddedChannel

    init() throws {
        handler = LineHandler(recorder)
        channel = EmbeddedChannel(handlers: [half, handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func arrive(_ text: String) throws { try channel.arrive(Array(text.utf8)) }

    private func advance(milliseconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
        handler.tick(channel.embeddedEventLoop.now)
        channel.embeddedEventLoop.run()
    }

    @Test func `a pause ends a request, and bytes that arrive during the pause begin it again`() throws {
        try arrive("msg:hel")
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.linePause - 1))
        #expect(recorder.told == [])
        try arrive("lo")
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.linePause - 1))
        #expect(recorder.told == [])
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(recorder.told == ["msg:hello"])
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.linePause * 4))
        #expect(recorder.told == ["msg:hello"])
    }

    /// The bytes of each write to the channel.
    private func writes() throws -> [String] {
        var writes: [String] = []
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { writes.append(String(buffer: bytes)) }
        return writes
    }

    private var twoLines: LineBlock {
        var lines = LineBlock(Array("a\n".utf8))
        lines.append(Array("b\n".utf8))
        return lines
    }

    @Test(arguments: ["", "iam:ann"])
    func `a peer that ends nothing with a line feed gets each line at once, by itself`(_ said: String) throws {
        try arrive(said)
        advance(milliseconds: Limits.linePause)
        #expect(recorder.told == (said.isEmpty ? [] : [said]))
        handler.send(twoLines)
        handler.send(line: ByteBuffer(string: "c\n"))
        #expect(try writes() == ["a\n", "b\n", "c\n"])
    }

    @Test func `a peer that ends a line with a line feed gets what a turn brings in one write`() throws {
        try arrive("iam:ann\n")
        handler.send(twoLines)
        handler.send(line: ByteBuffer(string: "c\n"))
        handler.send(LineBlock(Array("d\n".utf8)))
        #expect(try writes() == [])
        handler.flush()
        #expect(try writes().joined() == "a\nb\nc\nd\n")
        #expect(try writes() == [])
    }

    @Test func `how the peer's latest line ended decides whether lines share a write`() throws {
        try arrive("iam:ann\n")
        try arrive("msg:by a pause")
        advance(milliseconds: Limits.linePause)
        handler.send(twoLines)
        #expect(try writes() == ["a\n", "b\n"])
        try arrive("msg:by a line feed\nmsg:b")
        handler.send(twoLines)
        #expect(try writes() == [])
        handler.flush()
        #expect(try writes().joined() == "a\nb\n")
        advance(milliseconds: Limits.linePause)
        handler.send(twoLines)
        #expect(try writes() == ["a\n", "b\n"])
        #expect(recorder.told == ["iam:ann", "msg:by a pause", "msg:by a line feed", "msg:b"])
    }

    /// A text that waited was put before the client's next message, and at last ended the
    /// connection.
    @Test(arguments: ["msg:", "rest of a message", "msg:two\nlines", "\n"])
    func `nothing that a client with pauses sends waits for a line feed`(_ text: String) throws {
        try arrive("iam:ann")
        advance(milliseconds: Limits.linePause)
        try arrive(text)
        advance(milliseconds: Limits.linePause)
        try arrive("msg:next")
        advance(milliseconds: Limits.linePause)
        #expect(recorder.told == ["iam:ann", text == "\n" ? "" : text, "msg:next"])
        for _ in 0..<3 { advance(milliseconds: Limits.unfinishedDeadline) }
        #expect(recorder.told.count == 3)
    }

    @Test func `what was not flushed goes out before the end`() throws {
        try arrive("iam:ann\n")
        handler.send(twoLines)
        handler.close()
        channel.embeddedEventLoop.run()
        #expect(try channel.written() == Array("a\nb\n".utf8))
        #expect(half.outputIsClosed)
    }

    @Test func `the end of what the peer says ends its last line, and it can still read`() throws {
        try arrive("iam:ann\nmsg:last")
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.embeddedEventLoop.run()
        #expect(recorder.told == ["iam:ann", "msg:last", "ended"])
        handler.send(line: ByteBuffer(string: "still\n"))
        handler.flush()
        #expect(try channel.written() == Array("still\n".utf8))
        handler.close()
        channel.embeddedEventLoop.run()
        #expect(recorder.told.last == "closed")
        #expect(!channel.isActive)
    }

    @Test func `the end waits while reading is paused`() throws {
        recorder.onLine = { connection, _ in connection.pauseReading() }
        try arrive("iam:ann\nmsg:last")
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.embeddedEventLoop.run()
        #expect(recorder.told == ["iam:ann"])
        recorder.onLine = { _, _ in }
        handler.resumeReading()
        #expect(recorder.told == ["iam:ann", "msg:last", "ended"])
    }

    @Test func `what arrived before the connection went counts though reading is paused`() throws {
        handler.pauseReading()
        try arrive("iam:ann\nmsg:a\nmsg:b")
        _ = try channel.finish()
        channel.embeddedEventLoop.run()
        #expect(recorder.told == ["iam:ann", "msg:a", "msg:b", "ended", "closed"])
    }

    @Test func `while reading is paused no pause ends a line`() throws {
        handler.pauseReading()
        try arrive("msg:a")
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.linePause * 4))
        #expect(recorder.told == [])
        handler.resumeReading()
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.linePause))
        #expect(recorder.told == ["msg:a"])
    }

    @Test func `another protocol gets one line and the end`() throws {
        try arrive("POST / HTTP/1.1\r\nHost: x\r\n\r\nmsg:pwned\n")
        #expect(recorder.told == ["refused foreign", "closed"])
        #expect(try channel.written() == Array("no\n".utf8))
        #expect(half.outputIsClosed)
        try arrive("msg:more\n")
        advance(milliseconds: Limits.closeDeadline)
        #expect(!channel.isActive)
        #expect(recorder.told.count == 2)
    }

    @Test func `too long a line is refused once and closed`() throws {
        try arrive(String(repeating: "a", count: Limits.lineBytes + 1))
        try arrive("\nmsg:b\n")
        #expect(recorder.told == ["refused tooLong", "closed"])
    }

    @Test(arguments: ["", "iam:ann\nwhat", "i"])
    func `a peer that leaves a line unfinished is closed at the deadline, not before`(text: String) throws {
        if !text.isEmpty { try arrive(text) }
        advance(milliseconds: 0)
        advance(milliseconds: Limits.unfinishedDeadline - 1)
        #expect(!recorder.told.contains("closed"))
        advance(milliseconds: 1)
        #expect(recorder.told.suffix(2) == ["refused unfinished", "closed"])
    }

    @Test func `a peer that only listens stays connected`() throws {
        try arrive("iam:ann\n")
        for _ in 0..<10 { advance(milliseconds: Limits.unfinishedDeadline) }
        #expect(recorder.told == ["iam:ann"])
    }

    @Test(arguments: [0, 1])
    func `a reader is cut when more than the limit waits for too long`(more: Int) throws {
        let recorder = Recorder()
        let handler = LineHandler(recorder)
        let channel = EmbeddedChannel(handlers: [FullSocket(), handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.isWritable = false
        handler.send(line: ByteBuffer(repeating: 0x0A, count: Limits.writeBufferBytes + more))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(Limits.slowReaderGrace - 1))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(channel.isActive == (more == 0))
        #expect(recorder.told == (more == 0 ? [] : ["ended", "closed"]))
    }
}
