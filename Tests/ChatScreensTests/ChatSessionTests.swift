import ChatCore
import ChatModel
import ChatTesting
import ChatUI
import ChatWire
import Flux
import Foundation
import Testing

@testable import ChatScreens
@testable import ChatStore

/// The session of an app's own user, against the server's rules in process.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChatSessionTests {
    private let server = LoopbackServer()
    private let files: SessionFiles
    private let folder: URL
    private let tea: RoomName

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("screens-\(AccountID.random().text)")
        files = SessionFiles(
            folder: folder.appendingPathComponent("state"), downloads: folder.appendingPathComponent("downloads"))
        tea = try #require(RoomName("tea"))
    }

    private func session(_ user: String = "42", token: String? = nil, name: String? = nil) -> ChatSession {
        ChatSession(
            server: "https://chat.example.org", user: user, name: name, tokens: token.map { FixedToken($0) },
            files: files, connect: { [server] _ in server.transport })
    }

    private func token(of name: String) async throws -> String {
        let accounts = AccountService(try #require(server.transport.requests))
        return try await accounts.signUp(name: name, password: "correct horse battery").token
    }

    private func texts(_ session: ChatSession) -> [String] {
        session.store.state.content(of: tea, at: 0).rows.compactMap {
            if case .message(let bubble) = $0.content { bubble.body.words } else { nil }
        }
    }

    private func wait(_ session: ChatSession, until isReached: (AppState) -> Bool) async {
        for await state in session.store.states where isReached(state) { return }
    }

    private func session(in folder: String) -> ChatSession {
        let place = self.folder.appendingPathComponent(folder)
        let files = SessionFiles(folder: place, downloads: place.appendingPathComponent("files"))
        return ChatSession(files: files, connect: { [server] _ in server.transport })
    }

    @Test func `on a device that was set up from a backup, a registered user signs in, and is no guest`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let address = try #require(ServerAddress("chat.example.org"))
        let account = ChatStore.Account(id: AccountID(high: 1, low: 1), server: address, name: "ann")
        let former = session(in: "former")
        former.start()
        former.store.dispatch(action: AccountAction.added(account, room: .lobby))
        await wait(former) { $0.chat.connection.phase == .connected }
        #expect(former.store.state.accounts.current?.isRegistered == false)
        let password = "correct horse battery"
        former.store.dispatch(
            action: former.effects.ask(.signUp(name: "ann", password: password, invite: nil), of: account.id))
        await wait(former) { $0.accounts.current?.isRegistered == true }
        try await former.save()

        // The state is in the backup, and the journal is not.
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("new"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            at: folder.appendingPathComponent("former/state"), to: folder.appendingPathComponent("new/state"))
        let new = session(in: "new")
        new.start()
        await wait(new) { $0.chat.connection.trouble == .unauthenticated }
        #expect(new.store.state.chat.identity == nil)
        new.store.dispatch(action: new.effects.ask(.signIn(name: "ann", password: password), of: account.id))
        await wait(new) { $0.chat.connection.phase == .connected }
        #expect(new.store.state.chat.identity?.user == former.store.state.chat.identity?.user)
        for session in [former, new] {
            session.store.dispatch(action: AccountAction.removed(account.id))
            await session.store.finish()
        }
    }

    private func place(in session: ChatSession) throws -> Compositions.Place {
        Compositions.Place(account: try #require(session.store.state.accounts.currentID).text, room: tea)
    }

    /// Sends what is written, as the room's view does.
    private func send(in place: Compositions.Place, of session: ChatSession) throws {
        var written = session.composition(in: place)
        let sent = written.send()
        let said = try #require(sent)
        session.write(written, in: place)
        session.send(said, in: place.room)
    }

    private func end(_ session: ChatSession) async throws {
        await session.signOut()
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func `a server's address and a token make a room that the user can talk in`() async throws {
        let session = session(token: try await token(of: "ann"))
        session.start()
        session.open(tea)
        let place = try place(in: session)
        var composition = session.composition(in: place)
        composition.text = " Is it ready? "
        session.write(composition, in: place)
        try send(in: place, of: session)
        await wait(session) { _ in texts(session) == ["Is it ready?"] && session.store.state.chat.waiting == 0 }
        #expect(session.composition(in: place).text.isEmpty)
        #expect(session.store.state.chat.identity?.name == "ann" && !session.managesAccounts)
        #expect(await server.log(of: tea).count == 1)
        // A room that is not on the screen has no rows of the one that is.
        #expect(session.store.state.content(of: .lobby, at: 0).rows.isEmpty)
        try await end(session)
    }

    @Test func `an app finds in the session the client that the screens use`() async throws {
        let session = session(name: "ann")
        let client = try await session.client()
        try await client.send("from the client", to: tea)
        session.open(tea)
        await wait(session) { _ in texts(session) == ["from the client"] }
        try await end(session)
        await #expect(throws: CancellationError.self) { try await session.client() }
        let nowhere = ChatSession(server: "no server", user: "42", files: files)
        let failure = await #expect(throws: StorageError.self) { try await nowhere.client() }
        #expect(failure?.description == nowhere.failure)
    }

    @Test func `a room and a message from before the start are not lost`() async throws {
        let session = session(name: "ann")
        session.open(tea)
        session.send("hello", to: tea)
        await wait(session) { _ in texts(session) == ["hello"] && session.store.state.chat.waiting == 0 }
        #expect(await server.log(of: tea).count == 1)
        try await end(session)
    }

    @Test func `an app sends its own content, and answers by the actions of messages`() async throws {
        let session = session(name: "ann")
        session.start(isActive: true)
        session.open(tea)
        session.send("Choose", payload: Payload(type: "example.poll", data: #"{"answers":2}"#), to: tea)
        await wait(session) { _ in texts(session) == ["Choose"] && session.store.state.chat.waiting == 0 }
        var composition = Composition()
        let reply = BubbleAction.reply(of: 1, author: "ann", text: "Choose")
        #expect(session.perform(reply, in: tea, &composition) == nil && composition.purpose != .message)
        composition.text = "The first"
        let said = composition.send()
        session.send(try #require(said), in: tea)
        _ = session.perform(.change(.react(of: 1, emoji: "👍", on: true)), in: tea, &composition)
        await wait(session) { _ in texts(session).count == 2 && session.store.state.chat.waiting == 0 }
        #expect(await server.log(of: tea).count == 3)
        #expect(session.perform(.copy("Choose"), in: tea, &composition) == .copy("Choose"))
        let report = session.perform(.report(of: 1, .spam), in: tea, &composition)
        #expect(report == .confirm(ReportReceipt(isAccepted: true)))
        try await end(session)
    }

    @Test func `a user finds what they did not send again, and no other user does`() async throws {
        await server.goAway()
        let first = session("42")
        first.start()
        first.open(tea)
        first.send("later", to: tea)
        await wait(first) { $0.chat.waiting == 1 }
        // A second session in place of the process's end: the first holds the journal.
        first.store.dispatch(action: AccountAction.chosen(AccountID(high: 0, low: 1)))
        let other = session("43")
        other.start()
        other.open(tea)
        await wait(other) { $0.chat.conversations[tea] != nil }
        #expect(other.store.state.chat.waiting == 0 && texts(other).isEmpty)
        #expect(files.files(of: "42", on: try address).folder != files.files(of: "43", on: try address).folder)
        await other.signOut()
        #expect(other.store.state.leftovers.isEmpty && other.store.state.accounts.all.isEmpty)
        #expect(first.store.state.chat.waiting == 1)
        try await end(first)
    }

    private var address: ServerAddress {
        get throws { try #require(ServerAddress("https://chat.example.org")) }
    }

    @Test func `a sign-out deletes what the user has on the device, and a new session begins anew`() async throws {
        let first = session()
        first.start()
        first.open(tea)
        await wait(first) { $0.chat.connection.phase == .connected }
        let user = try #require(first.store.state.chat.identity?.user)
        try await first.save()
        let journal = try files.files(of: "42", on: address).storage(of: AccountID(high: 0, low: 1)).path
        #expect(FileManager.default.fileExists(atPath: journal))
        await first.signOut()
        #expect(first.store.state.leftovers.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: journal))

        let second = session()
        second.start()
        await wait(second) { $0.chat.connection.phase == .connected }
        #expect(second.store.state.chat.identity?.user != user)
        try await end(second)
    }

    @Test func `a sign-out that the end of the process interrupts is finished at the next start`() async throws {
        await server.goAway()
        let first = session()
        first.start()
        first.open(tea)
        first.send("unsent", to: tea)
        await wait(first) { $0.chat.waiting == 1 }
        try await first.save()
        for account in first.store.state.accounts.all {
            first.store.dispatch(action: Cancel(id: RunClient.Run(account: account.id)))
        }
        await first.store.finish()
        let file = try files.files(of: "42", on: address).state
        let rest = try Store<AppState>.restored(from: file, reducer: AppState.reducer, state: AppState()).store
        rest.dispatch(action: AccountAction.removed(AccountID(high: 0, low: 1)))
        try await rest.save()

        await server.comeBack()
        let second = session()
        second.start()
        second.open(tea)
        await wait(second) { $0.chat.conversations[tea]?.timeline.isLoaded == true }
        #expect(second.store.state.chat.waiting == 0)
        #expect(await server.log(of: tea).isEmpty)
        try await end(second)
    }

    @Test func `what is not a server's address is said, and nothing is opened`() {
        let session = ChatSession(
            server: "not an address", user: "42", files: files, connect: { [server] _ in server.transport })
        session.start()
        session.open(tea)
        #expect(session.failure == "“not an address” is not the address of a server.")
        #expect(session.store.state.accounts.all.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: files.folder.path))
    }

    @Test func `the composer offers the location if the app can find it, and says why it can't`() async throws {
        let session = session()
        session.start()
        session.open(tea)
        var failures: [String] = []
        session.sendLocation(to: tea) { failures.append($0) }
        session.location = { answer in answer(.failure(.refused)) }
        session.sendLocation(to: tea) { failures.append($0) }
        #expect(failures == [LocationTrouble.refused.sentence])
        let place = try #require(Location(millionthsNorth: 50_087_000, millionthsEast: 14_420_800))
        session.location = { answer in answer(.success(place)) }
        session.sendLocation(to: tea) { failures.append($0) }
        await wait(session) { _ in texts(session).count == 1 && session.store.state.chat.waiting == 0 }
        #expect(failures.count == 1)
        try await end(session)
    }

    @Test func `a view of a room opens it, and shows another one that is opened while it is in front`() async throws {
        let session = session(name: "ann")
        let (below, above) = (RoomScreens.ID(), RoomScreens.ID())
        let (garden, porch) = (try #require(RoomName("garden")), try #require(RoomName("porch")))
        var state: AppState { session.store.state }
        session.appeared(below, opening: tea)
        await wait(session) { $0.chat.conversations[tea]?.membership == .joined }
        #expect(state.navigation.room == tea && state.screens.room(of: below) == tea)
        session.open(garden)
        await wait(session) { $0.chat.conversations[garden]?.timeline.isLoaded == true }
        #expect(state.screens.room(of: below) == garden && state.seenRoom == nil)
        // The system says twice that it has appeared.
        session.appeared(below, opening: tea)
        #expect(state.navigation.room == garden)

        session.appeared(above, opening: porch)
        session.left(below)
        #expect(state.navigation.room == porch && state.screens.room(of: above) == porch)
        // A view that is not on the screen is given another room, which it opens when it is back.
        session.changed(below, to: tea)
        #expect(state.navigation.room == porch)
        session.appeared(below, opening: tea)
        session.left(above)
        #expect(state.navigation.room == tea && state.screens.front == below)
        session.changed(below, to: garden)
        #expect(state.navigation.room == garden && state.screens.room(of: below) == garden)
        session.left(below)
        #expect(state.screens.front == nil && state.navigation.room == garden)
        try await end(session)
    }

    @Test func `what comes while no view shows the room is announced, and read when one does`() async throws {
        var announced: [String] = []
        let announcing = Announcing.middleware { announced += $0.map(\.text) }
        let session = ChatSession(
            server: "https://chat.example.org", user: "42", name: "ann", files: files, middleware: [announcing],
            connect: { [server] _ in server.transport })
        let screen = RoomScreens.ID()
        session.start(isActive: true)
        session.appeared(screen, opening: tea)
        await wait(session) { $0.chat.conversations[tea]?.timeline.isLoaded == true }
        await server.say("seen", as: "bob", in: tea)
        await wait(session) { _ in texts(session) == ["seen"] }
        session.left(screen)
        await server.say("unseen", as: "bob", in: tea)
        await wait(session) { _ in texts(session) == ["seen", "unseen"] }
        session.store.dispatch(action: RoomAction.read(tea, 2))
        await wait(session) { _ in announced == ["unseen"] }
        session.appeared(screen, opening: tea)
        await wait(session) { $0.chat.conversations[tea]?.readMark == 2 }
        session.heard(.resigned)
        await server.say("later", as: "bob", in: tea)
        await wait(session) { _ in announced == ["unseen", "later"] }
        try await end(session)
    }

    @Test func `a session knows from the system alone whether the app is in front, and saves in time`() async throws {
        let session = session()
        session.start()
        #expect(!session.store.state.isActive)
        #expect(session.heard(.becameActive) == nil && session.store.state.isActive)
        #expect(session.heard(.resigned) == nil && !session.store.state.isActive)
        session.heard(.becameActive)
        session.open(tea)
        let file = try files.files(of: "42", on: address).state
        let saving = try #require(session.heard(.enteredBackground))
        #expect(!session.store.state.isActive)
        await saving.value
        let saved = try Store<AppState>.restored(from: file, reducer: AppState.reducer, state: AppState()).store
        #expect(saved.state.navigation.room == tea)
        try await end(session)
    }

    @Test func `a file that arrives when its room has left the screen is in what is written there`() async throws {
        let session = session(name: "ann")
        session.start()
        session.open(tea)
        let place = try place(in: session)
        var composition = session.composition(in: place)
        composition.text = "Look"
        session.write(composition, in: place)
        session.open(.lobby)
        session.compositions.left(place)
        // Another device writes meanwhile, and what is late does not know it.
        session.store.dispatch(action: RoomAction.written(tea, "Look at this"))
        let file = PickedFile(id: FileID(high: 1, low: 1), name: "a.jpg", size: 1, url: folder)
        var late = session.composition(in: place)
        late.keep(file)
        session.write(late, in: place)
        #expect(session.store.state.navigation.room == .lobby)
        let again = session.composition(in: place)
        #expect(again.text == "Look at this" && again.files == [file])
        #expect(session.compositions.intake(in: place) === session.compositions.intake(in: place))
        try await end(session)
        #expect(session.composition(in: place) == Composition())
    }

    @Test func `a text that can't be kept is in the field at once, before what was written since`() throws {
        let session = ChatSession(
            server: "https://chat.example.org", user: "42", files: files,
            connect: { _ in throw StorageError.unusable("It is closed.") })
        session.start()
        session.open(tea)
        let id = try #require(session.store.state.accounts.currentID)
        let place = try place(in: session)
        session.store.dispatch(action: ChatAction.failed(id, "It is closed."))
        var composition = session.composition(in: place)
        composition.text = "hello"
        session.write(composition, in: place)
        try send(in: place, of: session)
        #expect(session.composition(in: place).text == "hello")
        let notice = try #require(session.store.state.notice)
        #expect(notice.sentence.hasSuffix("It is closed."))
        session.store.dispatch(remedy: try #require(notice.remedy))
        // What lasts longer is said now.
        #expect(session.store.state.notice == ConnectionNotice(sentence: "It is closed."))
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func `days follow the time zone`() async throws {
        let session = session()
        session.start()
        session.use(90)
        #expect(session.store.state.utcOffsets == 90 && session.store.state.isActive == false)
        #expect(session.heard(.timeZoneChanged) == nil && session.store.state.utcOffsets == UTCOffsets(of: .current))
        session.use(90)
        // The system does not tell a suspended app.
        session.heard(.becameActive)
        #expect(session.store.state.utcOffsets == UTCOffsets(of: .current))
        session.heard(.timeZoneChanged)
        #expect(session.store.state.isActive)
        try await end(session)
    }

    @Test func `a run in the background sends what waits`() async throws {
        await server.goAway()
        let session = session(name: "ann")
        session.start()
        session.open(tea)
        session.send("hello", to: tea)
        await wait(session) { $0.chat.waiting == 1 }
        await server.comeBack()
        #expect(await session.drain())
        #expect(await server.log(of: tea).count == 1)
        try await end(session)
    }
}
