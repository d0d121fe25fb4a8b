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

/// What the share extension hands over, sent by the app, against the server's rules in process.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SharedMessagesTests {
    private let server = LoopbackServer()
    private let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("shared-\(AccountID.random().text)", isDirectory: true)
    private let account: Account
    private let place: SharePlaces.Place
    private let folder: ShareFolder

    init() throws {
        let address = try #require(ServerAddress("chat.example.org"))
        account = Account(id: AccountID(high: 1, low: 1), server: address, name: "ann")
        place = SharePlaces.Place(account: account.id, room: .lobby)
        folder = ShareFolder(root.appendingPathComponent("group"))
    }

    private func session(middleware: [Middleware<AppState>] = []) -> ChatSession {
        // The folder's name is that of the chosen files, too: each test has another one.
        let files = SessionFiles(
            folder: root, downloads: root.appendingPathComponent("downloads"),
            shared: root.appendingPathComponent("group"))
        return ChatSession(files: files, middleware: middleware, connect: { [server] _ in server.transport })
    }

    /// A session whose user has the account.
    private func started(middleware: [Middleware<AppState>] = []) -> ChatSession {
        let session = session(middleware: middleware)
        session.start(isActive: true)
        session.store.dispatch(action: AccountAction.added(account, room: .lobby))
        return session
    }

    private func hand(_ text: String?, _ files: [String: String] = [:]) async throws {
        let urls = try files.sorted { $0.key < $1.key }.map { name, bytes in
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            let url = root.appendingPathComponent(name)
            try Data(bytes.utf8).write(to: url)
            return url
        }
        let message = SharedMessage(at: 1, place: place, text: text, files: files.keys.sorted())
        try await folder.hand(try #require(message), files: urls)
    }

    private func wait(_ session: ChatSession, until isReached: (AppState) -> Bool) async {
        for await state in session.store.states where isReached(state) { return }
    }

    private func end(_ session: ChatSession) async {
        session.store.dispatch(action: AccountAction.removed(account.id))
        await session.store.finish()
        try? FileManager.default.removeItem(at: root)
    }

    @Test func `what was shared is sent once, with its files, and then waits no more`() async throws {
        try await hand("Look", ["a.txt": "one", "b.txt": "two"])
        try await hand("Hello")
        let session = started()
        await session.shared?.send(in: session.store)
        await session.shared?.send(in: session.store)
        #expect(await folder.waiting().isEmpty)
        await wait(session) { $0.chat.waiting == 0 && $0.chat.connection.phase == .connected }
        let texts = await server.log(of: .lobby).compactMap { event -> String? in
            if case .message(let message) = event.content { message.text } else { nil }
        }
        #expect(texts.sorted() == ["Hello", "Look", "b.txt"])
        await end(session)
    }

    @Test func `what a client has accepted is not sent again if it could not be removed`() async throws {
        let session = started()
        await wait(session) { $0.chat.connection.phase == .connected }
        try await hand("Look", ["a.txt": "one", "b.txt": "two"])
        try await hand("Hello")
        let (messages, copy) = (root.appendingPathComponent("group/messages"), root.appendingPathComponent("copy"))
        try FileManager.default.copyItem(at: messages, to: copy)
        /// As if the process had ended before it removed them.
        func putBack() throws {
            try FileManager.default.removeItem(at: messages)
            try FileManager.default.copyItem(at: copy, to: messages)
        }
        await server.hold()
        await session.shared?.send(in: session.store)
        await wait(session) { $0.chat.waiting == 3 }
        try putBack()
        #expect(await session.shared?.send(in: session.store) == true)
        #expect(await folder.waiting().isEmpty)
        await server.release()
        await wait(session) { $0.chat.waiting == 0 }
        try putBack()
        #expect(await session.shared?.send(in: session.store) == true)
        #expect(await folder.waiting().isEmpty)
        #expect(try await session.client().chat().outbox.isIdle)
        #expect(await server.log(of: .lobby).count == 3)
        await end(session)
    }

    @Test func `if a client has accepted the first of two files, the other one is sent`() async throws {
        let session = started()
        await wait(session) { $0.chat.connection.phase == .connected }
        try await hand("Look", ["a.txt": "one", "b.txt": "two"])
        let ticket = try #require(await folder.waiting().first?.tickets.first)
        let file = ChosenFile(FileSource(Array("one".utf8)), name: "a.txt")
        let sent = try await session.client().send([file], text: "Look", to: .lobby, as: [ticket])
        _ = try await sent.first?.waitUntilSent()
        #expect(await session.shared?.send(in: session.store) == true)
        await wait(session) { $0.chat.waiting == 0 && $0.chat.conversations[.lobby]?.timeline.head == 2 }
        let texts = await server.log(of: .lobby).compactMap { event -> String? in
            if case .message(let message) = event.content { message.text } else { nil }
        }
        #expect(texts == ["Look", "b.txt"])
        await end(session)
    }

    @Test func `a message waits while the disk is full, and is sent when there is room`() async throws {
        let session = started()
        await wait(session) { $0.chat.connection.phase == .connected }
        try await hand("Look", ["a.txt": "one"])
        let full = SharedMessages(folder, effects: session.effects, outgoing: session.compositions.folder) { _ in
            throw CocoaError(.fileWriteOutOfSpace)
        }
        #expect(await !full.send(in: session.store))
        #expect(await folder.waiting().count == 1)
        #expect(session.store.state.refusal == nil && session.store.state.drafts[account.id, .lobby] == nil)
        #expect(await session.shared?.send(in: session.store) == true)
        #expect(await folder.waiting().isEmpty)
        await wait(session) { $0.chat.waiting == 0 && $0.chat.conversations[.lobby]?.timeline.head == 1 }
        #expect(await server.log(of: .lobby).count == 1)
        await end(session)
    }

    @Test func `a run in the background sends what was shared`() async throws {
        let session = started()
        await wait(session) { $0.chat.connection.phase == .connected }
        session.activityChanged(isActive: false)
        try await hand("Hello")
        #expect(await session.drain())
        #expect(await server.log(of: .lobby).count == 1)
        await end(session)
    }

    @Test func `the app writes the rooms when it leaves the screen, and forgets those of a removed account`()
        async throws
    {
        let session = started()
        await wait(session) { $0.chat.access[.lobby] != nil }
        session.activityChanged(isActive: false)
        await session.shared?.finish()
        #expect(await folder.places().groups.map(\.id) == [account.id])
        try await hand("Hello")
        session.store.dispatch(action: AccountAction.removed(account.id))
        await session.shared?.finish()
        #expect(await folder.places() == SharePlaces())
        #expect(await folder.waiting().isEmpty)
        await end(session)
    }

    @Test func `a message waits while its client can't be opened, and is dropped when its account is gone`()
        async throws
    {
        let holder = FileStorage(path: root.appendingPathComponent("\(account.id.text).journal").path)
        let client = ChatClient(transport: server.transport, storage: holder, name: "ann")
        _ = try await client.changes()
        let session = started()
        try await hand("Hello")
        await session.shared?.send(in: session.store)
        #expect(await folder.waiting().count == 1)
        session.store.dispatch(action: AccountAction.removed(account.id))
        await session.shared?.send(in: session.store)
        #expect(await folder.waiting().isEmpty)
        await client.shutDown()
        await end(session)
    }

    /// Puts a file where the folder for outgoing copies would be: nothing can be copied there.
    private func blockOutgoing(of session: ChatSession) throws -> URL {
        let outgoing = session.compositions.folder.folder
        try FileManager.default.createDirectory(
            at: outgoing.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: outgoing)
        return outgoing
    }

    @Test func `a file that can't be sent is refused, and the text becomes a draft`() async throws {
        let session = started()
        await wait(session) { $0.chat.connection.phase == .connected }
        try await hand("Look", ["a.txt": "one"])
        let outgoing = try blockOutgoing(of: session)
        defer { try? FileManager.default.removeItem(at: outgoing) }
        await session.shared?.send(in: session.store)
        #expect(await folder.waiting().isEmpty)
        #expect(session.store.state.drafts[account.id, .lobby] == "Look")
        #expect(session.store.state.refusal?.sentence.hasPrefix("a.txt was not sent.") == true)
        #expect(await server.log(of: .lobby).isEmpty)
        await end(session)
    }

    @Test func `a call during a run sends what was shared after the run had read the folder`() async throws {
        let interruption = Interruption()
        let session = started(middleware: [interruption.middleware])
        await wait(session) { $0.chat.connection.phase == .connected }
        try await hand("Look", ["a.txt": "one"])
        // So the run refuses the file.
        let outgoing = try blockOutgoing(of: session)
        defer { try? FileManager.default.removeItem(at: outgoing) }
        let prepared = root.appendingPathComponent("later")
        try FileManager.default.createDirectory(at: prepared, withIntermediateDirectories: true)
        let message = try #require(SharedMessage(at: 2, place: place, text: "Hello", files: []))
        try JSONEncoder().encode(message).write(to: prepared.appendingPathComponent("message.json"))
        let later = root.appendingPathComponent("group/messages/\(FileID.random().text)")
        interruption.act = {
            try? FileManager.default.moveItem(at: prepared, to: later)
            return Task { await session.shared?.send(in: session.store) }
        }
        await session.shared?.send(in: session.store)
        await interruption.task?.value
        #expect(interruption.task != nil)
        #expect(await folder.waiting().isEmpty)
        await end(session)
    }

    /// Does something in the middle of a run that sends: when the run refuses a file.
    @MainActor private final class Interruption {
        var act: (@MainActor () -> Task<Void, Never>)?
        /// What ``act`` has begun.
        private(set) var task: Task<Void, Never>?

        var middleware: Middleware<AppState> {
            { _, _ in
                { next in
                    { action in
                        next(action)
                        guard case .filesRefused? = action as? ChatAction, let act = self.act else { return }
                        self.act = nil
                        self.task = act()
                    }
                }
            }
        }
    }

    @Test func `a session of an app's own user has no share extension`() {
        let files = SessionFiles(folder: root, downloads: root, shared: root)
        let session = ChatSession(server: "chat.example.org", user: "1", files: files)
        #expect(session.shared == nil)
    }
}
