import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ChatWire
import Testing

@testable import ChatScreens

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

    @Test func `the list is made anew when something in it changes, and not when the user types`() throws {
        var state = try state()
        var last = RoomItemsSource(state)
        func isNew() -> Bool {
            defer { last = RoomItemsSource(state) }
            return RoomItemsSource(state) != last
        }
        AppState.reducer(&state, RoomAction.written(.lobby, "Hel"))
        #expect(!isNew())
        AppState.reducer(&state, NavigationAction.roomOpened(.lobby))
        #expect(isNew(), "the draft of the room on the screen is not in the list")
        AppState.reducer(&state, RoomAction.joined(try room("cake")))
        #expect(isNew())
        let id = AccountID(high: 1, low: 1)
        AppState.reducer(
            &state, ChatAction.changed(id, ChatState(Chat(device: DeviceID(high: 0, low: 0), name: "ann", token: nil))))
        #expect(isNew())
        AppState.reducer(&state, RoomAction.written(.lobby, "Hello"))
        #expect(!isNew())
    }

    @Test func `the next room and the previous one are chosen around the ends of the list`() throws {
        let state = try state()
        #expect(state.room(1, from: .lobby) == (try room("tea")))
        #expect(state.room(1, from: try room("tea")) == .lobby)
        #expect(state.room(-1, from: .lobby) == (try room("tea")))
        #expect(state.room(1, from: nil) == .lobby)
        #expect(AppState().room(1, from: nil) == nil)
    }

    @Test func `the client's items take the place of names, and an invitation is passed over`() throws {
        var state = try state()
        let group = RoomName.newGroup()
        var info = RoomInfo()
        info.standing = Standing(membership: .invited)
        var chat = Chat(
            device: DeviceID(high: 0, low: 0), name: nil, token: nil,
            configuration: Chat.Configuration(entersOwnRooms: true))
        let now = Now(monotonic: 0, wall: 0, random: 0)
        let epoch = try #require(Epoch(1))
        var frames: [ClientFrame] = []
        func handle(_ input: Input) {
            for case .send(let frame) in chat.handle(input, at: now) { frames.append(frame) }
        }
        for input in [Input.start, .opened] { handle(input) }
        while !frames.isEmpty {
            let frame = frames.removeFirst()
            switch frame.request {
            case .hello:
                let welcome = ServerFrame.Welcome(
                    user: UserID(high: 1, low: 1), name: "ann", device: DeviceID(high: 0, low: 0), token: "x",
                    server: "x", at: 0)
                handle(.received(.welcome(ref: frame.ref, welcome)))
            case .rooms, .recentRooms:
                let entry = RoomEntry(room: group, info: info, epoch: epoch, head: 0)
                handle(.received(.rooms(ref: frame.ref, [entry], next: nil)))
            default: break
            }
        }
        state.chat = ChatState(chat)
        #expect(Set(state.items.map(\.room)) == [.lobby, try room("tea"), group])
        #expect(state.items.contains { $0.room == group && $0.isInvitation && !$0.isAnswered })
        let tea = try room("tea")
        #expect(state.room(1, from: nil) == .lobby && state.room(1, from: tea) == .lobby)
    }

    @Test func `bans and mutes end by the server's clock, not by this device's`() throws {
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

    @Test func `a refusal is shown until the user has read it, also when the client reports something new`() throws {
        var state = try state()
        let id = try #require(state.accounts.currentID)
        AppState.reducer(&state, ChatAction.refused(id, "The day was not found."))
        AppState.reducer(&state, ChatAction.changed(id, ChatState()))
        let first = try #require(state.notice)
        #expect(first.sentence == "The day was not found." && first.remedy?.title == "OK")
        AppState.reducer(&state, ChatAction.refused(id, "The disk is full."))
        guard case .forget(let former)? = first.remedy, case .forget(let newest)? = state.notice?.remedy else {
            Issue.record("It can't be ended.")
            return
        }
        // The button of an earlier banner does not end the next one.
        AppState.reducer(&state, RoomAction.dropped(former))
        #expect(state.notice?.sentence == "The disk is full.")
        AppState.reducer(&state, RoomAction.dropped(newest))
        #expect(state.notice == nil)
    }
}
