import ChatCore
import ChatStore
import ChatWire
import Testing

@testable import MartletApp

struct RoomItemsTests {
    private func room(_ name: String) throws -> RoomName { try #require(RoomName(name)) }

    private func state() throws -> AppState {
        let server = try #require(ServerAddress("chat.example.org"))
        let account = Account(id: AccountID(high: 1, low: 1), server: server, name: "ann")
        var state = AppState()
        AppState.reducer(&state, AccountAction.added(account, room: .lobby))
        AppState.reducer(&state, RoomAction.joined(try room("tea")))
        return state
    }

    @Test func `rooms are listed before their client has told anything`() throws {
        #expect(try state().items.found(by: "").map(\.room.text) == ["lobby", "tea"])
    }

    @Test func `one goes from room to room, and around the ends`() throws {
        let state = try state()
        #expect(state.room(1, from: .lobby) == (try room("tea")))
        #expect(state.room(1, from: try room("tea")) == .lobby)
        #expect(state.room(-1, from: .lobby) == (try room("tea")))
        #expect(state.room(1, from: nil) == .lobby)
        #expect(AppState().room(1, from: nil) == nil)
    }

    @Test func `a journal that can't be read is said in the banner`() throws {
        var state = try state()
        let id = try #require(state.accounts.currentID)
        AppState.reducer(&state, ChatAction.failed(id, "The disk is full."))
        #expect(state.notice?.sentence == "The disk is full.")
    }
}
