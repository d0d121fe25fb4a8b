import ChatCore
import ChatNIO
import ChatServer
import ChatWire
import NIOCore
import NIOPosix
import Testing

@testable import ChatCoreNIO

struct NIOTransportTests {
    @Test func `frames go both ways, in order`() async throws {
        try await withServer { addresses in
            var ann = try await Talk(addresses.transport)
            let welcome = try await ann.enter("ann", device: .random())
            #expect(welcome.name == "ann")
            for number in 1...50 { try await ann.say("text \(number)", number: UInt64(number)) }
            for number in 1...50 { #expect(try await ann.event().text == "text \(number)") }
            await ann.connection.close(.normal)
            #expect(await ann.closed() == .some(.normal))
            await #expect(throws: ConnectionEnded.self) { try await ann.say("too late", number: 51) }
        }
    }

    @Test func `the largest page arrives`() async throws {
        try await withServer { addresses in
            var ann = try await Talk(addresses.transport)
            _ = try await ann.enter("ann", device: .random())
            // Each character is two bytes on the wire.
            for number in 1...10 {
                try await ann.say(String(repeating: "\"", count: Limits.textBytes), number: UInt64(number))
                _ = try await ann.sent()
            }
            try await ann.ask(.history(room: .lobby, anchor: .newest, limit: 200))
            let events = try await ann.next { if case .page(_, _, _, _, let events) = $0 { events } else { nil } }
            #expect(events.last?.seq == 10 && events.count > 2)
        }
    }

    @Test func `a server that stops says so`() async throws {
        let (talks, continuation) = AsyncStream.makeStream(of: Talk.self)
        try await withServer { addresses in
            var ann = try await Talk(addresses.transport)
            _ = try await ann.enter("ann")
            continuation.yield(ann)
        }
        var iterator = talks.makeAsyncIterator()
        var ann = try #require(await iterator.next())
        #expect(await ann.closed() == .some(.draining))
    }

    @Test func `a connection that does not come about is an error`() async throws {
        let port = TutorialServer.closedPort
        await #expect(throws: (any Error).self) { try await transport(port).connect() }
        let secure = NIOTransport(try #require(ServerAddress("wss://127.0.0.1:\(port)")))
        await #expect(throws: UnsupportedSecurity.self) { try await secure.connect() }
    }

    @Test func `a cancelled attempt to connect ends with a cancellation error`() async throws {
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        // It accepts, and never answers.
        let mute = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                continuation.yield()
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let transport = try transport(mute.localAddress?.port ?? 0)
        let attempt = Task { try await transport.connect() }
        for await _ in begun { break }
        attempt.cancel()
        await #expect(throws: CancellationError.self) { try await attempt.value }
        try await mute.close()
    }

    private func transport(_ port: Int) throws -> NIOTransport {
        NIOTransport(try #require(ServerAddress("127.0.0.1:\(port)")))
    }
}

extension MartletServer.Addresses {
    var address: ServerAddress {
        get throws { try #require(ServerAddress("http://\(host):\(port)")) }
    }
    var transport: NIOTransport {
        get throws { NIOTransport(try address) }
    }
}
