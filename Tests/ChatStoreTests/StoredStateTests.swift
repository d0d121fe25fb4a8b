import ChatCore
import ChatWire
import Foundation
import Testing

@testable import ChatStore

/// An app's state as an earlier version wrote it.
@Suite struct StoredStateTests {
    private let earlier = """
        {"accounts":{"all":[
        {"id":"00000000-0000-0001-0000-000000000002","server":"wss:\\/\\/chat.example.org","name":"ann"},
        {"id":"00000000-0000-0003-0000-000000000004","server":"ws:\\/\\/192.168.1.20:8080","name":"bob"},
        {"id":"00000000-0000-0005-0000-000000000006","server":"ws:\\/\\/[::1]:8080","name":"eve"}],
        "current":"00000000-0000-0003-0000-000000000004"},
        "navigation":{"room":"garden"},
        "drafts":{"all":[{"account":"00000000-0000-0003-0000-000000000004","room":"garden","text":"unsent"}]},
        "settings":{"notifies":false},
        "rooms":{"00000000-0000-0001-0000-000000000002":["lobby","garden"]}}
        """

    @Test func `the state of an earlier version is read`() throws {
        let state = try JSONDecoder().decode(AppState.self, from: Data(earlier.utf8))
        let (ann, bob) = (AccountID(high: 1, low: 2), AccountID(high: 3, low: 4))
        #expect(state.accounts.all.map(\.id) == [ann, bob, AccountID(high: 5, low: 6)])
        #expect(
            state.accounts.all.map(\.server) == [
                ServerAddress("https://chat.example.org"), ServerAddress("http://192.168.1.20:8080"),
                ServerAddress("http://[::1]:8080"),
            ])
        #expect(state.accounts.currentID == bob && state.accounts.current?.name == "bob")
        #expect(state.accounts.current?.isRegistered == false)
        let garden = try #require(RoomName("garden"))
        #expect(state.navigation.room == garden && !state.settings.notifies)
        #expect(!state.settings.showsMaps, "nobody has asked for maps")
        #expect(state.drafts[bob, garden] == "unsent")
        #expect(state.knownRooms == [ann: [.lobby, garden]])
        try #expect(JSONDecoder().decode(AppState.self, from: JSONEncoder().encode(state)) == state)
    }
}
