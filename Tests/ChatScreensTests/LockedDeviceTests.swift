import ChatCore
import ChatModel
import ChatTesting
import ChatWire
import Flux
import Foundation
import Testing

@testable import ChatScreens
@testable import ChatStore

/// A launch in the background before the device was unlocked for the first time: no file can be
/// read.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LockedDeviceTests {
    private let server = LoopbackServer()
    private let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("locked-\(AccountID.random().text)", isDirectory: true)
    private let account: Account
    private let folder: ShareFolder
    private let pushes: PushAccess

    init() throws {
        let address = try #require(ServerAddress("chat.example.org"))
        account = Account(id: AccountID(high: 1, low: 1), server: address, name: "ann")
        folder = ShareFolder(root.appendingPathComponent("group"))
        pushes = PushAccess(folder: root.appendingPathComponent("pushes"), vault: { _ in nil })
    }

    private func session() -> ChatSession {
        let files = SessionFiles(
            folder: root, downloads: root.appendingPathComponent("downloads"),
            shared: root.appendingPathComponent("group"), pushes: pushes)
        return ChatSession(files: files, connect: { [server] _ in server.transport })
    }

    private func wait(_ session: ChatSession, until isReached: (AppState) -> Bool) async {
        for await state in session.store.states where isReached(state) { return }
    }

    private let app = PushApp(topic: "chat.martlet.app", environment: .development, version: "1.0")

    /// A session with the account, whose process ends.
    private func launchAndEnd() async throws {
        let session = session()
        let service = CountingService()
        session.registerForPush(with: service, for: app)
        session.deviceTokenCame(Data([1, 2]))
        session.start(isActive: true)
        session.store.dispatch(action: AccountAction.added(account, room: .lobby))
        await wait(session) { $0.chat.access[.lobby] != nil }
        session.activityChanged(isActive: false)
        await session.shared?.finish()
        while await service.calls == 0 { await Task.yield() }
        await session.pushes.finish()
        try await session.save()
        session.store.dispatch(action: Cancel(id: RunClient.Run(account: account.id)))
        await session.store.finish()
    }

    /// The state, and what the push service was told.
    private var files: [(file: URL, hidden: URL)] {
        ["state", "push"].map { (root.appendingPathComponent($0), root.appendingPathComponent("hidden-\($0)")) }
    }

    /// A folder in place of a file can't be read, and is not "no file".
    private func lock() throws {
        for (file, hidden) in files {
            try FileManager.default.moveItem(at: file, to: hidden)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        }
    }

    private func unlock() throws {
        for (file, hidden) in files {
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: hidden, to: file)
        }
    }

    private func end(_ session: ChatSession) async {
        session.store.dispatch(action: AccountAction.removed(account.id))
        await session.store.finish()
        try? FileManager.default.removeItem(at: root)
    }

    @Test(arguments: [AppEvent.unlocked, .becameActive])
    func `a launch before the first unlock forgets nothing, and goes on when files can be read`(event: AppEvent)
        async throws
    {
        try await launchAndEnd()
        try lock()
        let place = SharePlaces.Place(account: account.id, room: .lobby)
        let message = try #require(SharedMessage(at: 1, place: place, text: "shared", files: []))
        try await folder.hand(message, files: [])
        let service = CountingService()

        let session = session()
        session.registerForPush(with: service, for: app)
        session.deviceTokenCame(Data([1, 2]))
        session.start()
        // The sheet that adds an account is not there, and a sentence says why nothing else is.
        #expect(session.store.state.awaitsStorage && session.sheet == nil && session.failure != nil)
        #expect(await !session.drain())
        session.activityChanged(isActive: true)
        session.activityChanged(isActive: false)
        session.open(.lobby)
        session.send("early", to: .lobby)
        await session.heard(.enteredBackground)?.value
        await session.pushes.finish()
        #expect(await folder.waiting().count == 1)
        #expect(await folder.places().groups.map(\.id) == [account.id])
        #expect(await pushes.accounts.load()?.entries.map(\.account) == [account.id])
        #expect(await service.calls == 0)

        try unlock()
        session.heard(event)
        #expect(session.failure == nil && session.store.state.accounts.currentID == account.id)
        #expect(session.store.state.isActive == (event == .becameActive))
        await session.shared?.send(in: session.store)
        await wait(session) { $0.chat.waiting == 0 && $0.chat.connection.phase == .connected }
        let texts = await server.log(of: .lobby).compactMap { event -> String? in
            if case .message(let message) = event.content { message.text } else { nil }
        }
        #expect(texts.sorted() == ["early", "shared"])
        // The service was told of the account in the process before.
        await session.pushes.finish()
        #expect(await service.calls == 0)
        #expect(await folder.waiting().isEmpty)
        // From now on changes are saved.
        session.store.dispatch(action: RoomAction.written(.lobby, "a draft"))
        try await session.save()
        #expect(try session.files.state.load().state?.drafts[account.id, .lobby] == "a draft")
        await end(session)
    }

    @Test func `a run in the background goes on by itself when files can be read`() async throws {
        try await launchAndEnd()
        try lock()
        let session = session()
        #expect(await !session.drain())
        try unlock()
        #expect(await session.drain())
        #expect(session.store.state.accounts.currentID == account.id)
        await end(session)
    }

    /// A session of an app's own user who has turned maps on, and whose state can't be read until
    /// `unlock` is called.
    private func lockedOwnSession() async throws -> (session: ChatSession, unlock: () throws -> Void) {
        let files = SessionFiles(folder: root, downloads: root.appendingPathComponent("downloads"))
        func session() -> ChatSession {
            ChatSession(
                server: "chat.example.org", user: "42", files: files, connect: { [server] _ in server.transport })
        }
        let first = session()
        first.start()
        first.store.dispatch(action: AccountAction.mapsChosen(true))
        await wait(first) { $0.chat.identity != nil }
        let own = first.files
        try await first.save()
        first.store.dispatch(action: Cancel(id: RunClient.Run(account: AccountID(high: 0, low: 1))))
        await first.store.finish()
        let saved = own.folder.appendingPathComponent("hidden")
        try FileManager.default.moveItem(at: own.state.url, to: saved)
        try FileManager.default.createDirectory(at: own.state.url, withIntermediateDirectories: false)

        let second = session()
        second.start()
        #expect(second.store.state.accounts.all.isEmpty && second.failure != nil)
        return (
            second,
            {
                try FileManager.default.removeItem(at: own.state.url)
                try FileManager.default.moveItem(at: saved, to: own.state.url)
            }
        )
    }

    @Test func `an app's own user is not added anew while their state can't be read`() async throws {
        let (session, unlock) = try await lockedOwnSession()
        try unlock()
        session.heard(.becameActive)
        #expect(session.store.state.accounts.all.count == 1 && session.store.state.settings.showsMaps)
        #expect(await session.signOut())
        try? FileManager.default.removeItem(at: root)
    }

    @Test func `a sign-out says that nothing is deleted yet, and is done when files can be read`() async throws {
        let (session, unlock) = try await lockedOwnSession()
        let journal = session.files.storage(of: AccountID(high: 0, low: 1)).path
        #expect(await !session.signOut())
        #expect(FileManager.default.fileExists(atPath: journal))
        try unlock()
        session.heard(.becameActive)
        await session.store.finish()
        #expect(session.store.state.accounts.all.isEmpty && session.store.state.leftovers.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: journal))
        try? FileManager.default.removeItem(at: root)
    }
}

/// Counts what it is asked.
private actor CountingService: PushService {
    private(set) var calls = 0

    func register(_ registration: PushRegistration, tokens: any TokenProvider) { calls += 1 }
    func unregister(_ registration: PushRegistration) { calls += 1 }
}
