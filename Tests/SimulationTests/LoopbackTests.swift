import ChatCore
import ChatTesting
import Testing

@Suite struct LoopbackTests {
    private let server = LoopbackServer()

    /// Connects, says hello and joins the lobby; what came is read up to `count` events.
    private func visit() async throws -> (any TransportConnection, AsyncStream<TransportEvent>.Iterator) {
        let connection = try await server.transport.connect()
        var events = connection.events.makeAsyncIterator()
        try await connection.send(ClientFrame(ref: 1, request: .hello(ClientFrame.Hello(name: "ann"))))
        try await connection.send(ClientFrame(ref: 2, request: .join(room: .lobby, since: nil)))
        guard case .received(.welcome) = await events.next(), case .received(.joined) = await events.next() else {
            throw LoopbackTransport.Unreachable()
        }
        return (connection, events)
    }

    @Test func `a client hears what someone else says, and its own sends are in the log`() async throws {
        var (connection, events) = try await visit()
        await server.say("Hello, Ann", as: "bob", in: .lobby)
        var texts: [String] = []
        while texts.isEmpty, let event = await events.next() {
            if case .received(.event(_, _, let event)) = event, case .message(let message) = event.content {
                texts.append(message.text)
            }
        }
        #expect(texts == ["Hello, Ann"])
        let message = Mutation.message(text: "Hello, Bob", reply: 1, payload: nil)
        try await connection.send(
            ClientFrame(ref: 3, request: .mutate(room: .lobby, number: 1, after: nil, message)))
        #expect(await server.log(of: .lobby).count == 2)
    }

    @Test func `a connection that is lost ends, and the log survives the server`() async throws {
        var (connection, events) = try await visit()
        await server.say("kept", as: "bob", in: .lobby)
        await server.restart()
        var last: TransportEvent?
        while let event = await events.next() { last = event }
        #expect(last == .closed(nil))
        await #expect(throws: LoopbackTransport.Unreachable.self) {
            try await connection.send(ClientFrame(ref: 3, request: .ping))
        }
        #expect(await server.log(of: .lobby).count == 1)
    }

    @Test func `a connection of before a restart that closes late closes none of the new server`() async throws {
        let old = try await server.transport.connect()
        await server.restart()
        let (connection, _) = try await visit()
        await old.close(.normal)
        try await connection.send(ClientFrame(ref: 3, request: .ping))
    }
}
