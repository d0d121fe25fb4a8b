import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatServer

/// Whether a connection is read on while its requests wait for an answer: the shipped connections,
/// on an event loop and with a committer and history readers that run when the test says so.
struct ReadingTests {
    private let loop = EmbeddedEventLoop()
    private let store = MemoryStore()
    private let jobs = NIOLockedValueBox<[WorkQueue.Work]>([])
    private let core: ServerCore

    init() throws {
        var environment = ServerEnvironment()
        let jobs = jobs
        let queue = WorkQueue { work in jobs.withLockedValue { $0.append(work) } }
        environment.queues.committer = queue
        environment.queues.historyReaders = [queue]
        core = try ServerCore(
            loops: [loop], store: store, authenticator: GuestTokens(), rate: nil, environment: environment)
    }

    /// Runs what waits for the committer or a reader now, and nothing that it brings about.
    private func work() {
        let due = jobs.withLockedValue { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in due { job() }
    }

    private func open(_ port: ServerCore.Port) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        try core.accept(channel, at: port)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func write(_ text: String, to channel: EmbeddedChannel) throws {
        try write(Array(text.utf8), to: channel)
    }

    private func write(_ bytes: [UInt8], to channel: EmbeddedChannel) throws {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        loop.run()
    }

    /// Runs everything to its end.
    private func quiesce() {
        loop.run()
        while !jobs.withLockedValue({ $0.isEmpty }) {
            work()
            loop.run()
        }
    }

    private func said(to channel: EmbeddedChannel) throws -> String {
        var said = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { said += String(buffer: bytes) }
        return said
    }

    private var head: Seq { (try? store.head(of: .lobby)) ?? 0 }

    @Test func `a line connection is read no further than its sends that wait`() throws {
        let channel = try open(.lines)
        try write("iam:bob\n", to: channel)
        quiesce()
        let total = Limits.sendsInFlight * 2 + 1
        try write((1...total).map { "msg:\($0)\n" }.joined(), to: channel)
        work()
        #expect(head == Seq(count: Limits.sendsInFlight))
        quiesce()
        #expect(head == Seq(count: total))
        #expect(try said(to: channel).hasSuffix("bob:\(total)\n"))
        _ = try channel.finish()
    }

    @Test func `a v1 connection is read no further than its requests that wait`() throws {
        let channel = try openV1()
        let total = Limits.sendsInFlight * 2 + 1
        let sends = (1...total).flatMap {
            frame(#"{"type":"send","ref":\#($0),"room":"lobby","number":\#($0),"text":"x"}"#)
        }
        try write(sends, to: channel)
        work()
        #expect(head == Seq(count: Limits.sendsInFlight))
        quiesce()
        #expect(head == Seq(count: total))
        _ = try channel.finish()
    }

    @Test func `behind a request for history nothing is read before the page has come`() throws {
        let channel = try openV1()
        try write(
            frame(#"{"type":"history","ref":2,"room":"lobby"}"#) + frame(#"{"type":"ping","ref":3}"#), to: channel)
        #expect(try said(to: channel) == "")
        quiesce()
        let answers = try said(to: channel)
        let page = try #require(answers.range(of: #""type":"page""#))
        let pong = try #require(answers.range(of: #""type":"pong""#))
        #expect(page.lowerBound < pong.lowerBound)
        _ = try channel.finish()
    }

    @Test func `a v1 connection that does not read is asked for no further page, until it reads`() throws {
        try fill()
        let channel = try openV1()
        channel.isWritable = false
        for ref in 2...5 { try write(frame(#"{"type":"history","ref":\#(ref),"room":"lobby"}"#), to: channel) }
        quiesce()
        #expect(try pages(in: said(to: channel)) == 1)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        quiesce()
        #expect(try pages(in: said(to: channel)) == 3)
        _ = try channel.finish()
    }

    @Test func `what others say does not keep a v1 connection from being read`() throws {
        let channel = try openV1()
        let speaker = try openV1()
        channel.isWritable = false
        for number in 1...10 {
            let text = String(repeating: "x", count: 16_000)
            let send = #"{"type":"send","ref":2,"room":"lobby","number":\#(number),"text":"\#(text)"}"#
            try write(frame(send), to: speaker)
            quiesce()
        }
        #expect(try said(to: channel).utf8.count > 2 * Limits.unreadAnswerBytes)
        try write(frame(#"{"type":"ping","ref":9}"#), to: channel)
        quiesce()
        #expect(try said(to: channel).contains(#""type":"pong""#))
        _ = try channel.finish()
        _ = try speaker.finish()
    }

    /// Writes more into the lobby than a page has.
    private func fill() throws {
        let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
        let text = String(repeating: "x", count: 16_000)
        let newEvents = (0..<20).map { _ in
            NewEvent(
                room: .lobby, id: .random(), at: 1, author: ann, idempotencyKey: nil, mutation: .message(text: text))
        }
        _ = try store.append(Batch(newEvents: newEvents))
    }

    private func pages(in said: String) -> Int { said.split(separator: #""type":"page""#).count - 1 }

    private func openV1() throws -> EmbeddedChannel {
        let channel = try open(.web)
        try write(
            """
            GET /v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n
            """, to: channel)
        try write(frame(#"{"type":"hello","ref":1,"version":1,"join":["lobby"]}"#), to: channel)
        quiesce()
        try #require(try said(to: channel).contains(#""type":"joined""#))
        return channel
    }

    /// A text frame whose mask changes nothing.
    private func frame(_ text: String) -> [UInt8] {
        let length = UInt16(clamping: text.utf8.count)
        precondition(length < .max)
        let size: [UInt8] =
            length < 126 ? [0x80 | UInt8(length)] : [0x80 | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
        return [0x81] + size + [UInt8](repeating: 0, count: 4) + Array(text.utf8)
    }
}
