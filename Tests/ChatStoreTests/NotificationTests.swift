import ChatCore
import ChatModel
import Flux
import Testing

@testable import ChatStore

struct NotificationTests {
    private static let epoch = Epoch(1).unsafelyUnwrapped
    private let ann = AccountID(high: 1, low: 1)

    private func account(_ number: UInt64 = 1) throws -> Account {
        Account(
            id: AccountID(high: number, low: number), server: try #require(ServerAddress("chat.example.org")),
            name: number == 1 ? "ann" : "cleo")
    }

    private func announcement(_ seq: Seq, in room: RoomName = .lobby) throws -> Announcement {
        Announcement(
            account: ann, link: ChatLink(server: try account().server, room: room, seq: seq), title: room.text,
            author: "bob", text: "\(seq)")
    }

    private func place(_ seq: Seq, in room: RoomName = .lobby) throws -> Announcement.Place {
        try #require(Announcement.Place(announcement(seq, in: room).id))
    }

    private func state() throws -> AppState {
        var state = AppState()
        AppState.reducer(&state, Launched(utcOffsets: 0))
        AppState.reducer(&state, AccountAction.added(try account(), room: .lobby))
        return state
    }

    @Test func `messages wait for the answer of the user, who is asked once, with the first`() throws {
        var rule = NotificationRule()
        #expect(rule.due([try announcement(1)]).isEmpty)
        #expect(rule.told(.open) == [.ask])
        #expect(rule.due([try announcement(2)]).isEmpty)
        // The newest of the room.
        #expect(rule.told(.granted) == [.show(try announcement(2))])
        #expect(rule.due([try announcement(3)]) == [.show(try announcement(3))])
    }

    @Test func `nobody is asked before there is a message, and a refusal drops what waits`() throws {
        var rule = NotificationRule()
        #expect(rule.told(.open).isEmpty)
        #expect(rule.due([try announcement(1)]) == [.ask])
        #expect(rule.told(.refused).isEmpty)
        #expect(rule.due([try announcement(2)]).isEmpty)
        // Allowed later, in the system's settings.
        #expect(rule.told(.granted).isEmpty)
    }

    @Test func `while the accounts are not known, the number and the announcements stay`() throws {
        var rule = NotificationRule()
        #expect(rule.told(.granted).isEmpty)
        #expect(rule.changed(AppState.awaitingStorage).isEmpty)
        let push = PushPayload(
            server: try account().server, user: UserID(high: 1, low: 1), room: .lobby, seq: 7)
        #expect(AppState.awaitingStorage.mayKnow(push) && !AppState().mayKnow(push))
        // The saved state takes its place, with what was reported meanwhile.
        var current = AppState.awaitingStorage
        AppState.reducer(&current, ActivityChanged(isActive: true))
        let restored = try state().restored(over: current)
        #expect(restored.isActive && !restored.awaitsStorage && restored.accounts.currentID == ann)
    }

    @Test func `a refusal of the system is known where the user wants notifications`() throws {
        var state = try state()
        #expect(!state.isRefusedNotifications)
        AppState.reducer(&state, NotificationPermissionTold(.refused))
        #expect(state.isRefusedNotifications)
        AppState.reducer(&state, AccountAction.notificationsChosen(false))
        #expect(!state.isRefusedNotifications)
        AppState.reducer(&state, AccountAction.notificationsChosen(true))
        AppState.reducer(&state, NotificationPermissionTold(.granted))
        #expect(!state.isRefusedNotifications)
    }

    @Test func `the number on the icon follows the unread messages, once there is a permission`() throws {
        var rule = NotificationRule()
        var state = try state()
        state.chat = try connected(readingUpTo: 0)
        #expect(state.chat.unread == 2)
        #expect(rule.changed(state) == [.tidy])
        #expect(rule.told(.granted) == [.badge(2)])
        #expect(rule.changed(state).isEmpty)
        state.chat = try connected(readingUpTo: 2)
        #expect(rule.changed(state) == [.badge(0), .tidy])
        state.chat = try connected(readingUpTo: 0)
        AppState.reducer(&state, AccountAction.notificationsChosen(false))
        #expect(!rule.changed(state).contains(.badge(2)))
        // The number stays while the rooms are not known.
        AppState.reducer(&state, AccountAction.notificationsChosen(true))
        #expect(rule.changed(state) == [.badge(2)])
        state.chat = ChatState()
        #expect(rule.changed(state) == [.tidy])
        // A connected client without rooms has nothing unread.
        state.chat = outside()
        #expect(state.chat.connection.phase == .connected && state.chat.conversations.isEmpty)
        #expect(rule.changed(state) == [.badge(0), .tidy])
    }

    @Test func `an announcement is over when its message is read or deleted, or its account gone`() throws {
        var state = try state()
        // Before the client is open nothing is known.
        #expect(try !state.isOver(place(1)))
        state.chat = try connected(readingUpTo: 1)
        #expect(try state.isOver(place(1)) && !state.isOver(place(2)))
        // Of a room that is not joined nothing is known until the list of rooms is there.
        let other = try #require(RoomName("other"))
        #expect(try !state.isOver(place(1, in: other)))
        state.chat.hasRoomList = true
        #expect(try state.isOver(place(1, in: other)))
        var listed = ListedRoom(room: other, info: RoomInfo())
        listed.unread = Unread(count: 1)
        state.chat.rooms = [listed]
        #expect(try !state.isOver(place(1, in: other)))
        var chat = try connectedChat()
        let deletion = Event(
            seq: 3, id: EventID(high: 1, low: 3), at: 0, author: Author(user: UserID(high: 2, low: 2), name: "bob"),
            idempotencyKey: nil, content: .deletion(of: 2))
        let frame = ServerFrame.event(room: .lobby, epoch: NotificationTests.epoch, deletion)
        _ = chat.handle(.received(frame), at: Now(monotonic: 0, wall: 0, random: 0))
        state.chat = ChatState(chat)
        #expect(try state.isOver(place(2)))
        AppState.reducer(&state, AccountAction.removed(ann))
        #expect(try state.isOver(place(2)))
    }

    @Test func `a run in the background ends although a room that was left is kept for what failed there`() throws {
        var chat = try connected(readingUpTo: 0)
        #expect(OutboxDrain(chat) == .done)
        let left = Conversation(room: try #require(RoomName("left")))
        #expect(!left.isWanted)
        chat.conversations[left.room] = left
        #expect(OutboxDrain(chat) == .done)
    }

    @Test func `a run in the background goes on as long as a report waits`() throws {
        var chat = try connectedChat()
        #expect(OutboxDrain(ChatState(chat)) == .done)
        _ = chat.handle(.report(Report(.spam), of: 1, in: .lobby), at: Now(monotonic: 0, wall: 0, random: 0))
        #expect(OutboxDrain(ChatState(chat)) == .going)
    }

    @Test func `a delivered announcement is looked at again when a message is deleted`() throws {
        var rule = NotificationRule()
        var state = try state()
        state.chat = ChatState(try connectedChat())
        #expect(rule.changed(state) == [.tidy])
        #expect(rule.changed(state).isEmpty)
        // A new message alone ends no announcement.
        state.chat = ChatState(try connectedChat(with: 3))
        #expect(rule.changed(state).isEmpty)
        var chat = try connectedChat()
        let deletion = Event(
            seq: 3, id: EventID(high: 1, low: 3), at: 0, author: Author(user: UserID(high: 2, low: 2), name: "bob"),
            idempotencyKey: nil, content: .deletion(of: 2))
        let now = Now(monotonic: 0, wall: 0, random: 0)
        _ = chat.handle(
            .received(.event(room: .lobby, epoch: NotificationTests.epoch, deletion)), at: now)
        state.chat = ChatState(chat)
        #expect(rule.changed(state) == [.tidy])
        #expect(rule.changed(state).isEmpty)
        #expect(try state.isOver(place(2)))
        // What was read is announced no longer.
        _ = chat.handle(.markRead(.lobby, upTo: 2), at: now)
        state.chat = ChatState(chat)
        #expect(rule.changed(state) == [.tidy])
        #expect(rule.changed(state).isEmpty)
    }

    @Test func `in the foreground, announcements of other rooms are shown`() throws {
        var state = try state()
        let tea = try #require(RoomName("tea"))
        #expect(try state.isShown(place(1)))
        AppState.reducer(&state, ActivityChanged(isActive: true))
        #expect(try !state.isShown(place(1)) && state.isShown(place(1, in: tea)))
        // The same room of another account.
        AppState.reducer(&state, AccountAction.added(try account(2), room: .lobby))
        #expect(state.accounts.currentID != ann && state.shown?.room == .lobby)
        #expect(try state.isShown(place(1)))
        AppState.reducer(&state, AccountAction.notificationsChosen(false))
        #expect(try !state.isShown(place(1)))
    }

    @Test func `what is no announcement's id is not read as one`() throws {
        let id = try announcement(7).id
        #expect(Announcement.Place(id)?.link.seq == 7 && Announcement.Place(id)?.account == ann)
        for text in ["", "x", String(id.dropFirst()), id + " ", "martlet://chat.example.org/lobby/7"] {
            #expect(Announcement.Place(text) == nil)
        }
    }

    @Test func `a room that was on the screen is not seen until the app is in the foreground`() throws {
        var state = try state()
        func inputs(_ action: any Action) -> [Input] {
            let before = state
            AppState.reducer(&state, action)
            return ChatInputs.of(action, before: before, after: state)
        }
        #expect(!state.isActive)
        #expect(inputs(RoomAction.read(.lobby, 5)).isEmpty)
        #expect(inputs(ActivityChanged(isActive: true)) == [.foreground(true), .markRead(.lobby, upTo: 5)])
        #expect(inputs(RoomAction.read(.lobby, 6)) == [.markRead(.lobby, upTo: 6)])
        #expect(inputs(ActivityChanged(isActive: false)) == [.foreground(false)])
        #expect(inputs(RoomAction.read(.lobby, 7)).isEmpty)
        AppState.reducer(&state, Launched(utcOffsets: 0, isActive: true))
        #expect(state.isActive)
    }

    @Test func `a room whose view was left is announced, and read only when its view is back`() throws {
        var state = try state()
        func inputs(_ action: any Action) -> [Input] {
            let before = state
            AppState.reducer(&state, action)
            return ChatInputs.of(action, before: before, after: state)
        }
        func isAnnounced() throws -> Bool {
            var before = state
            before.chat = try connected(readingUpTo: 0)
            var after = before
            after.chat = ChatState(try connectedChat(with: 3))
            let due = Announcing.due(ChatAction.changed(ann, after.chat), before: before, after: after)
            let isShown = try state.isShown(place(3))
            #expect(due.map(\.link.seq) == (isShown ? [3] : []))
            return isShown
        }
        AppState.reducer(&state, Launched(utcOffsets: 0, isActive: true, reportsScreens: true))
        // The room of the last launch is open, and no view shows it.
        #expect(state.shown?.room == .lobby && state.seenRoom == nil)
        #expect(try isAnnounced())
        #expect(inputs(RoomAction.read(.lobby, 5)).isEmpty)
        let screen = RoomScreens.ID()
        #expect(inputs(ScreenAction.appeared(screen, .lobby)) == [.markRead(.lobby, upTo: 5)])
        #expect(try !isAnnounced() && state.seenRoom == .lobby)
        #expect(inputs(RoomAction.read(.lobby, 6)) == [.markRead(.lobby, upTo: 6)])
        #expect(inputs(ScreenAction.left(screen)).isEmpty)
        #expect(try isAnnounced() && state.shown?.room == .lobby)
        #expect(inputs(RoomAction.read(.lobby, 7)).isEmpty)
        #expect(inputs(ActivityChanged(isActive: true)) == [.foreground(true)])
        // Its view is on the screen, and the app is not.
        AppState.reducer(&state, ActivityChanged(isActive: false))
        #expect(inputs(ScreenAction.appeared(screen, .lobby)).isEmpty)
        #expect(try isAnnounced())
        #expect(inputs(ActivityChanged(isActive: true)) == [.foreground(true), .markRead(.lobby, upTo: 7)])
    }

    @Test func `a view is seen while its scene is active, if its host tells of scenes at all`() throws {
        var state = try state()
        let screen = RoomScreens.ID()
        AppState.reducer(&state, Launched(utcOffsets: 0, isActive: true, reportsScreens: true))
        func scene(isActive: Bool) {
            AppState.reducer(&state, ScreenAction.sceneChanged(screen, isActive: isActive))
        }
        // Of a view that is not on the screen nothing is noted.
        scene(isActive: true)
        #expect(state.seenRoom == nil)
        AppState.reducer(&state, ScreenAction.appeared(screen, .lobby))
        // What the environment of a host of UIKit says.
        scene(isActive: false)
        #expect(state.seenRoom == .lobby)
        scene(isActive: true)
        scene(isActive: false)
        #expect(state.seenRoom == nil)
        scene(isActive: true)
        #expect(state.seenRoom == .lobby)
    }

    /// A client that is connected and in no room.
    private func outside() -> ChatState {
        let device = DeviceID(high: 1, low: 1)
        var chat = Chat(device: device, name: "ann", token: nil)
        let now = Now(monotonic: 0, wall: 0, random: 0)
        let welcome = ServerFrame.Welcome(
            user: UserID(high: 1, low: 1), name: "ann", device: device, token: "t", server: "test", at: 0)
        _ = chat.handle(.start, at: now)
        for case .send(let frame) in chat.handle(.opened, at: now) {
            _ = chat.handle(.received(.welcome(ref: frame.ref, welcome)), at: now)
        }
        return ChatState(chat)
    }

    /// A client in the lobby, which has two messages of bob.
    private func connectedChat() throws -> Chat {
        let device = DeviceID(high: 1, low: 1)
        var chat = Chat(device: device, name: "ann", token: nil)
        let now = Now(monotonic: 0, wall: 0, random: 0)
        let welcome = ServerFrame.Welcome(
            user: UserID(high: 1, low: 1), name: "ann", device: device, token: "t", server: "test", at: 0)
        let bob = Author(user: UserID(high: 2, low: 2), name: "bob")
        let events = (Seq(1)...2).map { seq in
            Event(
                seq: seq, id: EventID(high: 1, low: seq.number), at: 0, author: bob, idempotencyKey: nil,
                content: .message(Message(text: "\(seq)")))
        }
        let epoch = NotificationTests.epoch
        var frames: [ClientFrame] = []
        func handle(_ input: Input) {
            for case .send(let frame) in chat.handle(input, at: now) { frames.append(frame) }
        }
        for input in [Input.join(.lobby), .show(.lobby, .newest), .start, .opened] { handle(input) }
        while !frames.isEmpty {
            let frame = frames.removeFirst()
            switch frame.request {
            case .hello: handle(.received(.welcome(ref: frame.ref, welcome)))
            case .join:
                let joined = ServerFrame.Joined(room: .lobby, epoch: epoch, head: 2, reset: false, count: 2, read: 0)
                handle(.received(.joined(ref: frame.ref, joined)))
            case .history:
                handle(.received(.page(ref: frame.ref, room: .lobby, epoch: epoch, head: 2, events: events)))
            default: break
            }
        }
        try #require(chat.conversations[.lobby]?.timeline.isLoaded == true)
        return chat
    }

    /// The same, with one more message.
    private func connectedChat(with seq: Seq) throws -> Chat {
        var chat = try connectedChat()
        let event = Event(
            seq: seq, id: EventID(high: 1, low: seq.number), at: 0,
            author: Author(user: UserID(high: 2, low: 2), name: "bob"),
            idempotencyKey: nil, content: .message(Message(text: "\(seq)")))
        let frame = ServerFrame.event(room: .lobby, epoch: NotificationTests.epoch, event)
        _ = chat.handle(.received(frame), at: Now(monotonic: 0, wall: 0, random: 0))
        return chat
    }

    private func connected(readingUpTo seq: Seq) throws -> ChatState {
        var chat = try connectedChat()
        if seq > 0 { _ = chat.handle(.markRead(.lobby, upTo: seq), at: Now(monotonic: 0, wall: 0, random: 0)) }
        return ChatState(chat)
    }
}
