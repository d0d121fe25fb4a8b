import ChatTesting
import Testing

@testable import ChatCore

@Suite(.timeLimit(.minutes(5))) struct ClientNoticeTests {
    private let server = LoopbackServer()
    private let clock = ManualClientClock()
    private let disk = FaultyFileSystem()

    private struct SignedOut: TokenProvider {
        func token(replacing refused: String?) -> String? { nil }
    }

    /// A client, and what it tells.
    private func client(tokens: (any TokenProvider)? = nil) -> (ChatClient, AsyncStream<ClientNotice>.Iterator) {
        let (notices, continuation) = AsyncStream.makeStream(of: ClientNotice.self)
        let client = ChatClient(
            transport: server.transport, storage: FileStorage(path: "/ann/journal", system: disk), name: "ann",
            tokens: tokens, clock: clock
        ) { continuation.yield($0) }
        return (client, notices.makeAsyncIterator())
    }

    @Test func `a message is accepted and sent, and the notices say how long it took`() async throws {
        var (ann, notices) = client()
        try await ann.start()
        #expect(await notices.next() == .connecting)
        #expect(await notices.next() == .connected(after: .zero))
        await server.hold()
        let sending = try await ann.send("Hello, Bob", to: .lobby)
        #expect(await notices.next() == .accepted(sending.ticket, .message))
        clock.advance(by: .milliseconds(250))
        await server.release()
        #expect(await notices.next() == .sent(sending.ticket, after: .milliseconds(250)))
        try await ann.stop()
        #expect(await notices.next() == .disconnected(.normal))
        await ann.shutDown()
    }

    @Test(arguments: [nil, CloseCode.draining])
    func `a lost connection is told with its code, its pause, and the next one`(_ code: CloseCode?) async throws {
        var (ann, notices) = client()
        try await ann.start()
        #expect(await notices.next() == .connecting)
        #expect(await notices.next() == .connected(after: .zero))
        await server.disconnectAll(code)
        #expect(await notices.next() == .disconnected(code))
        guard case .reconnecting(let pause) = await notices.next() else {
            Issue.record("no pause")
            return
        }
        #expect(pause > .zero)
        try await clock.passing(pausesOf: ann) {
            for await state in try await ann.connectionStates() where state.phase == .connected { break }
        }
        #expect(await notices.next() == .connecting)
        guard case .connected = await notices.next() else { Issue.record("not connected"); return }
        await ann.shutDown()
    }

    @Test func `giving up is told once, with the reason`() async throws {
        var (ann, notices) = client()
        try await ann.start()
        #expect(await notices.next() == .connecting)
        #expect(await notices.next() == .connected(after: .zero))
        await server.disconnectAll(.evicted)
        #expect(await notices.next() == .disconnected(.evicted))
        #expect(await notices.next() == .gaveUp(.closed(.evicted)))
        try await ann.setForeground(true)
        try await ann.stop()
        try await ann.start()
        #expect(await notices.next() == .connecting)
        await ann.shutDown()
    }

    @Test func `a user who is signed out is told, and no connection`() async throws {
        var (ann, notices) = client(tokens: SignedOut())
        try await ann.start()
        #expect(await notices.next() == .gaveUp(.unauthenticated))
        await ann.shutDown()
    }

    @Test func `what is not accepted fails without a time`() async throws {
        var (ann, notices) = client()
        await #expect(throws: WireError.self) { try await ann.send("", to: .lobby) }
        guard case .failed(_, .textEmpty, nil) = await notices.next() else { Issue.record("not failed"); return }
        for next in 0..<100 { disk.fail(at: disk.operations + next) }
        await #expect(throws: WireError.self) { try await ann.send("two", to: .lobby) }
        #expect(await notices.next() == .notStored)
        guard case .failed(_, .notKept, nil) = await notices.next() else { Issue.record("not failed"); return }
        await ann.shutDown()
    }

    @Test func `what an earlier process accepted is sent without a time, and what is dropped is told`() async throws {
        var (ann, notices) = client()
        let kept = try await ann.send("one", to: .lobby).ticket
        let dropped = try await ann.send("two", to: .lobby).ticket
        #expect(await notices.next() == .accepted(kept, .message))
        #expect(await notices.next() == .accepted(dropped, .message))
        try await ann.cancel(dropped)
        #expect(await notices.next() == .dropped(dropped))
        await ann.shutDown()
        (ann, notices) = client()
        try await ann.start()
        #expect(await notices.next() == .connecting)
        #expect(await notices.next() == .connected(after: .zero))
        #expect(await notices.next() == .sent(kept, after: nil))
        await ann.shutDown()
    }

    @Test func `no notice has a text, a name, a room, a user or a token`() async throws {
        let (notices, continuation) = AsyncStream.makeStream(of: ClientNotice.self)
        let ann = ChatClient(
            transport: server.transport, storage: FileStorage(path: "/marked/journal", system: disk),
            name: "marked ann", clock: clock
        ) { continuation.yield($0) }
        let room = try #require(RoomName("marked-room"))
        try await ann.join(room)
        try await ann.start()
        try await ann.waitUntilJoined(room)
        await server.say("marked by bob", as: "marked bob", in: room)
        let seq = try await ann.send("marked text", to: room).waitUntilSent().seq
        try await ann.send(FileSource(Array("marked bytes".utf8)), name: "marked.txt", to: room).waitUntilSent()
        try await ann.edit(seq, in: room, to: "marked edit").waitUntilSent()
        try await ann.react("🦜", to: seq, in: room).waitUntilSent()
        try await ann.delete(seq, in: room).waitUntilSent()
        // The message is somebody else's.
        await #expect(throws: WireError.self) { try await ann.edit(1, in: room, to: "marked theft").waitUntilSent() }
        disk.failAll(.full)
        await #expect(throws: WireError.self) { try await ann.send("marked too much", to: room) }
        disk.heal()
        let identity = try #require(try await ann.chat().identity)
        await server.disconnectAll(.evicted)
        for await state in try await ann.connectionStates() where state.connection.hasGivenUp { break }
        try await ann.cancel(try await ann.send("marked doubt", to: room).ticket)
        await ann.shutDown()
        continuation.finish()
        var told = ""
        for await notice in notices { told += "\(notice)\n" }
        for kind in [
            "connecting", "connected", "accepted", "sent", "failed", "dropped", "notStored", "disconnected", "gaveUp",
        ] {
            #expect(told.contains(kind), "\(kind)")
        }
        for secret in ["marked", "🦜", identity.user.text, identity.device.text, try #require(identity.token)] {
            #expect(!told.contains(secret), "\(told)")
        }
    }
}
