import ChatCore
import ChatTesting
import Flux
import Foundation
import Testing

@testable import ChatStore

/// The invite links of a group.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LinksTests {
    private let ann = AccountID(high: 1, low: 1)

    @Test func `the codes of this device's links are kept, saved, and forgotten with their links`() throws {
        let group = RoomName.newGroup()
        let codes = try (0..<3).map { _ in try #require(InviteCode(group, .random())) }
        let foreign = try #require(InviteCode(.newGroup(), .random()))
        var known = LinkCodes()
        for code in codes + [foreign] { known.keep(code, account: ann) }
        known = try JSONDecoder().decode(LinkCodes.self, from: JSONEncoder().encode(known))
        #expect(known.codes(of: group, account: ann).count == 3)
        #expect(known.codes(of: group, account: ann)[codes[1].secret.link] == codes[1])
        #expect(known.codes(of: group, account: AccountID(high: 2, low: 2)).isEmpty)
        // A link that was not listed yet may be on its way.
        known.listed([], of: group, account: ann)
        #expect(known.codes(of: group, account: ann).count == 3)
        known.listed(Set(codes.map(\.secret.link)), of: group, account: ann)
        known = try JSONDecoder().decode(LinkCodes.self, from: JSONEncoder().encode(known))
        known.listed([codes[1].secret.link], of: group, account: ann)
        #expect(known.codes(of: group, account: ann).values.map(\.self) == [codes[1]])
        #expect(known.codes(of: foreign.room, account: ann).count == 1)
        known.forget(ann)
        #expect(known == LinkCodes())
    }

    @Test func `only so many codes are kept`() throws {
        let group = RoomName.newGroup()
        var known = LinkCodes()
        let first = try #require(InviteCode(group, .random()))
        known.keep(first, account: ann)
        for _ in 0..<Limits.linkCodes { known.keep(try #require(InviteCode(group, .random())), account: ann) }
        #expect(known.codes(of: group, account: ann).count == Limits.linkCodes)
        #expect(known.codes(of: group, account: ann)[first.secret.link] == nil)
    }

    @Test func `a list that could not be read is asked for again, and one of another room is dropped`() {
        let group = RoomName.newGroup()
        var state = AppState()
        state.navigation.room = group
        let closed = state
        AppState.reducer(&state, NavigationAction.sheetOpened(.links))
        #expect(state.links == RoomLinks(group) && ListLinks.isDue(before: closed, after: state))
        AppState.reducer(&state, LinksAction.came(.newGroup(), []))
        #expect(state.links?.isLoading == true)
        AppState.reducer(&state, LinksAction.failed(group, "No connection."))
        #expect(state.links?.failure == "No connection." && state.links?.isLoading == false)
        let failed = state
        AppState.reducer(&state, LinksAction.wanted)
        #expect(state.links?.isLoading == true && ListLinks.isDue(before: failed, after: state))
        #expect(!ListLinks.isDue(before: state, after: state))
    }

    @Test func `the list is read again when one link was answered while another is made`() {
        let group = RoomName.newGroup()
        func state(waiting link: UInt64) -> AppState {
            var chat = Chat(device: DeviceID(high: 0, low: 0), name: "ann", token: nil)
            let change = LinkChange(making: LinkID(high: 1, low: link))
            _ = chat.handle(
                .perform(.link(change), in: group, ticket: Ticket(link)), at: Now(monotonic: 0, wall: 0, random: 0))
            var state = AppState()
            state.chat = ChatState(chat)
            state.links = RoomLinks(group)
            return state
        }
        #expect(ListLinks.isDue(before: state(waiting: 1), after: state(waiting: 2)))
        #expect(!ListLinks.isDue(before: state(waiting: 1), after: state(waiting: 1)))
    }

    @Test func `a link is made, listed with its code, and gone when it is revoked`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let group = RoomName.newGroup()
        for action in RoomAction.make(group: group, title: "Tea", inviting: [], ticket: { Ticket(3) }) {
            store.dispatch(action: action)
        }
        await store.until { $0.chat.conversations[group]?.membership == .joined }
        store.dispatch(action: NavigationAction.sheetOpened(.links))
        await store.until { $0.links?.isLoading == false }
        #expect(store.state.links?.items == [] && store.state.links?.failure == nil)
        let before = store.state

        let code = try #require(InviteCode(group, .random()))
        let link = code.secret.link
        store.dispatch(action: RoomAction.linkMade(code, LinkChange(making: link, uses: 3), Ticket(7)))
        await store.until { $0.links?.items.map(\.link) == [link] }
        #expect(store.state.links?.items.first?.uses == 3)
        // The store may not see the state in which the change waits.
        #expect(ListLinks.isDue(before: before, after: store.state))
        #expect(!ListLinks.isDue(before: store.state, after: store.state))
        #expect(store.state.linkCodes.codes(of: group, account: world.account.id) == [link: code])

        store.dispatch(action: RoomAction.performed(.link(LinkChange(revoking: link)), group, Ticket(8)))
        await store.until { $0.links?.items == [] }
        #expect(store.state.linkCodes.codes(of: group, account: world.account.id).isEmpty)
        try await store.quit()
    }
}
