import ChatTesting
import Foundation
import Testing

@testable import ChatCore

/// What a client does with the answers to requests about accounts.
@Suite(.timeLimit(.minutes(5))) struct AccountServiceTests {
    private let clock = ManualClientClock()

    private func service(_ answers: [ServerAnswer]) -> (AccountService, Script) {
        let script = Script(answers)
        return (AccountService(script, clock: clock), script)
    }

    private func refusal(_ code: UInt16, retry: UInt64? = nil) -> ServerAnswer {
        var writer = JSONWriter()
        ServerFrame.error(ref: nil, WireError(.init(rawValue: code), "No.", retry: retry)).write(to: &writer)
        return ServerAnswer(status: 429, body: writer.bytes)
    }

    private let signedIn = ServerAnswer(
        status: 201,
        body: Array(
            """
            {"user":"0E984725-C51C-4BF4-9960-E1C80E27ABA0","name":"ann","role":"user","token":"ms_1",\
            "session":{"id":"9A3C4725-C51C-4BF4-9960-E1C80E27ABA0","created":1,"used":1,"expires":2,"current":true}}
            """.utf8))

    @Test func `a busy server is asked again after the pause that it names, three times in all`() async throws {
        let (service, script) = service([refusal(201, retry: 3_000), refusal(201, retry: 3_000), signedIn])
        let signing = Task { try await service.signIn(name: "ann", password: "correct horse") }
        while await script.requests.count < 3 {
            clock.advance(by: .seconds(3))
            await Task.yield()
        }
        #expect(try await signing.value.token == "ms_1")
        let many = Script([ServerAnswer](repeating: refusal(201, retry: 1), count: 5))
        let busy = AccountService(many, clock: SystemClock())
        await #expect(throws: WireError(.overloaded, "No.", retry: 1)) {
            try await busy.signIn(name: "ann", password: "correct horse")
        }
        #expect(await many.requests.count == 3)
    }

    @Test func `an answer that is not Martlet's is no account`() async throws {
        let (service, _) = service([ServerAnswer(status: 200, body: Array("<html>".utf8))])
        await #expect(throws: UnexpectedAnswer(status: 200)) {
            try await service.signIn(name: "ann", password: "correct horse")
        }
        // Apps show it as they show the server's refusals.
        #expect(UnexpectedAnswer(status: 200).localizedDescription == AccountSentences.unexpected)
    }

    @Test func `a client knows whether its sign-up was refused, or may have been done`() async throws {
        func isSigningUp(after answers: [ServerAnswer]) async throws -> Bool? {
            let server = LoopbackServer()
            let client = ChatClient(transport: Desk(server: server.transport, script: Script(answers)), clock: clock)
            try await client.start()
            for await state in try await client.connectionStates() where state.phase == .connected { break }
            await #expect(throws: (any Error).self) { try await client.signUp(name: "ann", password: "correct horse") }
            defer { Task { await client.shutDown() } }
            return try await client.chat().identity?.isSigningUp
        }
        #expect(try await isSigningUp(after: [refusal(185)]) == false)
        #expect(try await isSigningUp(after: [ServerAnswer(status: 504)]) == true)
        #expect(try await isSigningUp(after: []) == true)
    }

    @Test func `a session that has ended before is signed out`() async throws {
        try await service([refusal(113)]).0.signOut(token: "ms_1")
    }
}

/// A server in process with a script for accounts.
private struct Desk: Transport {
    let server: LoopbackTransport
    let script: Script

    var requests: (any RequestTransport)? { script }

    func connect() async throws -> any TransportConnection { try await server.connect() }
}

/// Answers one after the other.
private actor Script: RequestTransport {
    private(set) var requests: [ServerRequest] = []
    private var answers: [ServerAnswer]

    init(_ answers: [ServerAnswer]) { self.answers = answers }

    func answer(to request: ServerRequest) throws -> ServerAnswer {
        requests.append(request)
        if answers.isEmpty { throw CancellationError() }
        return answers.removeFirst()
    }
}
