import ChatCore
import ChatTesting
import Flux
import Foundation
import Testing

@testable import ChatStore

/// What the account's screens ask, and what the state shows of it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AccountRequestTests {
    private func form(_ way: ServerForm.Way, name: String = "ann", password: String = "correct horse") -> ServerForm {
        var form = ServerForm(address: "chat.example.org", name: name)
        form.way = way
        form.password = password
        return form
    }

    @Test func `a form asks for an account when name and password are right, and a guest for none`() throws {
        #expect(form(.guest, password: "").isComplete && form(.guest).request == nil)
        #expect(!form(.signIn, password: "").isComplete)
        #expect(form(.signIn, password: "old").request == .signIn(name: "ann", password: "old"))
        let short = form(.signUp, password: "short")
        #expect(!short.isComplete && short.passwordProblem?.contains("8 characters") == true)
        var invited = form(.signUp)
        invited.invite = " mi_1 "
        #expect(invited.request == .signUp(name: "ann", password: "correct horse", invite: "mi_1"))
        // An account of this name on this server is used again.
        var accounts = Accounts()
        let known = try #require(form(.guest).account(id: AccountID(high: 7, low: 7))?.account)
        accounts.add(known)
        #expect(form(.signIn).entry(among: accounts, id: AccountID(high: 8, low: 8))?.account == known)
        #expect(form(.signIn, name: "bob").entry(among: accounts, id: AccountID(high: 8, low: 8))?.account != known)
    }

    @Test func `on a full device a known account can sign in again, and no other`() throws {
        var accounts = Accounts()
        for number in 1...UInt64(Limits.accounts) {
            let account = form(.guest, name: "ann\(number)").account(id: AccountID(high: 1, low: number))?.account
            accounts.add(try #require(account))
        }
        #expect(accounts.isFull && form(.signIn, name: "ann2").canEnter(among: accounts))
        #expect(!form(.signIn, name: "bob").canEnter(among: accounts))
        #expect(!form(.signIn, name: "ann2", password: "").canEnter(among: accounts))
        #expect(form(.signIn, name: "bob").canEnter(among: Accounts()))
    }

    @Test func `a sign-in is given up with its form, and other requests go on`() throws {
        let account = try #require(form(.guest).account(id: AccountID(high: 1, low: 1))?.account)
        var state = AppState()
        AppState.reducer(&state, AccountAction.added(account, room: .lobby))
        func isGivenUp(_ action: any Action) -> Bool {
            let before = state
            AppState.reducer(&state, action)
            return AccountPanel.isGivenUp(action, before: before, after: state)
        }
        for close in [NavigationAction.sheetClosed, .roomOpened(.lobby)] {
            AppState.reducer(&state, NavigationAction.sheetOpened(.signIn))
            AppState.reducer(&state, AccountReport.began(account.id))
            #expect(isGivenUp(close) && !state.panel.isBusy)
        }
        // The removal of another account: the next form waits for its end.
        AppState.reducer(&state, NavigationAction.sheetOpened(.settings))
        AppState.reducer(&state, AccountReport.began(account.id))
        #expect(!isGivenUp(NavigationAction.sheetClosed) && state.panel.isBusy)
        AppState.reducer(&state, NavigationAction.sheetOpened(.server(address: "", room: "lobby")))
        #expect(state.panel.isBusy)
        #expect(!isGivenUp(NavigationAction.sheetClosed) && state.panel.isBusy)
        #expect(!isGivenUp(AccountReport.failed(account.id, "The disk is full.")) && !state.panel.isBusy)
        // The first start has no way back, and the form stays.
        state = AppState()
        AppState.reducer(&state, Launched(utcOffsets: 0))
        AppState.reducer(&state, AccountReport.began(account.id))
        #expect(isGivenUp(NavigationAction.sheetClosed) && state.navigation.sheet != nil)
    }

    @Test func `a sign-in that was cancelled does not add its account`() async throws {
        let world = try World()
        defer { world.remove() }
        let desk = Desk()
        let (store, effects) = try store(world, desk)
        store.dispatch(action: Launched(utcOffsets: 0))
        await desk.wait()
        let entry = try #require(form(.signIn, name: "ANN").entry(among: Accounts(), id: world.account.id))
        store.dispatch(action: effects.enter(entry))
        await desk.isAsked()
        #expect(store.state.panel.isBusy)
        store.dispatch(action: NavigationAction.sheetClosed)
        #expect(!store.state.panel.isBusy)
        await desk.answer()
        await store.finish()
        #expect(store.state.accounts.all.isEmpty && store.state.navigation.room == nil)
    }

    @Test func `a sign-in adds the account under its own name, and its client connects as its user`() async throws {
        let world = try World()
        defer { world.remove() }
        let desk = Desk()
        let (store, effects) = try store(world, desk)
        store.dispatch(action: Launched(utcOffsets: 0))
        let entry = try #require(form(.signIn, name: "ANN").entry(among: Accounts(), id: world.account.id))
        await desk.refuse(WireError(.signInFailed, "The name or the password is wrong."))
        store.dispatch(action: effects.enter(entry))
        await store.until { $0.panel.failure == "The name or the password is wrong." && !$0.panel.isBusy }
        #expect(store.state.accounts.all.isEmpty)
        let journal = world.folder.appendingPathComponent("\(world.account.id.text).journal").path
        #expect(!FileManager.default.fileExists(atPath: journal))

        store.dispatch(action: effects.enter(entry))
        await store.until { $0.chat.identity?.user == desk.user && $0.chat.connection.phase == .connected }
        #expect(store.state.accounts.current?.id == world.account.id && store.state.navigation.sheet == nil)
        try await store.quit()
    }

    @Test func `another spelling of the name of an account that is here leaves no session behind`() async throws {
        let world = try World()
        defer { world.remove() }
        let desk = Desk()
        let (store, effects) = try store(world, desk)
        store.dispatch(action: Launched(utcOffsets: 0))
        let first = try #require(form(.signIn).entry(among: Accounts(), id: world.account.id))
        store.dispatch(action: effects.enter(first))
        await store.until { $0.chat.identity?.user == desk.user }
        let other = AccountID(high: 8, low: 8)
        let second = try #require(form(.signIn, name: "ANN").entry(among: store.state.accounts, id: other))
        store.dispatch(action: effects.enter(second))
        await store.until { $0.panel.failure?.contains("on this device already") == true && !$0.panel.isBusy }
        #expect(store.state.accounts.all.map(\.id) == [world.account.id] && store.state.leftovers.isEmpty)
        #expect(await desk.ended == 1)
        let journal = world.folder.appendingPathComponent("\(other.text).journal").path
        #expect(!FileManager.default.fileExists(atPath: journal))
        try await store.quit()
    }

    @Test func `a guest who makes an account stays in the room, and signs out without a trace`() async throws {
        let world = try World()
        defer { world.remove() }
        let desk = Desk()
        let (store, effects) = try store(world, desk)
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        await store.until { $0.chat.connection.phase == .connected }
        let guest = try #require(store.state.chat.identity)
        await desk.become(guest.user)
        store.dispatch(action: NavigationAction.sheetOpened(.signIn))
        let request = AccountRequest.signUp(name: "ann", password: "correct horse", invite: nil)
        store.dispatch(action: effects.ask(request, of: world.account.id))
        await store.until { $0.navigation.sheet == nil && $0.panel.success != nil }
        #expect(await desk.bodies.first?.contains("\"guest\":\"token-\(guest.user.text)\"") == true)
        #expect(store.state.navigation.room == .lobby)

        store.dispatch(action: NavigationAction.sheetOpened(.account))
        #expect(store.state.panel == AccountPanel())
        await store.until { $0.chat.connection.phase == .connected }
        let files = world.folder.appendingPathComponent("files", isDirectory: true)
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        store.dispatch(action: effects.ask(.signOut, of: world.account.id))
        await store.until { $0.accounts.all.isEmpty }
        #expect(store.state.navigation.sheet == .server(address: "", room: "lobby"))
        await store.finish()
        let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
        #expect(!left.contains { $0.hasSuffix(".journal") } && !left.contains("files"))
    }

    @Test func `an answer for an account that was left is not shown for the next one`() throws {
        let address = try #require(ServerAddress("chat.example.org"))
        let (ann, bob) = (AccountID(high: 1, low: 1), AccountID(high: 2, low: 2))
        var state = AppState()
        func reduce(_ action: any Action) { AppState.reducer(&state, action) }
        for (id, name) in [(ann, "ann"), (bob, "bob")] {
            reduce(AccountAction.added(Account(id: id, server: address, name: name), room: .lobby))
        }
        reduce(AccountAction.chosen(ann))
        reduce(AccountReport.began(ann))
        #expect(state.panel.isBusy)
        reduce(AccountAction.chosen(bob))
        reduce(AccountReport.answered(ann, .sessions([])))
        #expect(state.panel.sessions == nil)
        reduce(AccountReport.answered(ann, .passwordChanged))
        reduce(AccountReport.failed(ann, "No."))
        #expect(state.panel == AccountPanel())
        // An account that is being left goes nevertheless.
        reduce(AccountReport.answered(ann, .signedOut))
        #expect(state.accounts.all.map(\.id) == [bob])
        // A new account is not current yet, but the user has just asked for it.
        reduce(AccountReport.began(ann))
        reduce(AccountReport.failed(ann, "No."))
        #expect(state.panel.failure == "No.")
    }

    @Test func `what only the former user may see is closed when an account has another user`() throws {
        let address = try #require(ServerAddress("chat.example.org"))
        let (account, group) = (AccountID(high: 1, low: 1), RoomName.newGroup())
        var state = AppState()
        func reduce(_ action: any Action) { AppState.reducer(&state, action) }
        func changed(_ user: UInt64) {
            var chat = ChatState()
            chat.identity = Identity(
                user: UserID(high: user, low: 1), name: "ann", device: DeviceID(high: 1, low: 1), token: nil)
            reduce(ChatAction.changed(account, chat))
        }
        reduce(AccountAction.added(Account(id: account, server: address, name: "ann"), room: group))
        changed(1)
        for room in [group, .lobby] { reduce(RoomAction.written(room, "draft")) }
        reduce(ReportAction.queueOpened(nil))
        changed(1)
        #expect(state.shown?.room == group && state.queue != nil)
        changed(2)
        #expect(state.shown == nil && state.navigation.room == nil && state.queue == nil)
        #expect(state.drafts[account, group] == nil && state.drafts[account, .lobby] == "draft")
        reduce(RoomAction.joined(group))
        reduce(NavigationAction.sheetOpened(.findMessages))
        reduce(MessageFinderAction.typed("tea"))
        changed(2)
        #expect(state.messageFinder?.question != nil)
        changed(3)
        #expect(state.messageFinder == nil && state.navigation.sheet == nil)
    }

    @Test func `an account whose journal can't be opened is removed, and erased`() async throws {
        let world = try World()
        defer { world.remove() }
        let erased = Erased()
        let effects = ChatEffects(
            open: { _ in throw StorageError.unusable("Damaged.") }, erase: { await erased.note($0) })
        let store = Store(reducer: AppState.reducer, middleware: [effects.middleware], state: AppState())
        store.dispatch(action: Launched(utcOffsets: 0))
        let other = Account(id: AccountID(high: 2, low: 2), server: world.account.server, name: "bob")
        for account in [other, world.account] { store.dispatch(action: AccountAction.added(account, room: .lobby)) }
        await store.until { $0.chat.failure != nil }
        store.dispatch(action: effects.leave(other))
        await store.until { $0.accounts.all == [world.account] }
        store.dispatch(action: effects.ask(.signOut, of: world.account.id))
        await store.until { $0.accounts.all.isEmpty && $0.leftovers.isEmpty }
        // In no order; and once more if a client was just being opened for it.
        #expect(Set(await erased.accounts) == [other.id, world.account.id])
        await store.finish()
    }

    @Test func `the members of a group are listed, and again when somebody's place changes`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let room = RoomName.newGroup()
        var tickets: UInt64 = 0
        func ticket() -> Ticket {
            tickets += 1
            return Ticket(tickets)
        }
        for action in RoomAction.make(group: room, title: "Tea", inviting: [], ticket: ticket) {
            store.dispatch(action: action)
        }
        await store.until { $0.chat.conversations[room]?.membership == .joined }
        store.dispatch(action: NavigationAction.sheetOpened(.members))
        #expect(store.state.people?.isLoading == true)
        await store.until { $0.people?.items.map(\.standing.role) == [.owner] }
        let bob = UserID(high: 5, low: 5)
        store.dispatch(
            action: RoomAction.performed(
                .membership(MembershipChange(bob, .invite, called: "bob")), room, ticket()))
        await store.until { $0.people?.items.count == 2 }
        #expect(store.state.people?.items.contains { $0.author.name == "bob" } == true)
        store.dispatch(action: NavigationAction.sheetClosed)
        #expect(store.state.people == nil)
        try await store.quit()
    }

    private func store(_ world: World, _ desk: Desk) throws -> (Store<AppState>, ChatEffects) {
        let (server, folder) = (world.server, world.folder)
        let effects = ChatEffects { account in
            let path = folder.appendingPathComponent("\(account.id.text).journal").path
            return try await ClientSession(
                ChatClient(
                    transport: DeskTransport(server: server.transport, desk: desk), storage: FileStorage(path: path),
                    name: account.name),
                shelf: FileShelf(folder.appendingPathComponent("files", isDirectory: true)))
        }
        let store = try Store<AppState>.restored(
            from: world.file, reducer: AppState.reducer, middleware: [effects.middleware], state: AppState()
        ).store
        return (store, effects)
    }
}

/// The accounts that were erased.
private actor Erased {
    private(set) var accounts: [AccountID] = []

    func note(_ account: AccountID) { accounts.append(account) }
}

/// Signs everyone in as one user, unless it was told to refuse.
private actor Desk: RequestTransport {
    nonisolated let user = UserID(high: 3, low: 3)
    private(set) var bodies: [String] = []
    /// How many sessions were ended.
    private(set) var ended = 0
    private var signedIn = UserID(high: 3, low: 3)
    private var refusal: WireError?
    private var waits = false
    private var asked: [CheckedContinuation<Void, Never>] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// From now on, answers wait for ``answer()``.
    func wait() { waits = true }

    /// Returns when a request waits.
    func isAsked() async {
        if waiting.isEmpty { await withCheckedContinuation { asked.append($0) } }
    }

    func answer() {
        waits = false
        for request in waiting { request.resume() }
        waiting.removeAll()
    }

    private func pause() async {
        guard waits else { return }
        await withCheckedContinuation { request in
            waiting.append(request)
            for one in asked { one.resume() }
            asked.removeAll()
        }
    }

    func refuse(_ error: WireError) { refusal = error }

    func become(_ user: UserID) { signedIn = user }

    func answer(to request: ServerRequest) async -> ServerAnswer {
        await pause()
        bodies.append(String(decoding: request.body ?? [], as: UTF8.self))
        if let refusal {
            self.refusal = nil
            var writer = JSONWriter()
            ServerFrame.error(ref: nil, refusal).write(to: &writer)
            return ServerAnswer(status: 401, body: writer.bytes)
        }
        let session =
            "{\"id\":\"9A3C4725-C51C-4BF4-9960-E1C80E27ABA0\",\"created\":1,\"used\":1,\"expires\":2,\"current\":true}"
        switch (request.method, request.path) {
        case (.post, _):
            let text =
                "{\"user\":\"\(signedIn.text)\",\"name\":\"ann\",\"role\":\"user\",\"token\":\"token-\(signedIn.text)\",\"session\":\(session)}"
            return ServerAnswer(status: 201, body: Array(text.utf8))
        case (.get, _): return ServerAnswer(status: 200, body: Array("{\"sessions\":[\(session)]}".utf8))
        case (.delete, _):
            ended += 1
            return ServerAnswer(status: 204)
        }
    }
}

/// The way to a server in process that has a desk for accounts.
private struct DeskTransport: Transport {
    let server: LoopbackTransport
    let desk: Desk

    var requests: (any RequestTransport)? { desk }

    func connect() async throws -> any TransportConnection { try await server.connect() }
}
