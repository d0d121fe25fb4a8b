import ChatCore
import ChatModel
import ChatWire
import Flux
import FluxTesting
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
        TestStore(reducer: AppState.reducer, state: state)
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
        // What the second one has on this device is erased.
        #expect(state.leftovers == [AccountID(high: 3, low: 3)])
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
            $0.leftovers = [ann]
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
        #expect(state.accounts.currentID == ann && state.navigation.sheet == .linkedRoom)
        AppState.reducer(&state, NavigationAction.linkAccepted)
        #expect(state.navigation.room == link.room && state.navigation.target == 7)
        let foreign = try #require(ChatLink("martlet://third.example.org/tea"))
        AppState.reducer(&state, NavigationAction.linkFollowed(foreign))
        #expect(state.navigation.sheet == .server(address: "wss://third.example.org", room: "tea"))
        #expect(state.navigation.room == link.room)
    }

    @Test func `an invite link is used once, when the user has said so`() throws {
        let code = try #require(InviteCode("3h8q0v5k2m9r1t7c4d6f8g0j2n7g2k9q4v1c6m3r8t0d5f2h7j4n"))
        let link = ChatLink(server: try #require(address), code: code)
        var connected = ChatState()
        let me = UserID(high: 7, low: 7)
        connected.identity = Identity(user: me, name: "ann", device: DeviceID(high: 7, low: 8), token: nil)
        let change = MembershipChange(me, .join, code: code.secret)
        let join = Input.perform(.membership(change), in: code.room, ticket: Ticket(code.secret.link.low))

        func accept(_ state: inout AppState) -> [Input] {
            let before = state
            AppState.reducer(&state, NavigationAction.linkAccepted)
            return ChatInputs.of(NavigationAction.linkAccepted, before: before, after: state)
        }

        // The user is asked first. The join comes before the room is entered.
        var state = state(with: try account(1, "ann"))
        state.chat = connected
        let before = state
        AppState.reducer(&state, NavigationAction.linkFollowed(link))
        #expect(ChatInputs.of(NavigationAction.linkFollowed(link), before: before, after: state).isEmpty)
        #expect(state.navigation.sheet == .linkedRoom && state.navigation.room == .lobby && state.canAcceptLink)
        #expect(accept(&state).first == join)
        #expect(state.linked == nil && state.navigation.sheet == nil && state.navigation.room == code.room)
        #expect(accept(&state).isEmpty)

        // On a new device the question waits for the account, and the answer for the first welcome.
        state = AppState()
        AppState.reducer(&state, NavigationAction.linkFollowed(link))
        #expect(state.navigation.sheet == .server(address: link.server.text, room: "lobby"))
        AppState.reducer(&state, AccountAction.added(try account(1, "ann"), room: .lobby))
        #expect(state.navigation.sheet == .linkedRoom && !state.canAcceptLink && accept(&state).isEmpty)
        AppState.reducer(&state, ChatAction.changed(ann, connected))
        #expect(accept(&state).first == join)
    }

    @Test func `a group without a code is joined or asked, as the user decides`() throws {
        let group = RoomName.newGroup()
        let me = UserID(high: 7, low: 7)
        for (action, change) in [
            (NavigationAction.linkAccepted, MembershipChange(me, .join)),
            (.linkRequested(Ticket(1)), MembershipChange(me, .request)),
        ] {
            var state = self.state(with: try account(1, "ann"))
            AppState.reducer(
                &state, NavigationAction.linkFollowed(ChatLink(server: try #require(address), room: group)))
            #expect(!state.canAcceptLink)
            state.chat.identity = Identity(user: me, name: "ann", device: DeviceID(high: 7, low: 8), token: nil)
            let before = state
            AppState.reducer(&state, action)
            let inputs = ChatInputs.of(action, before: before, after: state)
            guard case .perform(let mutation, group, _) = inputs.first else {
                Issue.record("\(inputs)")
                continue
            }
            #expect(mutation == .membership(change) && state.linked == nil && state.navigation.sheet == nil)
            #expect((state.navigation.room == group) == (action == .linkAccepted))
        }
    }

    @Test func `a link that was turned down joins nothing`() throws {
        let code = try #require(InviteCode(.newGroup(), .random()))
        let foreign = ChatLink(server: try #require(ServerAddress("other.example.org")), code: code)
        for action in [NavigationAction.sheetClosed, .sheetOpened(.settings)] {
            var state = self.state(with: try account(1, "ann"))
            AppState.reducer(&state, NavigationAction.linkFollowed(foreign))
            #expect(state.linked != nil)
            AppState.reducer(&state, action)
            #expect(state.linked == nil && !state.canAcceptLink)
        }
        var state = self.state(with: try account(1, "ann"))
        AppState.reducer(&state, NavigationAction.linkFollowed(foreign))
        AppState.reducer(&state, AccountAction.chosen(ann))
        #expect(state.linked == nil && state.navigation.sheet == nil)
    }

    @Test func `a link into a group of which the user is a member opens it, and any other asks`() throws {
        let code = try #require(InviteCode(.newGroup(), .random()))
        let link = ChatLink(server: try #require(address), code: code)
        var info = RoomInfo()
        for (membership, isAsked) in [(Standing.Membership.member, false), (.outsider, true), (.invited, true)] {
            var state = self.state(with: try account(1, "ann"))
            info.standing.membership = membership
            state.chat.rooms = [ListedRoom(room: code.room, info: info)]
            AppState.reducer(&state, NavigationAction.linkFollowed(link))
            #expect((state.navigation.sheet == .linkedRoom) == isAsked)
            #expect((state.navigation.room == code.room) == !isAsked)
        }
    }

    @Test func `an open room is described by the server before the user joins it`() throws {
        let room = try #require(RoomName("tea"))
        var state = self.state(with: try account(1, "ann"))
        let before = state
        AppState.reducer(&state, NavigationAction.linkFollowed(ChatLink(server: try #require(address), room: room)))
        #expect(state.linked?.isLoading == true && DescribeRoom.due(before: before, after: state) == nil)
        let entry = DirectoryEntry(room: room, title: "Tea", topic: "", people: 3, at: 0)
        AppState.reducer(&state, LinkedRoomAction.described(.lobby, nil))
        #expect(state.linked?.isLoading == true)
        AppState.reducer(&state, LinkedRoomAction.described(room, entry))
        #expect(state.linked?.entry == entry && state.linked?.isLoading == false)
        AppState.reducer(&state, NavigationAction.linkAccepted)
        #expect(state.navigation.room == room && state.navigation.sheet == nil)
    }

    @Test func `what a client tells of an account that was removed changes nothing`() throws {
        var state = state(with: try account(1, "ann"))
        let bob = try account(9, "bob")
        AppState.reducer(&state, AccountAction.added(bob, room: nil))
        AppState.reducer(&state, AccountAction.removed(bob.id))
        state.leftovers = []
        let before = state
        AppState.reducer(&state, ChatAction.failed(bob.id, "too late"))
        AppState.reducer(&state, ChatAction.changed(bob.id, ChatState()))
        #expect(state == before)
    }

    @Test func `the profiles of the people on the screen are asked for, each once on a connection`() throws {
        let (me, bob, cleo) = (UserID(high: 7, low: 7), UserID(high: 7, low: 8), UserID(high: 7, low: 9))
        var chat = Chat(device: DeviceID(high: 1, low: 1), name: "ann", token: nil)
        let welcome = ServerFrame.Welcome(
            user: me, name: "ann", device: DeviceID(high: 1, low: 1), token: "t", server: "test", at: 0)
        let now = Now(monotonic: 0, wall: 0, random: 0)
        for input in [Input.start, .opened] {
            for case .send(let frame) in chat.handle(input, at: now) {
                _ = chat.handle(.received(.welcome(ref: frame.ref, welcome)), at: now)
            }
        }
        #expect(chat.connection.phase == .connected)
        var state = state(with: try account(1, "ann"))
        func inputs(_ action: any Action) -> [Input] {
            let before = state
            AppState.reducer(&state, action)
            return ChatInputs.of(action, before: before, after: state)
        }
        func came(_ users: [UserID]) -> PeopleAction {
            .came(.lobby, users.map { Person(author: Author(user: $0, name: "x"), standing: Standing()) })
        }
        state.people = RoomPeople(.lobby)
        #expect(inputs(came([bob])).isEmpty)
        #expect(inputs(ChatAction.changed(ann, ChatState(chat))) == [.wantProfiles([bob])])
        #expect(inputs(ChatAction.changed(ann, ChatState(chat))).isEmpty)
        #expect(inputs(came([bob, cleo])) == [.wantProfiles([cleo])])
    }

    @Test func `a draft of another device fills the composer, and an older report does not take back what was typed`()
        throws
    {
        var state = state(with: try account(1, "ann"))
        var chat = Chat(device: DeviceID(high: 1, low: 1), name: "ann", token: nil)
        let draft = ServerFrame.draft(room: .lobby, text: "from the phone")
        _ = chat.handle(.received(draft), at: Now(monotonic: 0, wall: 0, random: 0))
        AppState.reducer(&state, ChatAction.changed(ann, ChatState(chat)))
        #expect(state.drafts[ann, .lobby] == "from the phone")
        AppState.reducer(&state, RoomAction.written(.lobby, "mine"))
        AppState.reducer(&state, ChatAction.changed(ann, ChatState(chat)))
        #expect(state.drafts[ann, .lobby] == "mine")
    }

    @Test func `a text that was refused after its account was removed is not kept`() throws {
        var state = state(with: try account(1, "ann"))
        AppState.reducer(&state, AccountAction.removed(ann))
        let text = Mutation.message(text: "private")
        AppState.reducer(&state, ChatAction.notKept(ann, .perform(text, in: .lobby, ticket: Ticket(7)), "It is full."))
        AppState.reducer(
            &state, ChatAction.filesRefused(ann, OutgoingFiles([], text: "private"), .lobby, "It is full."))
        #expect(state.drafts == Drafts() && state.refusal == nil)
    }

    @Test func `what was refused is said until it was read, and is nothing to the client`() throws {
        var state = state(with: try account(1, "ann"))
        let text = Mutation.message(text: "lost?")
        AppState.reducer(&state, ChatAction.notKept(ann, .perform(text, in: .lobby, ticket: Ticket(7)), "It is full."))
        #expect(state.drafts[ann, .lobby] == "lost?" && state.chat.failure == nil)
        let refusal = try #require(state.refusal)
        #expect(refusal.sentence == WireError.notKept(because: "It is full.").text)
        // Neither a report of the client nor another message ends it, nor makes a run in the
        // background stop.
        AppState.reducer(&state, ChatAction.changed(ann, ChatState()))
        AppState.reducer(&state, RoomAction.dropped(Ticket(7)))
        #expect(state.refusal == refusal && OutboxDrain(state.chat) == .going)
        let before = state
        let read = RoomAction.dropped(refusal.ticket)
        AppState.reducer(&state, read)
        #expect(state.refusal == nil && ChatInputs.of(read, before: before, after: state).isEmpty)
        #expect(ChatInputs.of(read, before: state, after: state) == [.drop(refusal.ticket)])

        AppState.reducer(&state, ChatAction.pictureRefused(ann, "It is full."))
        let file = OutgoingFile(url: URL(fileURLWithPath: "/tmp/x"), name: "x", type: "image/jpeg")
        AppState.reducer(&state, AccountAction.pictureChosen(file))
        #expect(state.refusal == nil)
        AppState.reducer(&state, ChatAction.refused(AccountID(high: 9, low: 9), "of another account"))
        #expect(state.refusal == nil)
    }

    @Test func `what was refused in another account is said when that is on the screen again`() throws {
        var state = state(with: try account(1, "ann"))
        AppState.reducer(&state, ChatAction.refused(ann, "The day was not found."))
        let bob = try account(2, "bob")
        AppState.reducer(&state, AccountAction.added(bob, room: .lobby))
        #expect(state.refusal == nil)
        // A photo was shared with ann's room from another app, and can't be sent.
        let photo = OutgoingFile(url: URL(fileURLWithPath: "/tmp/x"), name: "x.jpg", type: "image/jpeg")
        AppState.reducer(&state, ChatAction.filesRefused(ann, OutgoingFiles([photo]), .lobby, "It is too large."))
        #expect(state.refusal == nil)
        AppState.reducer(&state, AccountAction.chosen(ann))
        let refusal = try #require(state.refusal)
        #expect(refusal.sentence == "x.jpg was not sent. It is too large.")
        AppState.reducer(&state, RoomAction.dropped(refusal.ticket))
        AppState.reducer(&state, AccountAction.chosen(bob.id))
        AppState.reducer(&state, AccountAction.chosen(ann))
        #expect(state.refusal == nil)
        // With the account goes what was refused in it.
        AppState.reducer(&state, AccountAction.chosen(bob.id))
        AppState.reducer(&state, ChatAction.refused(ann, "The day was not found."))
        AppState.reducer(&state, AccountAction.removed(ann))
        #expect(state.otherRefusals.isEmpty)
    }

    @Test func `the headings of days follow the time zone`() throws {
        var state = state(with: try account(1, "ann"))
        var chat = Chat(device: DeviceID(high: 1, low: 1), name: "ann", token: nil)
        // Midnight of 1 January 2026 UTC.
        let now = Now(monotonic: 0, wall: 1_767_225_600_000, random: 0)
        for input in [Input.join(.lobby), .perform(.message(text: "Happy new year"), in: .lobby, ticket: Ticket(1))] {
            _ = chat.handle(input, at: now)
        }
        func days() -> [Row] {
            (state.shown?.rows ?? []).filter { if case .day = $0.content { true } else { false } }
        }
        AppState.reducer(&state, ChatAction.changed(ann, ChatState(chat)))
        let before = days()
        #expect(before.count == 1)
        AppState.reducer(&state, TimeZoneChanged(utcOffsets: -60))
        #expect(state.utcOffsets == -60 && state.shown?.utcOffsets == -60)
        #expect(days().count == 1 && days() != before)
        AppState.reducer(&state, NavigationAction.roomClosed)
        AppState.reducer(&state, NavigationAction.roomOpened(.lobby))
        #expect(state.shown?.utcOffsets == -60)
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

    @Test func `only what the app alone knows is saved, and a sheet is not opened again`() throws {
        var state = state(with: try account(1, "ann"))
        AppState.reducer(&state, RoomAction.written(.lobby, "draft"))
        AppState.reducer(&state, NavigationAction.sheetOpened(.settings))
        AppState.reducer(&state, AccountAction.notificationsChosen(false))
        AppState.reducer(&state, AccountAction.mapsChosen(true))
        #expect(state.settings.showsMaps)
        let restored = try JSONDecoder().decode(AppState.self, from: JSONEncoder().encode(state))
        #expect(
            restored.accounts == state.accounts && restored.drafts == state.drafts
                && restored.settings == state.settings)
        #expect(
            restored.navigation.room == .lobby && restored.navigation.sheet == nil && restored.shown?.room == .lobby)
        #expect(restored.knownRooms == [ann: [.lobby]])
    }

    @Test func `a room that was left is not joined again, although something has failed there`() throws {
        var state = state(with: try account(1, "ann"))
        var chat = Chat(device: DeviceID(high: 1, low: 1), name: "ann", token: nil)
        let text = Mutation.message(text: "not sent")
        for input in [Input.join(.lobby), .perform(text, in: .lobby, ticket: Ticket(7))] {
            _ = chat.handle(input, at: Now(monotonic: 0, wall: 0, random: 0))
        }
        AppState.reducer(&state, ChatAction.changed(ann, ChatState(chat)))
        #expect(state.knownRooms == [ann: [.lobby]])
        _ = chat.handle(.leave(.lobby), at: Now(monotonic: 0, wall: 0, random: 0))
        #expect(chat.conversations[.lobby] != nil)
        AppState.reducer(&state, ChatAction.changed(ann, ChatState(chat)))
        #expect(state.knownRooms == [ann: []])
    }

    @Test(arguments: [
        (NavigationAction.bottomWanted, [Input.show(.lobby, .newest)]),
        (NavigationAction.messageWanted(7), [Input.show(.lobby, .around(7))]),
        (
            NavigationAction.linkFollowed(ChatLink(server: ServerAddress("chat.example.org")!, room: .lobby, seq: 7)),
            [Input.show(.lobby, .around(7))]
        ),
        (NavigationAction.roomClosed, [Input.show(.lobby, .closed)]),
        (NavigationAction.sheetOpened(.join), []),
    ])
    func `the client is told where the user goes`(action: NavigationAction, inputs: [Input]) throws {
        let before = state(with: try account(1, "ann"))
        var after = before
        AppState.reducer(&after, action)
        #expect(ChatInputs.of(action, before: before, after: after) == inputs)
    }

    @Test func `what the user sends leads to the newest messages, and no jump takes them back`() throws {
        let message = RoomAction.performed(.message(text: "hello"), .lobby, Ticket(1))
        let sent = Input.perform(.message(text: "hello"), in: .lobby, ticket: Ticket(1))
        let files = OutgoingFiles([])
        for (action, command) in [
            (message, ClientCommand.input(sent)), (.filesSent(files, .lobby), .files(files, .lobby)),
        ] {
            var state = state(with: try account(1, "ann"))
            AppState.reducer(&state, NavigationAction.messageWanted(7))
            #expect(state.navigation.target == 7)
            let before = state
            AppState.reducer(&state, action)
            #expect(state.navigation.target == nil && state.shown?.isFollowing == true)
            #expect(
                ChatInputs.commands(of: action, before: before, after: state)
                    == [command, .input(.show(.lobby, .newest))])
        }
        // A change to a message, and a message to another room, leave the user where they are.
        let tea = try #require(RoomName("tea"))
        for action in [
            RoomAction.performed(.react(of: 1, emoji: "👍", on: true), .lobby, Ticket(1)),
            .performed(.message(text: "hello"), tea, Ticket(1)), .filesSent(files, tea),
        ] {
            var state = state(with: try account(1, "ann"))
            AppState.reducer(&state, NavigationAction.messageWanted(7))
            let before = state
            AppState.reducer(&state, action)
            #expect(state.navigation.target == 7)
            #expect(ChatInputs.commands(of: action, before: before, after: state).count == 1)
        }
    }

    @Test
    func `a client is told its rooms, and what is on the screen if it is the current account's, before it connects`()
        throws
    {
        let ann = try account(1, "ann")
        var state = state(with: ann)
        #expect(ChatInputs.opening(ann.id, state) == [.join(.lobby), .show(.lobby, .newest), .start])
        AppState.reducer(&state, AccountAction.added(try account(2, "bob"), room: .lobby))
        #expect(ChatInputs.opening(ann.id, state) == [.join(.lobby), .start])
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
