import ChatModel
import ChatWire
import Flux
import Testing

@testable import ChatStore

@MainActor
struct FirstNewTests {
    /// A store whose user has been in the lobby, and three messages that came since.
    private func store(_ world: World) async throws -> Store<AppState> {
        let store = try await world.storeInLobby()
        for text in ["one", "two", "three"] { await world.server.say(text, as: "bob", in: .lobby) }
        await store.until { $0.texts == ["one", "two", "three"] }
        return store
    }

    @Test(.timeLimit(.minutes(5)))
    func `new messages that begin above the list are a button away, which goes when it was pressed`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await store(world)
        #expect(store.state.shown?.new.count == 3 && store.state.shown?.offersFirstNew == false, "nothing is seen")
        store.dispatch(action: RoomAction.read(.lobby, 3))
        #expect(store.state.shown?.offersFirstNew == true)
        store.dispatch(action: NavigationAction.firstNewWanted)
        #expect(store.state.shown?.scroll?.row == .event(1) && store.state.shown?.isFollowing == false)
        #expect(store.state.shown?.offersFirstNew == false)
        try await store.quit()
    }

    @Test(.timeLimit(.minutes(5)))
    func `the way down leads to the first unread message, and then to the newest`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await store(world)
        store.dispatch(action: RoomAction.followed(.lobby, false))
        store.dispatch(action: NavigationAction.downWanted)
        #expect(store.state.shown?.scroll?.row == .event(1) && store.state.shown?.isFollowing == false)
        // The first message is shown and read there, and the next one is the first unread one now.
        store.dispatch(action: ActivityChanged(isActive: true))
        store.dispatch(action: RoomAction.read(.lobby, 1))
        await store.until { $0.chat.conversations[.lobby]?.readMark == 1 }
        store.dispatch(action: NavigationAction.downWanted)
        #expect(store.state.shown?.scroll?.row == nil && store.state.shown?.isFollowing == true)
        try await store.quit()
    }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func `the button goes when the user has seen the separator or has answered`(isSeen: Bool) async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await store(world)
        store.dispatch(action: RoomAction.read(.lobby, 3))
        #expect(store.state.shown?.offersFirstNew == true)
        if isSeen {
            store.dispatch(action: RoomAction.separatorSeen(.lobby))
        } else {
            store.dispatch(action: RoomAction.performed(.message(text: "yes"), .lobby, Ticket(1)))
        }
        #expect(store.state.shown?.offersFirstNew == false)
        try await store.quit()
    }
}
