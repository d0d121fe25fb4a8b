import ChatCore
import ChatModel
import ChatTesting
import ChatWire
import Flux
import Foundation
import Testing

@testable import ChatStore

/// The registration of a device, against the server's rules and a backend in process.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PushRegistrarTests {
    private let token = DeviceToken([1, 0xAB])
    private let clock = ManualClientClock()

    private func registrar(_ world: World, _ service: any PushService, _ token: String? = "t") -> PushRegistrar {
        PushRegistrar(
            service, for: PushRuleTests.app, file: world.folder.appendingPathComponent("push"),
            tokens: { _ in GivenTokens(tokens: token.map { [$0] } ?? []) }, clock: clock)
    }

    private func state(_ world: World) throws -> AppState {
        var state = AppState()
        AppState.reducer(&state, Launched(utcOffsets: 0))
        AppState.reducer(&state, AccountAction.added(world.account, room: .lobby))
        var chat = Chat(device: DeviceID(high: 5, low: 5), name: "ann", token: nil)
        let welcome = ServerFrame.Welcome(
            user: UserID(high: 1, low: 1), name: "ann", device: DeviceID(high: 5, low: 5), token: "t", server: "test",
            at: 0)
        let now = Now(monotonic: 0, wall: 0, random: 0)
        var hello: UInt64?
        for input in [Input.start, .opened] {
            for case .send(let frame) in chat.handle(input, at: now) { hello = frame.ref }
        }
        _ = chat.handle(.received(.welcome(ref: try #require(hello), welcome)), at: now)
        state.chat = ChatState(chat)
        try #require(state.chat.identity != nil)
        return state
    }

    @Test func `an account is registered once, also after a restart, and withdrawn when it is gone`() async throws {
        let world = try World()
        defer { world.remove() }
        var state = try state(world)
        let service = RecordingService()
        let first = registrar(world, service)
        first.tokenCame(try #require(token))
        first.follow(state)
        first.follow(state)
        await first.settle()
        #expect(await service.calls == ["register"])
        let file = world.folder.appendingPathComponent("push").path
        let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(permissions?.intValue == 0o600)

        let second = registrar(world, service)
        second.tokenCame(try #require(token))
        second.follow(state)
        await second.settle()
        #expect(await service.calls == ["register"])

        // Nothing is to be announced, and then again.
        AppState.reducer(&state, AccountAction.notificationsChosen(false))
        second.follow(state)
        await second.settle()
        AppState.reducer(&state, AccountAction.notificationsChosen(true))
        second.follow(state)
        await second.settle()
        #expect(await service.calls == ["register", "unregister", "register"])
        AppState.reducer(&state, AccountAction.removed(world.account.id))
        second.follow(state)
        await second.settle()
        #expect(await service.calls.suffix(1) == ["unregister"])
        #expect(Set(await service.registrations).count == 1)
    }

    @Test func `a sign-out without a network is told by the next process`() async throws {
        let world = try World()
        defer { world.remove() }
        var state = try state(world)
        let service = RecordingService()
        let first = registrar(world, service)
        first.tokenCame(try #require(token))
        first.follow(state)
        await first.settle()
        await service.fail(true)
        AppState.reducer(&state, AccountAction.removed(world.account.id))
        first.follow(state)
        await first.settle()
        await service.fail(false)
        // The system has given no token yet.
        let second = registrar(world, service)
        second.follow(state)
        await second.settle()
        #expect(await service.calls == ["register", "unregister", "unregister"])
        let third = registrar(world, service)
        third.follow(state)
        await third.settle()
        #expect(await service.calls.count == 3)
    }

    @Test func `a try that failed is repeated after a pause, or at once when the app is in front`() async throws {
        let world = try World()
        defer { world.remove() }
        let service = RecordingService()
        await service.fail(true)
        let registrar = registrar(world, service)
        registrar.tokenCame(try #require(token))
        registrar.follow(try state(world))
        await registrar.settle()
        #expect(await service.calls.count == 1)
        registrar.resume()
        await registrar.settle()
        #expect(await service.calls.count == 2)
        await service.fail(false)
        while await service.calls.count < 3 {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        await registrar.settle()
        registrar.resume()
        await registrar.settle()
        #expect(await service.calls.count == 3)
    }

    private func registration() throws -> PushRegistration {
        PushRegistration(
            app: PushRuleTests.app, token: try #require(token),
            user: PushUser(
                server: try #require(ServerAddress("chat.example.org")), user: UserID(high: 1, low: 1),
                device: DeviceID(high: 5, low: 5)))
    }

    @Test func `the backend gets JSON and the account's token, a newer one if it refuses the first`() async throws {
        let backend = ScriptedRequests { request in ServerAnswer(status: request.token == "old" ? 401 : 204) }
        let service = HTTPPushService(backend)
        try await service.register(try registration(), tokens: GivenTokens(tokens: ["old", "new"]))
        let asked = await backend.requests
        #expect(
            asked.map(\.token) == ["old", "new"] && asked.allSatisfy { $0.method == .post && $0.path == "/devices" })
        let body = Data(try #require(asked.last?.body))
        #expect(try JSONDecoder().decode(PushRegistration.self, from: body) == registration())

        try await service.unregister(try registration())
        let last = try #require(await backend.requests.last)
        #expect(last.method == .delete && last.path == "/devices/\(DeviceID(high: 5, low: 5).text)")
        #expect(last.token == nil && last.body.map { Data($0) } == body)
    }

    @Test func `each status of the backend says whether to try again`() async throws {
        for (status, isFinal) in [
            (200, nil), (201, nil), (204, nil), (302, true), (400, true), (401, true), (403, true), (404, true),
            (408, false), (429, false), (500, false), (503, false),
        ] as [(Int, Bool?)] {
            let service = HTTPPushService(ScriptedRequests { _ in ServerAnswer(status: status, retryAfter: "7") })
            var refusal: PushRefusal?
            do { try await service.register(try registration(), tokens: GivenTokens(tokens: ["t"])) } catch {
                refusal = error as? PushRefusal
            }
            #expect(refusal?.isFinal == isFinal, "\(status)")
            if isFinal == false { #expect(refusal?.retry == 7_000) }
        }
        // What is unknown there is forgotten.
        for status in [404, 410] {
            try await HTTPPushService(ScriptedRequests { _ in ServerAnswer(status: status) }).unregister(registration())
        }
        // A user who is signed out is not asked for.
        await #expect(throws: PushRefusal(isFinal: true)) {
            let service = HTTPPushService(ScriptedRequests { _ in ServerAnswer(status: 204) })
            try await service.register(try registration(), tokens: GivenTokens(tokens: []))
        }
    }

    @Test func `a backend's address has TLS`() {
        #expect(HTTPPushService.address("push.example.org/chat")?.absoluteString == "https://push.example.org/chat")
        #expect(HTTPPushService.address("http://push.example.org") == nil)
        #expect(HTTPPushService.address("") == nil)
    }

    @Test func `the extension gets the accounts and tokens, and those of removed accounts are removed`() async throws {
        let world = try World()
        let push = try PushWorld()
        defer {
            world.remove()
            push.remove()
        }
        let effects = ChatEffects(open: world.opening)
        let store = Store<AppState>(
            reducer: AppState.reducer, middleware: [effects.middleware], state: AppState())
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        await store.until { $0.chat.identity != nil }
        let sharing = PushSharing(push.access)
        sharing.follow(store.state)
        await sharing.finish()
        let user = try #require(store.state.chat.identity?.user)
        // A guest's token is of no use there.
        let written = await push.access.accounts.load()
        #expect(written?.entries.map(\.user) == [user] && push.vault.all.isEmpty)

        let request = AccountRequest.signUp(name: "ann", password: "correct horse", invite: nil)
        store.dispatch(action: effects.ask(request, of: world.account.id))
        await store.until { $0.chat.identity?.hasAccount == true }
        sharing.follow(store.state)
        await sharing.finish()
        #expect(push.vault.all[user] == store.state.chat.identity?.token && push.vault.all.count == 1)
        // The same token is the bearer of a registration.
        let tokens = effects.tokens(of: world.account.id)
        let token = try await tokens.token(replacing: nil)
        #expect(token == push.vault.all[user])
        #expect(try await tokens.token(replacing: token) == nil)

        await store.endClients()
        // The next process, whose user has removed the account.
        let next = PushSharing(push.access)
        next.follow(AppState())
        await next.finish()
        #expect(push.vault.all.isEmpty)
        let left = await push.access.accounts.load()
        #expect(left?.entries.isEmpty == true)
    }

    @Test func `an account stays known to the extension while its client is being opened`() async throws {
        let world = try World()
        let push = try PushWorld()
        defer {
            world.remove()
            push.remove()
        }
        func entry(_ account: AccountID, _ name: String) -> PushAccounts.Entry {
            PushAccounts.Entry(
                account: account, server: world.account.server, user: UserID(high: 7, low: account.low), name: name)
        }
        let (ann, gone) = (entry(world.account.id, "ann"), entry(AccountID(high: 9, low: 9), "gone"))
        try await push.access.accounts.save(PushAccounts([ann, gone]))
        // A push has launched the app, and no client is open yet.
        var state = AppState()
        AppState.reducer(&state, AccountAction.added(world.account, room: .lobby))
        let sharing = PushSharing(push.access)
        sharing.follow(state)
        await sharing.finish()
        #expect(await push.access.accounts.load() == PushAccounts([ann]))
        // Once more: what it writes again is what it has kept.
        sharing.note(state)
        await sharing.finish()
        #expect(await push.access.accounts.load() == PushAccounts([ann]))
        // An account that is removed before its client is open is not kept.
        AppState.reducer(&state, AccountAction.removed(world.account.id))
        sharing.follow(state)
        await sharing.finish()
        #expect(await push.access.accounts.load() == PushAccounts())
    }

    @Test func `a file is read only if it is whole and within its bounds`() async throws {
        let world = try World()
        defer { world.remove() }
        let url = world.folder.appendingPathComponent("file")
        for (most, isKept) in [(6, false), (7, true), (8, true)] {
            let file = PrivateFile<String>(url, most: most)
            var failed = false
            do { try await file.save("hello") } catch { failed = true }
            #expect(failed != isKept)
            #expect(await PrivateFile<String>(url, most: 100).load() == (isKept ? "hello" : nil))
        }
        #expect(await PrivateFile<String>(url, most: 6).load() == nil)
        #expect(await PrivateFile<Int>(url, most: 100).load() == nil)
    }
}

/// Supplies these tokens, one after the other.
struct GivenTokens: TokenProvider {
    let tokens: [String]

    func token(replacing refused: String?) -> String? {
        guard let refused else { return tokens.first }
        return tokens.firstIndex(of: refused).flatMap { tokens.dropFirst($0 + 1).first }
    }
}

/// Remembers what it was told.
actor RecordingService: PushService {
    private(set) var calls: [String] = []
    private(set) var registrations: [PushRegistration] = []
    private var fails = false

    func fail(_ fails: Bool) { self.fails = fails }

    func register(_ registration: PushRegistration, tokens: any TokenProvider) throws {
        try note("register", registration)
    }

    func unregister(_ registration: PushRegistration) throws { try note("unregister", registration) }

    private func note(_ call: String, _ registration: PushRegistration) throws {
        calls.append(call)
        registrations.append(registration)
        if fails { throw PushRefusal(isFinal: false) }
    }
}
