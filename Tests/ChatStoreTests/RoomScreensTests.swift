import ChatCore
import ChatModel
import ChatWire
import Flux
import Testing

@testable import ChatStore

/// Which room is open while views of rooms come and go.
struct RoomScreensTests {
    private let first = RoomScreens.ID()
    private let second = RoomScreens.ID()
    private let tea: RoomName
    private let garden: RoomName
    private var state = AppState()

    init() throws {
        tea = try #require(RoomName("tea"))
        garden = try #require(RoomName("garden"))
        let server = try #require(ServerAddress("chat.example.org"))
        let account = Account(id: AccountID(high: 1, low: 1), server: server, name: "ann")
        AppState.reducer(&state, Launched(utcOffsets: 0, isActive: true, reportsScreens: true))
        AppState.reducer(&state, AccountAction.added(account, room: nil))
    }

    private mutating func inputs(_ action: any Action) -> [Input] {
        let before = state
        AppState.reducer(&state, action)
        return ChatInputs.of(action, before: before, after: state)
    }

    /// A view comes onto the screen and opens its room.
    private mutating func show(_ room: RoomName, on screen: RoomScreens.ID) {
        AppState.reducer(&state, ScreenAction.appeared(screen, room))
        AppState.reducer(&state, RoomAction.joined(room))
    }

    @Test mutating func `a room that is joined takes the place of the one before, for the client too`() {
        let first: [Input] = inputs(RoomAction.joined(tea))
        #expect(first == [.join(tea), .show(tea, .newest)])
        let second: [Input] = inputs(RoomAction.joined(garden))
        #expect(second == [.join(garden), .show(tea, .closed), .show(garden, .newest)])
        let again: [Input] = inputs(RoomAction.joined(garden))
        #expect(again == [.join(garden)])
    }

    @Test mutating func `a room that is opened is shown by the view in front, not by the one that it covers`() {
        show(tea, on: first)
        AppState.reducer(&state, NavigationAction.roomOpened(garden))
        #expect(state.screens.room(of: first) == garden && state.screens.front == first)
        show(tea, on: second)
        AppState.reducer(&state, NavigationAction.roomOpened(.lobby))
        #expect(state.screens.room(of: second) == .lobby && state.screens.room(of: first) == garden)
        #expect(state.screens.front == second && state.seenRoom == .lobby)
    }

    @Test mutating func `a view that is in front again shows its room again`() {
        show(tea, on: first)
        AppState.reducer(&state, ScreenAction.left(first))
        show(garden, on: second)
        // A swipe back that the user takes back.
        show(tea, on: first)
        #expect(state.navigation.room == tea && state.screens.front == first)
        let turned: [Input] = inputs(ScreenAction.left(first))
        #expect(turned.first == .show(tea, .closed) && turned.last == .show(garden, .newest))
        #expect(state.navigation.room == garden && state.seenRoom == garden)
        // A view that was not in front changes nothing.
        show(tea, on: first)
        AppState.reducer(&state, ScreenAction.left(second))
        #expect(state.navigation.room == tea && !state.screens.contains(second))
        AppState.reducer(&state, ScreenAction.left(first))
        #expect(state.navigation.room == tea && state.screens.front == nil && state.seenRoom == nil)
    }

    @Test mutating func `a view whose scene is not active is behind the others`() {
        show(tea, on: first)
        show(garden, on: second)
        for screen in [first, second] { AppState.reducer(&state, ScreenAction.sceneChanged(screen, isActive: true)) }
        #expect(state.screens.front == second)
        AppState.reducer(&state, ScreenAction.sceneChanged(second, isActive: false))
        #expect(state.screens.front == first && state.seenRoom == tea)
        AppState.reducer(&state, ScreenAction.sceneChanged(first, isActive: false))
        #expect(state.seenRoom == nil)
    }

    @Test mutating func `the view beside a list shows whichever room is open`() {
        AppState.reducer(&state, RoomAction.joined(tea))
        AppState.reducer(&state, ScreenAction.appeared(first, nil))
        #expect(state.screens.isFrontFollowing && state.screens.room(of: first) == nil && state.seenRoom == tea)
        AppState.reducer(&state, NavigationAction.roomOpened(garden))
        #expect(state.screens.room(of: first) == nil && state.seenRoom == garden)
        show(tea, on: second)
        #expect(!state.screens.isFrontFollowing)
        AppState.reducer(&state, ScreenAction.left(second))
        #expect(state.navigation.room == tea && state.screens.isFrontFollowing)
    }

    @Test mutating func `without reports of views the open room counts as on the screen`() {
        var state = AppState()
        state.accounts = self.state.accounts
        AppState.reducer(&state, Launched(utcOffsets: 0, isActive: true))
        AppState.reducer(&state, RoomAction.joined(tea))
        #expect(state.seenRoom == tea && state.screens.front == nil)
        AppState.reducer(&state, ActivityChanged(isActive: false))
        #expect(state.seenRoom == nil)
    }
}
