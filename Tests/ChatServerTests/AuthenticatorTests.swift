import ChatRooms
@testable import ChatServer
import ChatTesting
import ChatWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

/// Users of another system, whose tokens are their names. It answers when the test says so.
private final class SlowDirectory: Authenticator {
    private struct State {
        var isOpen = false
        var asked = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    var asked: Int { state.withLockedValue { $0.asked } }

    func open() {
        let waiting = state.withLockedValue { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func identity(of token: String) async throws -> UserIdentity? {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLockedValue { state in
                state.asked += 1
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
        if token == "broken" { throw CancellationError() }
        guard token != "nobody" else { return nil }
        return UserIdentity(user: UserID(high: 0x8000, low: UInt64(token.count)), name: token, role: .administrator)
    }
}

@Suite(.timeLimit(.minutes(5))) struct AuthenticatorTests {
    @Test func `what is pipelined behind a hello waits for a slow authenticator, in order`() async throws {
        let directory = SlowDirectory()
        try await withServer(authenticator: directory) { port in
            let ann = try await TestClient(port: port)
            ann.send(.hello(.init(name: "another name", token: "ann")), ref: 1)
            ann.send(.join(room: .lobby, since: nil), ref: 2)
            ann.send(.mutate(room: .lobby, number: 1, .message(text: "hi")), ref: 3)
            while directory.asked == 0 { await Task.yield() }
            // Another connection is served meanwhile.
            let bob = try await TestClient(port: port)
            bob.send(.ping, ref: 9)
            _ = try await bob.next {
                if case .error(9, let error) = $0, error.code == .helloRequired { 1 } else { nil }
            }
            directory.open()
            let welcome = try await ann.next { if case .welcome(1, let welcome) = $0 { welcome } else { nil } }
            #expect(welcome.name == "ann")
            #expect(welcome.role == .administrator)
            #expect(welcome.token == "ann")
            let seq = try await ann.next { if case .sent(3, _, _, let seq, _, _) = $0 { seq } else { nil } }
            #expect(seq == 1)
            ann.close()
            bob.close()
        }
    }

    @Test func `a token that is unknown, and one that can't be checked now, are refused by number`() async throws {
        let directory = SlowDirectory()
        directory.open()
        try await withServer(authenticator: directory) { port in
            let client = try await TestClient(port: port)
            for (token, code) in [
                ("nobody", WireError.Code.tokenRefused), ("broken", .overloaded), (nil, .signInRequired),
            ] {
                client.send(.hello(.init(token: token)), ref: 5)
                let refusal = try await client.next { if case .error(5, let error) = $0 { error.code } else { nil } }
                #expect(refusal == code)
            }
            client.send(.hello(.init(token: "ann")), ref: 6)
            _ = try await client.next { if case .welcome(6, let welcome) = $0 { welcome } else { nil } }
            client.close()
        }
    }

    @Test func `a connection that is closed while it waits leaves nothing behind`() async throws {
        let directory = SlowDirectory()
        try await withServer(authenticator: directory) { port in
            for _ in 0..<Limits.connectionsPerUser * 2 {
                let client = try await TestClient(port: port)
                let before = directory.asked
                client.send(.hello(.init(token: "ann")))
                while directory.asked == before { await Task.yield() }
                client.close()
                _ = try await client.closed()
            }
            directory.open()
            // Were the closed ones counted, the user would have too many connections.
            let client = try await TestClient(port: port)
            client.send(.hello(.init(token: "ann")), ref: 7)
            _ = try await client.next { if case .welcome(7, let welcome) = $0 { welcome } else { nil } }
            client.close()
        }
    }

    @Test func `a session that is ended while it is looked up stays ended`() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let directory = SlowDirectory()
        let session = SessionID.random()
        let ended = try await loop.submit {
            let pending = PendingIntroduction("ann", directory, on: loop) { _ in }
            let identity = UserIdentity(user: .issued(), session: session)
            let before = pending.hasEnded(identity)
            pending.note(.sessions([.random()]))
            let other = pending.hasEnded(identity)
            pending.note(.sessions([session]))
            return [before, other, pending.hasEnded(identity)]
        }.get()
        directory.open()
        #expect(ended == [false, false, true])
        let user = UserID.issued()
        #expect(EndedSessions.all(of: user, except: nil).contains(user, nil))
        #expect(!EndedSessions.all(of: user, except: session).contains(user, session))
        #expect(EndedSessions.all(of: user, except: session).contains(user, .random()))
        #expect(!EndedSessions.all(of: user, except: nil).contains(.issued(), session))
    }

    @Test func `a role that is changed while a session is looked up ends the connection and not the session`()
        async throws
    {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let directory = SlowDirectory()
        let (user, session) = (UserID.issued(), SessionID.random())
        let found = try await loop.submit {
            let pending = PendingIntroduction("ann", directory, on: loop) { _ in }
            let identity = UserIdentity(user: user, session: session)
            pending.note(.role(of: .issued()))
            let before = pending.hasNewRole(identity)
            pending.note(.role(of: user))
            return [before, pending.hasNewRole(identity), pending.hasEnded(identity)]
        }.get()
        directory.open()
        #expect(found == [false, true, false])
        #expect(EndedSessions.role(of: user).contains(user, session))
        #expect(EndedSessions.role(of: user).contains(user, nil))
        #expect(!EndedSessions.role(of: user).contains(.issued(), session))
    }

    @Test func `the server in process asks the same authenticator`() async throws {
        let directory = SlowDirectory()
        directory.open()
        var server = InProcessServer(authenticator: directory)
        let ann = server.connect()
        server.receive(ClientFrame(ref: 1, request: .hello(.init(token: "ann"))), from: ann)
        server.receive(ClientFrame(ref: 2, request: .ping), from: ann)
        #expect(server.take(from: ann).isEmpty)
        await server.authenticate()
        let frames = server.take(from: ann)
        guard case .frame(.welcome(1, let welcome)) = frames.first else { return #expect(Bool(false), "\(frames)") }
        #expect(welcome.name == "ann")
        #expect(frames.count == 2)
    }
}
