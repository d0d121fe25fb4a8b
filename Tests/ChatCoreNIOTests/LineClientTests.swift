import ChatWire
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatCoreNIO

struct LineClientTests {
    @Test func `speaks with Martlet`() async throws {
        try await withServer { addresses in
            let port = try #require(addresses.linePort)
            let ann = try await LineClient.connect(host: "127.0.0.1", port: port)
            var heard = ann.events.makeAsyncIterator()
            try await ann.introduce(as: "ann")
            #expect(await heard.next() == .joined(name: "ann"))
            let bob = try await LineClient.connect(host: "127.0.0.1", port: port)
            try await bob.introduce(as: "ann")
            guard case .joined(let other) = await heard.next() else { return #expect(Bool(false), "nobody joined") }
            try await bob.say("two\nlines: ☕")
            #expect(await heard.next() == .message(name: other, text: "two lines: ☕"))
            try await ann.say("")
            guard case .refused(let error) = await heard.next() else { return #expect(Bool(false), "not refused") }
            #expect(error.code == .textEmpty)
            await bob.close()
            #expect(await heard.next() == .left(name: other))
            await ann.close()
            #expect(await heard.next() == nil)
            await #expect(throws: (any Error).self) { try await ann.say("too late") }
        }
    }

    @Test func `speaks with the tutorial's server`() async throws {
        let server = try await TutorialServer()
        let ann = try await LineClient.connect(host: "127.0.0.1", port: server.port, ending: .pause)
        var heard = ann.events.makeAsyncIterator()
        try await ann.introduce(as: "ann")
        #expect(await heard.next() == .joined(name: "ann"))
        for number in 1...5 {
            try await ann.say("text \(number): and more")
            #expect(await heard.next() == .message(name: "ann", text: "text \(number)"))
        }
        await ann.close()
        try await server.close()
    }

    @Test func `where a pause ends a request, the next one waits for it, however fast they come`() throws {
        let channel = EmbeddedChannel()
        let handler = LineClientHandler(ending: .pause, received: { _ in true }, ended: {})
        try channel.pipeline.syncOperations.addHandler(handler)
        for number in 1...3 { _ = handler.write("msg:\(number)", to: channel) }
        func written() throws -> String? { try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) } }
        for number in 1...3 {
            #expect(try written() == "msg:\(number)")
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(2 * Limits.linePause - 1))
            #expect(try written() == nil)
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        }
        _ = try channel.finish()
    }

    @Test func `a connection that can't be made is an error`() async throws {
        let port = TutorialServer.closedPort
        await #expect(throws: (any Error).self) { try await LineClient.connect(host: "127.0.0.1", port: port) }
    }
}
