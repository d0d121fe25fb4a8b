import ChatModel
import ChatWire
import Flux
import FluxTesting
import Testing

@testable import ChatStore

struct MessageSearchTests {
    /// The app with a room on the screen, and the search of its messages open.
    private func searching() -> AppState {
        var state = AppState()
        state.navigation.room = .lobby
        AppState.reducer(&state, NavigationAction.sheetOpened(.findMessages))
        return state
    }

    private var page: HitsPage {
        let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
        let hit = Event(
            seq: 7, id: EventID(high: 1, low: 7), at: 1, author: ann, idempotencyKey: nil,
            content: .message(Message(text: "tea")))
        return HitsPage(messages: [hit], next: nil)
    }

    @MainActor
    @Test func `the server is asked when the user has stopped typing`() async throws {
        var state = searching()
        AppState.reducer(&state, MessageFinderAction.typed("tea"))
        let question = try #require(state.messageFinder?.question)
        let (clock, page) = (TestClock(), page)
        let store = TestStore(
            reducer: AppState.reducer, state: state, dependencies: Dependencies { $0.clock = clock })
        store.send(FindMessages(question: question) { _ in page })
        #expect(await clock.advance() == .milliseconds(Limits.searchPause))
        await store.receive(MessageFinderAction.found(question, page)) { $0.messageFinder?.take(page, of: question) }
        await store.finish()
    }

    @Test func `a message that was found is shown, and the search closes`() throws {
        var state = searching()
        AppState.reducer(&state, MessageFinderAction.typed("tea"))
        AppState.reducer(&state, MessageFinderAction.found(try #require(state.messageFinder?.question), page))
        #expect(state.messageFinder?.found.map(\.seq) == [7])
        AppState.reducer(&state, NavigationAction.messageWanted(7))
        #expect(state.messageFinder == nil && state.navigation.target == 7)
    }

    @Test func `another sheet ends the search`() {
        var state = searching()
        AppState.reducer(&state, NavigationAction.sheetOpened(.members))
        #expect(state.messageFinder == nil)
    }

    @Test func `another room ends the search`() {
        var state = searching()
        AppState.reducer(&state, NavigationAction.roomOpened(.own(UserID(high: 1, low: 1))))
        #expect(state.messageFinder == nil && state.navigation.sheet == nil)
    }
}
