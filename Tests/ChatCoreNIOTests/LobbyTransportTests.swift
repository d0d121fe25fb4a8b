import ChatCore
import ChatWire
import NIOPosix
import Testing

@testable import ChatCoreNIO

struct LobbyTransportTests {
    @Test func `all three protocols meet in one room`() async throws {
        try await withServer { addresses in
            var native = try await Talk(addresses.transport)
            var line = try await Talk(LineTransport(host: "127.0.0.1", port: try #require(addresses.linePort)))
            var swift = try await Talk(SwiftChatTransport(try addresses.address))
            _ = try await native.enter("nat")
            #expect(try await line.enter("lin").server == "lines")
            let welcome = try await swift.enter("swi")
            #expect(welcome.server == "SwiftChat" && UserID(welcome.token) == welcome.user)

            // Each client sends a message, and recognises its own.
            try await line.say("from lines: ☕\nx", number: 1)
            #expect(try await line.sent() == 1)
            try await swift.say("from SwiftChat", number: 1)
            #expect(try await swift.event().text == "from lines: ☕ x")
            #expect(try await swift.sent() == 2)
            try await native.say("from v1", number: 1)
            for text in ["from lines: ☕ x", "from SwiftChat", "from v1"] {
                #expect(try await native.event().text == text)
                #expect(try await line.event().text == text)
            }
            let own = try await swift.event()
            #expect(own.author == Author(user: welcome.user, name: "swi"))
            #expect(own.idempotencyKey == IdempotencyKey(device: welcome.device, number: 1))
            #expect(own.at > 1_600_000_000_000)
        }
    }

    @Test func `a client whose name is taken gets another one, and a refused name is an error`() async throws {
        try await withServer { addresses in
            // Each client needs a transport of its own.
            let port = try #require(addresses.linePort)
            var ann = try await Talk(LineTransport(host: "127.0.0.1", port: port))
            _ = try await ann.enter("ann")
            // A client that is connected already hears "ann has joined", and could take it for its
            // own.
            var other = try await Talk(LineTransport(host: "127.0.0.1", port: port))
            let given = try await other.enter("ann").name
            #expect(given != "ann")
            try await other.say("hi", number: 1)
            #expect(try await other.sent() == 1)
            #expect(try await ann.event().author.name == given)
            var admin = try await Talk(LineTransport(host: "127.0.0.1", port: port))
            try await admin.ask(.hello(.init(name: "admin")))
            #expect(try await admin.error().code == .nameReserved)
        }
    }

    @Test func `a refusal of a SwiftChat server is an error`() async throws {
        try await withServer { addresses in
            var ann = try await Talk(SwiftChatTransport(try addresses.address))
            // Nobody may make up an id of the kind that Martlet gives.
            _ = try await ann.enter("ann", token: "00000000-0000-8000-8000-000000000000")
            try await ann.say("hi", number: 1)
            #expect(try await ann.error().code == .badRequest)
            await ann.connection.close(.normal)
            #expect(await ann.closed() == .some(.normal))
        }
    }

    @Test func `speaks with the tutorial's server`() async throws {
        let server = try await TutorialServer()
        let transport = LineTransport(host: "127.0.0.1", port: server.port, ending: .pause)
        var ann = try await Talk(transport)
        _ = try await ann.enter("ann", device: .random())
        for number in 1...3 { try await ann.say("text \(number): more", number: UInt64(number)) }
        for number in 1...3 {
            #expect(try await ann.sent() == Seq(count: number))
            #expect(try await ann.event().text == "text \(number)")
        }
        await ann.connection.close(.normal)
        #expect(await ann.closed() == .some(nil))

        // The next connection of the transport has the log of the first one.
        var again = try await Talk(transport)
        _ = try await again.enter("ann")
        try await again.ask(.history(room: .lobby, anchor: .after(1), limit: nil))
        let events = try await again.next { if case .page(_, _, _, _, let events) = $0 { events } else { nil } }
        #expect(events.map(\.seq) == [2, 3])
        try await server.close()
        await again.connection.close(.normal)
    }
}
