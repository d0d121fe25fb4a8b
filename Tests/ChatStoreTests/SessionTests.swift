import ChatCore
import ChatTesting
import ChatWire
import Flux
import FluxTesting
import Foundation
import Testing

@testable import ChatStore

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SessionTests {
    private func say(_ text: String) -> RoomAction {
        .performed(.message(text: text, reply: nil, payload: nil), .lobby, Ticket(UInt64.random(in: .min ... .max)))
    }

    @Test func `a whole chat is driven by actions, saved, restored and replayed`() async throws {
        let world = try World()
        defer { world.remove() }
        for text in ["one", "two", "three"] { await world.server.say(text, as: "bob", in: .lobby) }

        let store = try world.store()
        store.dispatch(action: Launched(utcOffsets: 60))
        #expect(store.state.navigation.sheet == .server(address: "", room: "lobby"))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        await store.until { $0.texts == ["one", "two", "three"] }
        #expect(store.state.chat.connection.phase == .connected && store.state.navigation.sheet == nil)

        store.dispatch(action: say("four"))
        await store.until { $0.texts.last == "four" && $0.states.last == .sent }
        await world.server.say("five", as: "bob", in: .lobby)
        await store.until { $0.texts.last == "five" }

        // Offline: what is said waits, what is written is a draft.
        await world.server.goAway()
        await store.until { $0.chat.connection.phase == .connecting }
        store.dispatch(action: say("six"))
        store.dispatch(action: RoomAction.written(.lobby, "half a thou"))
        await store.until { $0.chat.waiting == 1 && $0.texts.last == "six" }
        let log = try #require(store.log)
        #expect(log.base == AppState() && log.actions.count > 10)
        #expect(log.state == store.state)
        try await store.quit()

        // The next start knows where one was and what was written, and the journal what was to be
        // sent.
        let next = try world.store()
        #expect(next.state.navigation.room == .lobby && next.state.accounts.current == world.account)
        #expect(next.state.drafts[world.account.id, .lobby] == "half a thou")
        #expect(next.state.knownRooms[world.account.id] == [.lobby] && next.state.texts.isEmpty)
        next.dispatch(action: Launched(utcOffsets: 60))
        await next.until { $0.texts == ["one", "two", "three", "four", "five", "six"] }
        #expect(next.state.chat.waiting == 1)

        await world.server.comeBack()
        next.dispatch(action: RoomAction.reconnectWanted)
        await next.until { $0.chat.waiting == 0 && $0.states.last == .sent }
        let said = await world.server.log(of: .lobby).compactMap { event -> String? in
            if case .message(let message) = event.content { message.text } else { nil }
        }
        #expect(said == ["one", "two", "three", "four", "five", "six"])
        let replayed = try #require(next.log)
        #expect(replayed.state == next.state)
        try await next.quit()
    }

    @Test func `a link leads far back, and what the user sends there leads to the newest messages`() async throws {
        let world = try World()
        defer { world.remove() }
        for number in 1...1000 { await world.server.say("\(number)", as: "bob", in: .lobby) }
        let store = try await world.storeInLobby()
        await store.until { $0.texts.last == "1000" }
        #expect(!store.state.texts.contains("1"))
        let link = ChatLink(server: world.account.server, room: .lobby, seq: 1)
        store.dispatch(action: NavigationAction.linkFollowed(link))
        await store.until { $0.shown?.scroll?.row == .event(1) }
        var timeline: Timeline? { store.state.chat.conversations[.lobby]?.timeline }
        #expect(store.state.texts.first == "1" && timeline?.isDetached == true)
        #expect(store.state.navigation.target == nil && store.state.shown?.isFollowing == false)

        store.dispatch(action: say("mine"))
        await store.until { $0.texts.suffix(2) == ["1000", "mine"] && $0.states.last == .sent }
        #expect(timeline?.isDetached == false)

        // Offline, too, the user sees what they have sent, after the old messages.
        store.dispatch(action: NavigationAction.linkFollowed(link))
        await store.until { $0.shown?.scroll?.row == .event(1) && $0.texts.first == "1" }
        await world.server.goAway()
        await store.until { $0.chat.connection.phase == .connecting }
        store.dispatch(action: say("later"))
        await store.until { $0.texts.last == "later" && $0.states.last == .waiting }
        #expect(store.state.texts.first == "1")
        await world.server.comeBack()
        store.dispatch(action: RoomAction.reconnectWanted)
        await store.until { $0.texts.suffix(2) == ["mine", "later"] && $0.states.last == .sent }
        try await store.quit()
    }

    @Test func `another account shows nothing of the one before, and each keeps its own`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try world.store()
        let other = Account(id: AccountID(high: 2, low: 2), server: world.account.server, name: "cleo")
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        await store.until { $0.chat.identity?.name == "ann" && $0.chat.conversations[.lobby]?.membership == .joined }
        store.dispatch(action: say("from ann"))
        await store.until { $0.states == [.sent] }

        store.dispatch(action: AccountAction.added(other, room: .lobby))
        #expect(store.state.texts.isEmpty && store.state.chat.identity == nil)
        await store.until { $0.chat.identity?.name == "cleo" && $0.texts == ["from ann"] }
        store.dispatch(action: AccountAction.chosen(world.account.id))
        await store.until { $0.chat.identity?.name == "ann" && $0.chat.connection.phase == .connected }
        #expect(store.state.navigation.room == nil && store.state.knownRooms[world.account.id] == [.lobby])
        try await store.quit()
    }

    @Test func `what comes while another room is on the screen is announced once`() async throws {
        let world = try World()
        defer { world.remove() }
        let tea = try #require(RoomName("tea"))
        var announced: [Announcement] = []
        let store = try world.store { announced += $0 }
        store.dispatch(action: Launched(utcOffsets: 0, isActive: true))
        await world.server.say("old", as: "bob", in: .lobby)
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        await store.until { $0.texts == ["old"] }
        await world.server.say("seen", as: "bob", in: .lobby)
        await store.until { $0.texts.last == "seen" }
        #expect(announced.isEmpty)
        store.dispatch(action: RoomAction.joined(tea))
        await store.until { $0.chat.conversations[tea]?.membership == .joined }
        await world.server.say("unseen", as: "bob", in: .lobby)
        await store.until { $0.chat.conversations[.lobby]?.last?.seq == 3 }
        store.dispatch(action: RoomAction.written(tea, "x"))
        #expect(announced.map(\.text) == ["unseen"] && announced.first?.link.room == .lobby)
        try await store.quit()
    }

    @Test func `a mention is announced although another message follows it at once`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let choice = ChoiceChange(.lobby, notice: .mentions)
        store.dispatch(action: RoomAction.performed(.choose(choice), .lobby, Ticket(1)))
        await store.until { $0.chat.choices[.lobby]?.notice == .mentions }
        let before = store.state.chat
        for text in ["@ann, look", "and this"] { await world.server.say(text, as: "bob", in: .lobby) }
        await store.until { $0.chat.conversations[.lobby]?.last?.seq == 2 }
        let due = Announcement.due(account: world.account, before: before, after: store.state.chat, shown: nil)
        #expect(due.map(\.text) == ["@ann, look"] && due.map(\.title) == ["lobby"] && due.map(\.author) == ["bob"])
        // What the user has answered, here or elsewhere, is not new to them.
        store.dispatch(action: say("I see"))
        await store.until { $0.chat.conversations[.lobby]?.last?.seq == 3 }
        #expect(
            Announcement.due(account: world.account, before: before, after: store.state.chat, shown: nil).isEmpty)
        try await store.quit()
    }

    @Test func `a message in a group is announced under the group's title`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        await world.server.say("hi", as: "bob", in: .lobby)
        let bob = try #require(await world.server.log(of: .lobby).first?.author.user)
        let group = RoomName.newGroup()
        var tickets: UInt64 = 0
        let actions = RoomAction.make(group: group, title: "Tea", inviting: [Author(user: bob, name: "bob")]) {
            tickets += 1
            return Ticket(tickets)
        }
        for action in actions { store.dispatch(action: action) }
        await store.until { $0.chat.waiting == 0 && $0.chat.conversations[group]?.timeline.isLoaded == true }
        let join = Mutation.membership(MembershipChange(bob, .join))
        await world.server.act(.mutate(room: group, number: nil, after: nil, join), as: "bob", in: group)
        let before = store.state.chat
        await world.server.say("hello", as: "bob", in: group)
        await store.until { $0.chat.conversations[group]?.last != nil }
        let due = Announcement.due(account: world.account, before: before, after: store.state.chat, shown: nil)
        #expect(due.map(\.title) == ["Tea"] && due.map(\.author) == ["bob"] && due.map(\.text) == ["hello"])
        try await store.quit()
    }

    @Test func `the room of a link is described, however many rooms before it match its name`() async throws {
        let world = try World()
        defer { world.remove() }
        let room = try #require(RoomName("zoo"))
        for number in 0..<Limits.directoryPage {
            let other = try #require(RoomName("a\(number)-zoo"))
            // One person may not make so many rooms at once.
            await world.server.say("x", as: number.isMultiple(of: 2) ? "bob" : "cleo", in: other)
        }
        await world.server.say("x", as: "bob", in: room)
        let session = try await world.opening(world.account)
        try await session.handle(.start)
        for await state in session.states where state.connection.phase == .connected { break }
        #expect(try await session.description(of: room)?.room == room)
        await session.close()
    }

    @Test func `a client that can't be opened yet is opened later; texts are drafts, and files wait`() async throws {
        let world = try World()
        defer { world.remove() }
        // Another session of the account is still closing.
        let path = world.folder.appendingPathComponent("\(world.account.id.text).journal").path
        try FileManager.default.createDirectory(at: world.folder, withIntermediateDirectories: true)
        let other = try FileStorage(path: path).open().journal
        let clock = TestClock()
        let store = Store(
            reducer: AppState.reducer, middleware: [ChatEffects(open: world.opening).middleware], state: AppState(),
            dependencies: Dependencies { $0.clock = clock })
        var draft: String? { store.state.drafts[world.account.id, .lobby] }
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        // Nobody knows yet that the client can't be opened.
        for text in ["one", "two"] { store.dispatch(action: say(text)) }
        #expect(draft == nil)
        await store.until { $0.chat.failure != nil }
        #expect(draft == "one\ntwo")
        store.dispatch(action: RoomAction.written(.lobby, nil))
        store.dispatch(action: say("three"))
        #expect(draft == "three" && store.state.refusal != nil)
        let file = world.folder.appendingPathComponent("a.txt")
        try Data("a".utf8).write(to: file)
        let sent = OutgoingFiles([OutgoingFile(url: file, name: "a.txt", type: "text/plain")], text: "four")
        store.dispatch(action: RoomAction.filesSent(sent, .lobby))
        #expect(draft == "three" && FileManager.default.fileExists(atPath: file.path))
        other.close()
        #expect(await clock.advance() == .milliseconds(Limits.openingPause))
        await store.until { $0.chat.waiting == 0 && $0.states == [.sent] }
        #expect(store.state.chat.failure == nil && !FileManager.default.fileExists(atPath: file.path))
        store.dispatch(action: say("five"))
        await store.until { $0.texts == ["five"] }
        await store.endClients()
    }

    @Test func `what is said before the client is open is sent, or a draft if the account is left`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try world.store()
        let other = Account(id: AccountID(high: 2, low: 2), server: world.account.server, name: "cleo")
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(other, room: .lobby))
        store.dispatch(action: say("as cleo"))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        #expect(store.state.drafts[other.id, .lobby] == "as cleo" && store.state.refusal == nil)
        store.dispatch(action: say("as ann"))
        await store.until { $0.texts == ["as ann"] && $0.states == [.sent] }
        try await store.quit()
    }

    @Test func `a turn to another account is told, and nothing else is`() {
        var turns = 0
        let address = ServerAddress("chat.example.org")
        let store = Store(
            reducer: AppState.reducer, middleware: [Announcing.turns { turns += 1 }], state: AppState())
        for number in UInt64(1)...2 {
            guard let address else { return }
            let account = Account(id: AccountID(high: number, low: number), server: address, name: "\(number)")
            store.dispatch(action: AccountAction.added(account, room: .lobby))
        }
        #expect(turns == 2)
        store.dispatch(action: NavigationAction.roomClosed)
        store.dispatch(action: AccountAction.removed(AccountID(high: 1, low: 1)))
        #expect(turns == 2)
        store.dispatch(action: AccountAction.removed(AccountID(high: 2, low: 2)))
        #expect(turns == 3)
    }

    @Test func `a run in the background empties an outbox, and says when it can't`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        await world.server.goAway()
        store.dispatch(action: say("kept"))
        await store.until { $0.chat.waiting == 1 }
        try await store.quit()

        await world.server.comeBack()
        let effects = ChatEffects(open: world.opening)
        let woken = try Store<AppState>.restored(
            from: world.file, reducer: AppState.reducer, middleware: [effects.middleware], state: AppState()
        ).store
        woken.dispatch(action: Launched(utcOffsets: 0))
        #expect(await effects.refresh(woken) == .done)
        #expect(await world.server.log(of: .lobby).count == 1)
        let taken = Account(id: AccountID(high: 3, low: 3), server: world.account.server, name: "admin")
        woken.dispatch(action: AccountAction.added(taken, room: nil))
        #expect(await effects.refresh(woken) == .stuck)
        await woken.endClients()
    }

    @Test func `all accounts are connected: what comes for another one is announced, counted and there at once`()
        async throws
    {
        let world = try World()
        defer { world.remove() }
        var announced: [Announcement] = []
        let store = try world.store { announced += $0 }
        let cleo = Account(id: AccountID(high: 2, low: 2), server: world.account.server, name: "cleo")
        store.dispatch(action: Launched(utcOffsets: 0, isActive: true))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        await store.until { $0.chat.conversations[.lobby]?.timeline.isLoaded == true }
        let tea = try #require(RoomName("tea"))
        store.dispatch(action: AccountAction.added(cleo, room: tea))
        await store.until { $0.chat.conversations[tea]?.timeline.isLoaded == true }
        #expect(store.state.chat(of: world.account.id).connection.phase == .connected)

        await world.server.say("for ann", as: "bob", in: .lobby)
        await store.until { $0.unread == 1 }
        #expect(announced.map(\.account) == [world.account.id] && announced.map(\.text) == ["for ann"])
        #expect(store.state.chat.unread == 0 && store.state.chat(of: world.account.id).unread == 1)
        #expect(announced.first.flatMap { Announcement.Place($0.id) }.map { store.state.isOver($0) } == false)

        // A tap on the announcement: her room is there without a new connection.
        let former = store.state.chat(of: world.account.id).connection
        store.dispatch(action: AccountAction.chosen(world.account.id))
        store.dispatch(action: NavigationAction.roomOpened(.lobby))
        #expect(store.state.texts == ["for ann"] && store.state.chat.connection == former)
        store.dispatch(action: RoomAction.read(.lobby, 1))
        await store.until { $0.unread == 0 }
        #expect(announced.first.flatMap { Announcement.Place($0.id) }.map { store.state.isOver($0) } == true)
        // What cleo has left is on her screen no more: its window is closed.
        await world.server.say("for cleo", as: "bob", in: tea)
        await store.until { $0.unread == 1 }
        #expect(announced.map(\.account) == [world.account.id, cleo.id])

        // Accounts that nobody looks at are there after the next start, too, and go with their
        // clients.
        try await store.quit()
        let next = try world.store()
        next.dispatch(action: Launched(utcOffsets: 0))
        await next.until { $0.unread == 1 && $0.others[cleo.id]?.connection.phase == .connected }
        next.dispatch(action: AccountAction.removed(cleo.id))
        #expect(next.state.unread == 0 && next.state.others.isEmpty)
        try await next.quit()
    }

    @Test func `a message that the client does not accept becomes a draft again, and the user is told why`()
        async throws
    {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let long = String(repeating: "x", count: Limits.textBytes + 1)
        store.dispatch(action: say(long))
        await store.until { $0.refusal != nil }
        #expect(store.state.drafts[world.account.id, .lobby] == long)
        #expect(store.state.refusal?.sentence == TextRule.check(long)?.translated.text)
        // What is accepted twice under one ticket is one message, and no reason to say anything.
        store.dispatch(action: RoomAction.dropped(try #require(store.state.refusal?.ticket)))
        await world.server.hold()
        let hello = RoomAction.performed(.message(text: "Hello"), .lobby, Ticket(7))
        for _ in 1...2 { store.dispatch(action: hello) }
        store.dispatch(action: say("after it"))
        await store.until { $0.chat.waiting == 2 }
        await world.server.release()
        await store.until { $0.chat.waiting == 0 && $0.states == [.sent, .sent] }
        #expect(store.state.refusal == nil)
        try await store.quit()
    }

    @Test func `what waits in all accounts calls for a run in the background, and each is told before it is removed`()
        async throws
    {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let cleo = Account(id: AccountID(high: 2, low: 2), server: world.account.server, name: "cleo")
        store.dispatch(action: AccountAction.added(cleo, room: .lobby))
        #expect(store.state.waiting(of: cleo.id) == nil, "its client has not reported yet")
        #expect(store.state.mayHavePending, "its journal may have something")
        await store.until { $0.chat.conversations[.lobby]?.timeline.isLoaded == true }
        #expect(store.state.waiting == 0 && store.state.waiting(of: cleo.id) == 0)
        #expect(!store.state.mayHavePending && AppState.awaitingStorage.mayHavePending)

        await world.server.say("Buy this", as: "bob", in: .lobby)
        await world.server.goAway()
        store.dispatch(action: RoomAction.reported(Report(.spam), 1, .lobby))
        await store.until { $0.waiting == 1 }
        #expect(store.state.mayHavePending && !store.state.chat.isIdle, "a report waits, too")
        #expect(store.state.waiting(of: cleo.id) == 1, "it is lost with the account")
        await world.server.comeBack()
        await store.until { $0.waiting == 0 }
        await world.server.goAway()
        store.dispatch(action: say("from cleo"))
        await store.until { $0.waiting == 1 }
        store.dispatch(action: AccountAction.chosen(world.account.id))
        #expect(store.state.chat.waiting == 0 && store.state.waiting == 1)
        store.dispatch(action: NavigationAction.roomOpened(.lobby))
        store.dispatch(action: say("from ann"))
        store.dispatch(action: say("also from ann"))
        await store.until { $0.waiting == 3 }
        #expect(store.state.waiting(of: cleo.id) == 1 && store.state.waiting(of: world.account.id) == 2)

        await world.server.comeBack()
        await store.until { $0.waiting == 0 }
        store.dispatch(action: ChatAction.failed(cleo.id, "The journal can't be read."))
        #expect(store.state.waiting(of: cleo.id) == nil && store.state.waiting(of: world.account.id) == 0)
        try await store.quit()
    }

    @Test func `a run in the background trusts no connection of before`() async throws {
        let world = try World()
        defer { world.remove() }
        let (server, folder) = (world.server, world.folder)
        let line = Line()
        var announced: [Announcement] = []
        let effects = ChatEffects { account in
            let path = folder.appendingPathComponent("journal").path
            return try await ClientSession(
                ChatClient(
                    transport: DyingTransport(server: server.transport, line: line), storage: FileStorage(path: path),
                    name: account.name))
        }
        let announcing = Announcing.middleware { announced += $0 }
        let store = Store(reducer: AppState.reducer, middleware: [effects.middleware, announcing], state: AppState())
        #expect(await effects.refresh(store) == .done)
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        // A launch in the background: the client is still being opened.
        #expect(await effects.refresh(store) == .done)
        #expect(store.state.chat.conversations[.lobby]?.timeline.isLoaded == true)

        // The system suspends the process, and the connection dies without a sign of it.
        line.isDead = true
        for number in 1...300 {
            await server.say("\(number)", as: number.isMultiple(of: 2) ? "bob" : "cleo", in: .lobby)
        }
        #expect(store.state.chat.connection.phase == .connected && announced.isEmpty)
        line.isDead = false
        #expect(await effects.refresh(store) == .done)
        #expect(store.state.texts.last == "300" && announced.last?.text == "300")
        #expect(Set(announced).count == announced.count)

        await server.goAway()
        line.isDead = true
        let waiting = Task { await effects.refresh(store) }
        await store.until { $0.chat.connection.phase != .connected }
        waiting.cancel()
        #expect(await waiting.value == .going)
        await store.endClients()
    }

    @Test func `a second try to erase an account that fails takes nothing back from the first`() async throws {
        let id = AccountID(high: 1, low: 1)
        var state = AppState()
        state.leftovers = [id]
        let store = Store(reducer: AppState.reducer, state: state)
        let (gate, opener) = AsyncStream<Void>.makeStream()
        store.dispatch(action: EraseAccount(account: id) { _ in for await _ in gate {} })
        // The first one has the journal's lock.
        store.dispatch(action: EraseAccount(account: id) { _ in throw StorageError.unusable("It is open.") })
        opener.finish()
        await store.finish()
        #expect(store.state.leftovers.isEmpty)
    }

    @Test func `a removed account leaves nothing on the device, though its client was open`() async throws {
        let world = try World()
        defer { world.remove() }
        let path = world.folder.appendingPathComponent("\(world.account.id.text).journal").path
        let erase: ClientSession.Erasing = { _ in try FileStorage(path: path).erase() }
        func makeStore() throws -> Store<AppState> {
            try Store<AppState>.restored(
                from: world.file, reducer: AppState.reducer,
                middleware: [ChatEffects(open: world.opening, erase: erase).middleware], state: AppState(),
                delay: World.savingDelay
            ).store
        }
        let store = try makeStore()
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        await store.until { $0.chat.connection.phase == .connected }
        #expect(FileManager.default.fileExists(atPath: path))
        store.dispatch(action: AccountAction.removed(world.account.id))
        #expect(store.state.leftovers == [world.account.id])
        await store.until { $0.leftovers.isEmpty }
        #expect(!FileManager.default.fileExists(atPath: path))

        // What another process keeps open is erased at the next launch.
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        #expect(store.state.leftovers.isEmpty)
        await store.until { $0.chat.connection.phase == .connected }
        try await store.quit()
        let other = try FileStorage(path: path).open().journal
        let next = try makeStore()
        next.dispatch(action: AccountAction.removed(world.account.id))
        try await next.save()
        await next.finish()
        other.close()
        #expect(FileManager.default.fileExists(atPath: path))
        let last = try makeStore()
        #expect(last.state.leftovers == [world.account.id])
        last.dispatch(action: Launched(utcOffsets: 0))
        await last.until { $0.leftovers.isEmpty }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `an account that is added again sends nothing of what could not be erased before`() async throws {
        let world = try World()
        defer { world.remove() }
        let path = world.folder.appendingPathComponent("\(world.account.id.text).journal").path
        let first = try await world.storeInLobby()
        await world.server.goAway()
        await first.until { $0.chat.connection.phase != .connected }
        first.dispatch(action: say("unsent"))
        await first.until { $0.chat.waiting == 1 }
        try await first.quit()
        await world.server.comeBack()

        let clock = TestClock()
        var state = AppState()
        state.leftovers = [world.account.id]
        let disk = RefusingDisk()
        let effects = ChatEffects(open: world.opening) { _ in try await disk.erase(path) }
        let store = Store(
            reducer: AppState.reducer, middleware: [effects.middleware], state: state,
            dependencies: Dependencies { $0.clock = clock })
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        store.dispatch(action: Launched(utcOffsets: 0))
        await store.until { $0.chat.failure != nil }
        #expect(store.state.leftovers == [world.account.id])
        await disk.recover()
        #expect(await clock.advance() == .milliseconds(Limits.openingPause))
        await store.until { $0.chat.conversations[.lobby]?.timeline.isLoaded == true }
        #expect(store.state.leftovers.isEmpty && store.state.chat.waiting == 0)
        #expect(await world.server.log(of: .lobby).isEmpty)
        await store.endClients()
    }

    @Test func `what is said while the server does not answer a question is stored and sent`() async throws {
        let world = try World()
        defer { world.remove() }
        let (server, folder) = (world.server, world.folder)
        let effects = ChatEffects { account in
            let path = folder.appendingPathComponent("journal").path
            return try await ClientSession(
                ChatClient(
                    transport: DeafTransport(server: server.transport), storage: FileStorage(path: path),
                    name: account.name))
        }
        let store = Store(reducer: AppState.reducer, middleware: [effects.middleware], state: AppState())
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(world.account, room: .lobby))
        await store.until { $0.chat.conversations[.lobby]?.timeline.isLoaded == true }
        store.dispatch(action: ReportAction.queueOpened(.lobby))
        store.dispatch(action: say("not lost"))
        await store.until { $0.states == [.sent] }
        #expect(store.state.queue?.isLoading == true)
        // The end of the client ends the question.
        await store.endClients()
    }

    @Test func `reports are decided when the message is deleted, and not if that is refused`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        await world.server.say("rude", as: "bob", in: .lobby)
        await store.until { $0.texts == ["rude"] }
        let message = try #require(await world.server.log(of: .lobby).first)
        let entry = ReportedMessage(number: 1, room: .lobby, message: message, count: 1, notes: [])
        store.dispatch(action: ReportAction.queueOpened(.lobby))
        await store.until { $0.queue?.isLoading == false }
        store.dispatch(action: ReportAction.decided(entry, .delete, Ticket(5)))
        // The answer and the client's state come on two ways.
        func refusal(_ state: AppState) -> WireError? {
            if case .failed(let error) = state.chat.outbox[Ticket(5)]?.state { error } else { nil }
        }
        await store.until { $0.queue?.refusal(about: entry) != nil && refusal($0) != nil }
        let error = refusal(store.state)
        #expect(error?.code == .notYours && store.state.queue?.refusal(about: entry) == error?.text)
        try await store.quit()
    }

    @Test func `what can't be kept is not accepted, and its text is a draft again`() async throws {
        let server = LoopbackServer()
        let address = try #require(ServerAddress("chat.example.org"))
        let account = Account(id: AccountID(high: 1, low: 1), server: address, name: "ann")
        let disk = FullDisk()
        let effects = ChatEffects { account in
            try await ClientSession(ChatClient(transport: server.transport, storage: disk, name: account.name))
        }
        let store = Store(reducer: AppState.reducer, middleware: [effects.middleware], state: AppState())
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(account, room: .lobby))
        await store.until { $0.chat.conversations[.lobby]?.timeline.isLoaded == true }
        disk.isFull = true
        store.dispatch(action: RoomAction.written(.lobby, "and more"))
        store.dispatch(action: say("lost?"))
        await store.until { $0.drafts[account.id, .lobby] == "lost?\nand more" }
        #expect(store.state.chat.failure == nil)
        #expect(await server.log(of: .lobby).isEmpty)
        await store.endClients()
    }
}

/// A server in process that does not answer moderators.
private struct DeafTransport: Transport {
    let server: LoopbackTransport

    func connect() async throws -> any TransportConnection { DeafConnection(server: try await server.connect()) }
}

private struct DeafConnection: TransportConnection {
    let server: any TransportConnection

    var events: AsyncStream<TransportEvent> { server.events }

    func send(_ frame: ClientFrame) async throws {
        if case .reports = frame.request { return }
        try await server.send(frame)
    }

    func close(_ code: CloseCode) async { await server.close(code) }
}

/// Whether a connection is dead: nothing arrives and nothing is sent, and nobody is told.
private final class Line: @unchecked Sendable {
    // @unchecked: the flag is only touched under the lock.
    private let lock = NSLock()
    private var dead = false

    var isDead: Bool {
        get { lock.withLock { dead } }
        set { lock.withLock { dead = newValue } }
    }
}

/// Connections that are dead for good once the line was dead.
private struct DyingTransport: Transport {
    let server: LoopbackTransport
    let line: Line

    func connect() async throws -> any TransportConnection {
        DyingConnection(server: try await server.connect(), line: line)
    }
}

private final class DyingConnection: TransportConnection {
    private let server: any TransportConnection
    private let line: Line
    private let own = Line()
    let events: AsyncStream<TransportEvent>

    init(server: any TransportConnection, line: Line) {
        (self.server, self.line) = (server, line)
        let (own, events) = (own, server.events)
        self.events = AsyncStream { sink in
            let reading = Task {
                for await event in events {
                    if line.isDead { own.isDead = true }
                    if !own.isDead { sink.yield(event) }
                }
                if !own.isDead { sink.finish() }
            }
            sink.onTermination = { _ in reading.cancel() }
        }
    }

    func send(_ frame: ClientFrame) async throws {
        if line.isDead { own.isDead = true }
        if !own.isDead { try await server.send(frame) }
    }

    func close(_ code: CloseCode) async { await server.close(code) }
}

/// Storage that keeps nothing, and refuses once it is full.
private final class FullDisk: Storage, Journal, @unchecked Sendable {
    // @unchecked: the flag is only touched under the lock.
    private let lock = NSLock()
    private var full = false

    var isFull: Bool {
        get { lock.withLock { full } }
        set { lock.withLock { full = newValue } }
    }

    var size: Int { 0 }
    var damage: String? { nil }

    func open() -> (journal: any Journal, records: [[UInt8]]) { (self, []) }
    func append(_ records: [[UInt8]]) throws(StorageError) { if isFull { throw .failed("No space is left.") } }
    func sync() throws(StorageError) { if isFull { throw .failed("No space is left.") } }
    func replace(with records: [[UInt8]]) throws(StorageError) { if isFull { throw .failed("No space is left.") } }
    func close() {}
    func erase() {}
}

/// A disk that deletes nothing until it has recovered.
private actor RefusingDisk {
    private var refuses = true

    func recover() { refuses = false }

    func erase(_ path: String) throws {
        if refuses { throw StorageError.unusable("The file can't be deleted.") }
        try FileStorage(path: path).erase()
    }
}
