import ChatCore
import ChatModel
import ChatWire
import Flux
import FluxTesting
import Foundation
import Testing

@testable import ChatStore

@MainActor
struct FindDayTests {
    private let day = Date(timeIntervalSince1970: 1_795_219_200)

    /// A store with an account whose lobby is on the screen.
    private func store() throws -> (TestStore<AppState>, AccountID) {
        let server = try #require(ServerAddress("chat.example.org"))
        let account = Account(id: AccountID(high: 1, low: 1), server: server, name: "ann")
        var state = AppState()
        AppState.reducer(&state, AccountAction.added(account, room: .lobby))
        AppState.reducer(&state, NavigationAction.roomOpened(.lobby))
        return (TestStore(reducer: AppState.reducer, state: state), account.id)
    }

    private func action(_ account: AccountID, _ room: RoomName = .lobby, finds result: Result<Seq?, WireError>)
        -> FindDay
    {
        FindDay(account: account, room: room, start: day) { [day] _, start in
            #expect(start == day)
            return try result.get()
        }
    }

    @Test func `the user goes to the message that was found`() async throws {
        let (store, account) = try store()
        store.send(action(account, finds: .success(7)))
        await store.receive(NavigationAction.messageWanted(7)) { $0.navigation.target = 7 }
        await store.finish()
    }

    @Test func `without a message since then, the user goes to the newest`() async throws {
        let (store, account) = try store()
        store.send(action(account, finds: .success(nil)))
        await store.receive(NavigationAction.bottomWanted) {
            $0.shown?.isFollowing = true
            $0.shown?.scroll(to: nil)
        }
        await store.finish()
    }

    @Test(.timeLimit(.minutes(5)))
    func `a number that is no message leads to the message before it`() async throws {
        let world = try World()
        defer { world.remove() }
        await world.server.say("one", as: "bob", in: .lobby)
        let reaction = Mutation.react(of: 1, emoji: "👍", on: true)
        await world.server.act(.mutate(room: .lobby, number: nil, after: nil, reaction), as: "bob", in: .lobby)
        await world.server.say("two", as: "bob", in: .lobby)
        let store = try await world.storeInLobby()
        await store.until { $0.texts == ["one", "two"] }
        store.dispatch(action: NavigationAction.messageWanted(2))
        #expect(store.state.navigation.target == nil && store.state.shown?.scroll?.row == .event(1))
        // A message that is not there yet is waited for.
        store.dispatch(action: NavigationAction.messageWanted(4))
        #expect(store.state.navigation.target == 4)
        await world.server.say("three", as: "bob", in: .lobby)
        await store.until { $0.shown?.scroll?.row == .event(4) }
        try await store.quit()
    }

    @Test func `the reason is told if there is no answer`() async throws {
        let (store, account) = try store()
        store.send(action(account, finds: .failure(.notConnected)))
        let sentence = "The day was not found. \(AskServer.sentence(WireError.notConnected))"
        await store.receive(ChatAction.refused(account, sentence)) {
            $0.refusals = 1
            $0.refusal = AppState.Refusal(ticket: Ticket(1), sentence: sentence, isAboutPicture: false)
        }
        await store.finish()
    }

    @Test func `an answer for a room that is not on the screen any more leads nowhere`() async throws {
        let (store, account) = try store()
        store.send(action(account, try #require(RoomName("garden")), finds: .success(7)))
        await store.finish()
        #expect(store.state.navigation.target == nil)
    }
}
