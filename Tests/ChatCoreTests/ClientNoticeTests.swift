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
        #expect(await notices.next() == .connected(milliseconds: 0))
        await server.hold()
        let sending = try await ann.send("Hello, Bob", to: .lobby)
        #expect(await notices.next() == .accepted(sending.ticket, .message))
        clock.advance(by: 250)
        await server.release()
        #expect(await notices.next() == .sent(sending.ticket, milliseconds: 250))
        try await ann.stop()
        #expect(await notices.next() == .disconnected(.normal))
        await ann.shutDown()
    }

    @Test(arguments: [nil, CloseCode.draining])
    func `a lost connection is told with its code, its pause, and the next one`(_ code: CloseCode?) async throws {
        var (ann, notices) = client()
        try await ann.start()
        #expect(await notices.next() == .connecting)
        #expect(await notices.next() == .connected(milliseconds: 0))
        await server.disconnectAll(code)
        #expect(await notices.next() == .disconnected(code))
        guard case .reconnecting(let milliseconds) = await notices.next() else {
            Issue.record("no pause")
            return
        }
        #expect(milliseconds > 0)
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
        #expect(await notices.next() == .connected(milliseconds: 0))
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
        #expect(await notices.next() == .connected(milliseconds: 0))
        #expect(await notices.next() == .sent(kept, milliseconds: nil))
        await ann.shutDown()
    }
}
