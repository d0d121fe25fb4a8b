import ChatCore
import Flux
import Foundation
import Testing

@testable import ChatStore

@MainActor
struct ReducerTests {
    private let address = ServerAddress("chat.example.org")
    private let ann = AccountID(high: 1, low: 1)

    private func account(_ number: UInt64, _ name: String, _ server: String = "chat.example.org") throws -> Account {
        Account(id: AccountID(high: number, low: number), server: try #require(ServerAddress(server)), name: name)
    }

    private func store(_ state: AppState = AppState()) -> TestStore<AppState> {
        TestStore(reducer: AppState.reducer, state: state) { Issue.record("\($0)") }
    }

    private func state(with account: Account) -> AppState {
        var state = AppState()
        AppState.reducer(&state, AccountAction.added(account, room: .lobby))
        return state
    }

    @Test func `the same server and name is the same account`() throws {
        var state = state(with: try account(1, "ann"))
        AppState.reducer(&state, AccountAction.added(try account(2, "bob"), room: .lobby))
        AppState.reducer(&state, AccountAction.added(try account(3, "ann"), room: .lobby))
        #expect(state.accounts.all.map(\.name) == ["ann", "bob"])
        #expect(state.accounts.currentID == ann)
    }

    @Test func `no more accounts than there may be`() throws {
        var accounts = Accounts()
        for number in 1...UInt64(Limits.accounts) + 1 { accounts.add(try account(number, "ann\(number)")) }
        #expect(accounts.all.count == Limits.accounts && accounts.isFull)
    }

    @Test func `the last account's end leads back to the first screen`() async throws {
        let store = store(state(with: try account(1, "ann")))
        store.send(AccountAction.removed(ann)) {
            $0.accounts = Accounts()
            $0.knownRooms = [:]
            $0.navigation = Navigation()
            $0.navigation.sheet = .server(address: "", room: "lobby")
            $0.shown = nil
        }
        store.send(NavigationAction.sheetClosed)
        await store.finish()
    }

    @Test func `a link leads to its room and message, to another account, or to the form for its server`() throws {
        var state = state(with: try account(1, "ann"))
        AppState.reducer(&state, AccountAction.added(try account(2, "ann", "other.example.org"), room: .lobby))
        let link = try #require(ChatLink("martlet://chat.example.org/tea/7"))
        AppState.reducer(&state, NavigationAction.linkFollowed(link))
        #expect(state.accounts.currentID == ann && state.navigation.room == link.room && state.navigation.target == 7)
        let foreign = try #require(ChatLink("martlet://third.example.org/tea"))
        AppState.reducer(&state, NavigationAction.linkFollowed(foreign))
        #expect(state.navigation.sheet == .server(address: "wss://third.example.org", room: "tea"))
        #expect(state.navigation.room == link.room)
    }

    @Test func `what a client tells of an account that is no longer in use changes nothing`() throws {
        var state = state(with: try account(1, "ann"))
        let before = state
        AppState.reducer(&state, ChatAction.failed(AccountID(high: 9, low: 9), "too late"))
        AppState.reducer(&state, ChatAction.changed(AccountID(high: 9, low: 9), ChatState()))
        #expect(state == before)
    }

    @Test func `drafts are kept by account and room, and the oldest goes when there are too many`() throws {
        var drafts = Drafts()
        for number in 0...Limits.drafts {
            drafts.keep("\(number)", account: ann, room: try #require(RoomName("r\(number)")))
        }
        #expect(drafts[ann, try #require(RoomName("r0"))] == nil)
        #expect(drafts[ann, try #require(RoomName("r1"))] == "1")
        drafts.keep("", account: ann, room: try #require(RoomName("r1")))
        #expect(drafts[ann, try #require(RoomName("r1"))] == nil)
        #expect(drafts[AccountID(high: 2, low: 2), try #require(RoomName("r2"))] == nil)
    }

    @Test func `saved is what the app alone knows, and a sheet is not opened again`() throws {
        var state = state(with: try account(1, "ann"))
        AppState.reducer(&state, RoomAction.written(.lobby, "draft"))
        AppState.reducer(&state, NavigationAction.sheetOpened(.settings))
        AppState.reducer(&state, AccountAction.notificationsChosen(false))
        let restored = try JSONDecoder().decode(AppState.self, from: JSONEncoder().encode(state))
        #expect(
            restored.accounts == state.accounts && restored.drafts == state.drafts
                && restored.settings == state.settings)
        #expect(
            restored.navigation.room == .lobby && restored.navigation.sheet == nil && restored.shown?.room == .lobby)
        #expect(restored.knownRooms == [ann: [.lobby]])
    }

    @Test(arguments: [
        (NavigationAction.bottomWanted, [Input.show(.lobby, .newest)]),
        (NavigationAction.messageWanted(7), [Input.show(.lobby, .around(7))]),
        (NavigationAction.roomClosed, [Input.show(.lobby, .closed)]),
        (NavigationAction.sheetOpened(.join), []),
    ])
    func `where one goes is told to the client`(action: NavigationAction, inputs: [Input]) throws {
        let before = state(with: try account(1, "ann"))
        var after = before
        AppState.reducer(&after, action)
        #expect(ChatInputs.of(action, before: before, after: after) == inputs)
    }

    @Test func `a client is told its rooms and what is on the screen before it connects`() throws {
        let state = state(with: try account(1, "ann"))
        #expect(ChatInputs.opening(state) == [.join(.lobby), .show(.lobby, .newest), .start])
    }
}

struct GroupActionTests {
    private let me = UserID(high: 1, low: 1)
    private let ann = Author(user: UserID(high: 2, low: 2), name: "ann")
    private let group = RoomName.newGroup()

    @Test func `an invitation is accepted before the room is opened, and declined without opening it`() {
        let accepted = RoomAction.answer(invitationTo: group, accepting: true, user: me, ticket: Ticket(1))
        let join = Mutation.membership(MembershipChange(me, .join))
        #expect(accepted == [.performed(join, group, Ticket(1)), .joined(group)])
        let declined = RoomAction.answer(invitationTo: group, accepting: false, user: me, ticket: Ticket(1))
        #expect(declined == [.performed(.membership(MembershipChange(me, .leave)), group, Ticket(1))])
    }

    @Test func `a group is made, people are invited, and it is opened, each under a ticket of its own`() {
        var tickets: UInt64 = 0
        let actions = RoomAction.make(group: group, title: "Tea", inviting: [ann]) {
            tickets += 1
            return Ticket(tickets)
        }
        let invitation = Mutation.membership(MembershipChange(ann.user, .invite, called: "ann"))
        #expect(
            actions == [
                .performed(.settings(SettingsChange(title: "Tea")), group, Ticket(1)),
                .performed(invitation, group, Ticket(2)), .joined(group),
            ])
    }

    @Test func `leaving a group ends the membership, and leaving another room does not`() {
        let leave = Mutation.membership(MembershipChange(me, .leave))
        #expect(
            RoomAction.leave(group, isMember: true, user: me, ticket: Ticket(1))
                == [.performed(leave, group, Ticket(1)), .left(group)])
        #expect(RoomAction.leave(.lobby, isMember: false, user: me, ticket: Ticket(1)) == [.left(.lobby)])
    }
}
