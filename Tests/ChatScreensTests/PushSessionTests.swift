import ChatCore
import ChatModel
import ChatTesting
import ChatWire
import Flux
import Foundation
import Testing

@testable import ChatScreens
@testable import ChatStore

/// A session's push notifications, against the server's rules in process.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PushSessionTests {
    private let server = LoopbackServer()
    private let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("push-\(AccountID.random().text)", isDirectory: true)
    private let app = PushApp(topic: "chat.martlet.app", environment: .development, version: "1.0")

    private func account(_ number: UInt64) throws -> Account {
        Account(
            id: AccountID(high: number, low: 1), server: try #require(ServerAddress("chat.example.org")),
            name: "ann\(number)")
    }

    private func session() -> ChatSession {
        let files = SessionFiles(folder: root, downloads: root.appendingPathComponent("downloads"))
        return ChatSession(files: files, connect: { [server] _ in server.transport })
    }

    private func wait(_ session: ChatSession, until isReached: (AppState) -> Bool) async {
        for await state in session.store.states where isReached(state) { return }
    }

    private func end(_ session: ChatSession) async {
        for account in session.store.state.accounts.all {
            session.store.dispatch(action: AccountAction.removed(account.id))
        }
        await session.store.finish()
        try? FileManager.default.removeItem(at: root)
    }

    @Test func `a tapped push opens its message in its account, also right after the launch`() async throws {
        let first = session()
        first.start()
        for number in [1, 2] as [UInt64] {
            first.store.dispatch(action: AccountAction.added(try account(number), room: .lobby))
            await wait(first) { $0.chat.identity != nil && $0.chat.connection.phase == .connected }
        }
        let id = try account(1).id
        let user = try #require(first.store.state.chat(of: id).identity?.user)
        try await first.save()
        for number in [1, 2] as [UInt64] {
            first.store.dispatch(action: Cancel(id: RunClient.Run(account: try account(number).id)))
        }
        await first.store.finish()

        // The state is restored, and no client is open yet.
        let second = session()
        #expect(second.store.state.accounts.currentID != id)
        let push = PushPayload(server: try account(1).server, user: user, room: .lobby, seq: 7)
        await second.open(push)
        #expect(second.store.state.accounts.currentID == id && second.store.state.navigation.target == 7)

        // A push for somebody who is not on this device.
        second.store.dispatch(action: AccountAction.chosen(try account(2).id))
        await second.open(PushPayload(server: push.server, user: UserID(high: 9, low: 9), room: .lobby, seq: 7))
        second.open(Announcement.Place(account: AccountID(high: 9, low: 9), link: push.link))
        #expect(second.store.state.accounts.currentID == (try account(2).id))
        await end(second)
    }

    @Test func `a push for the room that is seen is not shown`() async throws {
        let session = session()
        session.start(isActive: true)
        session.store.dispatch(action: AccountAction.added(try account(1), room: .lobby))
        await wait(session) { $0.chat.identity != nil }
        let user = try #require(session.store.state.chat.identity?.user)
        let push = PushPayload(server: try account(1).server, user: user, room: .lobby, seq: 7)
        let place = try #require(session.store.state.place(of: push))
        #expect(session.store.state.isShown(place))
        session.store.dispatch(action: ScreenAction.appeared(RoomScreens.ID(), .lobby))
        #expect(!session.store.state.isShown(place))
        await end(session)
    }

    @Test(arguments: [false, true])
    func `a session tells the push service of its user, and of the sign-out`(isTokenFirst: Bool) async throws {
        let service = SessionService()
        let files = SessionFiles(folder: root, downloads: root.appendingPathComponent("downloads"))
        let session = ChatSession(
            server: "chat.example.org", user: "42", files: files, connect: { [server] _ in server.transport })
        // The system tells the token when it likes.
        if isTokenFirst { session.deviceTokenCame(Data([1, 2])) }
        session.registerForPush(with: service, for: app)
        session.start()
        if !isTokenFirst { session.deviceTokenCame(Data([1, 2])) }
        await wait(session) { $0.chat.identity != nil }
        let user = try #require(session.store.state.chat.identity?.user)
        while await service.users.isEmpty { await Task.yield() }
        #expect(await service.users == [user])
        await session.signOut()
        #expect(await service.users.isEmpty)
        await end(session)
    }
}

/// Remembers the registered users.
private actor SessionService: PushService {
    private(set) var users: Set<UserID> = []

    func register(_ registration: PushRegistration, tokens: any TokenProvider) async throws {
        guard try await tokens.token(replacing: nil) != nil else { throw PushRefusal(isFinal: true) }
        users.insert(registration.user)
    }

    func unregister(_ registration: PushRegistration) { users.remove(registration.user) }
}
