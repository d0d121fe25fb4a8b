import ChatCore
import ChatModel
import ChatStore
import ChatUI
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

    @Test func `an invitation is not opened by going from room to room, and is answered once`() throws {
        var state = try state()
        let group = RoomName.newGroup()
        var info = RoomInfo()
        info.standing.membership = .invited
        state.chat.rooms = [ListedRoom(room: group, info: info)]
        #expect(state.items.contains { $0.room == group && $0.isInvitation && !$0.isAnswered })
        let tea = try room("tea")
        #expect(state.room(1, from: nil) == .lobby && state.room(1, from: tea) == .lobby)

        var chat = Chat(device: DeviceID(high: 0, low: 0), name: nil, token: nil)
        let join = Mutation.membership(MembershipChange(UserID(high: 1, low: 1), .join))
        _ = chat.handle(.perform(join, in: group, ticket: Ticket(1)), at: Now(monotonic: 0, wall: 0, random: 0))
        state.chat.outbox = chat.outbox
        #expect(state.items.first { $0.room == group }?.isAnswered == true)
    }

    @Test func `a direct room has the picture of the other person, joined on this device or not`() throws {
        var state = try state()
        let (me, bob) = (UserID(high: 1, low: 1), UserID(high: 2, low: 2))
        state.chat.identity = Identity(user: me, name: "ann", device: DeviceID(high: 0, low: 0), token: nil)
        let direct = try #require(RoomName.direct(me, bob))
        state.chat.rooms = [ListedRoom(room: direct, info: RoomInfo())]
        let picture = ChatWire.Attachment(id: FileID(high: 1, low: 1), name: "bob.png", type: "image/png", size: 9)
        var profile = Profile()
        profile.avatar = picture
        state.chat.profiles[bob] = ShownProfile(bob, profile)
        #expect(state.items.first { $0.room == direct }?.avatar == picture)
    }

    @Test func `bans and mutes end by the server's clock, whatever this device's says`() throws {
        var state = try state()
        let hour: Int64 = 3_600_000
        let now = Now(monotonic: 0, wall: DateFormatting.now, random: 0)
        var chat = Chat(device: DeviceID(high: 0, low: 0), name: "ann", token: nil)
        let effects = chat.handle(.start, at: now) + chat.handle(.opened, at: now)
        let refs = effects.compactMap { if case .send(let frame) = $0 { frame.ref } else { nil } }
        let welcome = ServerFrame.Welcome(
            user: UserID(high: 1, low: 1), name: "ann", device: DeviceID(high: 0, low: 0), token: "x", server: "x",
            at: now.wall + hour)
        _ = chat.handle(.received(.welcome(ref: try #require(refs.first), welcome)), at: now)
        state.chat = ChatState(chat)
        #expect(((now.wall + hour)...(now.wall + hour + 60_000)).contains(state.serverTime))
    }

    @Test func `a journal that can't be read is said in the banner`() throws {
        var state = try state()
        let id = try #require(state.accounts.currentID)
        AppState.reducer(&state, ChatAction.failed(id, "The disk is full."))
        #expect(state.notice?.sentence == "The disk is full.")
    }
}
