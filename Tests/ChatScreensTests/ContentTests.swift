import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ChatWire
import Flux
import Foundation
import Testing

@testable import ChatScreens

/// What the sheets of the app show.
struct ContentTests {
    private let group = RoomName.newGroup()
    private let me = UserID(high: 1, low: 1)
    private let id = AccountID(high: 1, low: 1)

    private func state() throws -> AppState {
        let server = try #require(ServerAddress("chat.example.org"))
        var state = AppState()
        AppState.reducer(
            &state, AccountAction.added(Account(id: id, server: server, name: "ann"), room: .lobby))
        state.chat.identity = Identity(user: me, name: "ann", device: DeviceID(high: 1, low: 2), token: nil)
        return state
    }

    private func open(_ sheet: Navigation.Sheet, _ state: inout AppState) {
        AppState.reducer(&state, RoomAction.joined(group))
        AppState.reducer(&state, NavigationAction.sheetOpened(sheet))
    }

    @Test func `a link that waits is listed before the others, and only this device's can be copied`() throws {
        var state = try state()
        open(.links, &state)
        let code = try #require(InviteCode(group, .random()))
        let other = LinkID(high: 9, low: 9)
        let bob = UserID(high: 2, low: 2)
        let change = LinkChange(making: code.secret.link)
        AppState.reducer(&state, RoomAction.linkMade(code, change, Ticket(1)))
        var chat = Chat(device: DeviceID(high: 0, low: 0), name: "ann", token: nil)
        _ = chat.handle(
            .perform(.link(change), in: group, ticket: Ticket(1)), at: Now(monotonic: 0, wall: 0, random: 0))
        state.chat.outbox = chat.outbox
        AppState.reducer(&state, LinksAction.came(group, [InviteLink(other, by: bob, uses: 3, used: 1)]))

        let lines = state.linksContent(of: group).lines
        #expect(lines.map(\.id) == [code.secret.link, other] && lines.map(\.isChanging) == [true, false])
        #expect(lines.map(\.address) == [state.accounts.current?.server.link(with: code), nil])
        #expect(lines[1].title.contains("someone") && lines[1].detail.hasPrefix("Used by 1 of 3 people"))

        // The server has made it.
        state.chat.outbox = Outbox()
        AppState.reducer(&state, LinksAction.came(group, [InviteLink(code.secret.link, by: me)]))
        let made = state.linksContent(of: group).lines
        #expect(made.map(\.address) == [state.accounts.current?.server.link(with: code)])
        #expect(made[0].title == "Your link" && !made[0].isChanging)
    }

    @Test func `a followed link asks as whom to join, and where`() throws {
        var state = try state()
        let server = try #require(state.accounts.current?.server)
        #expect(state.linkedRoomContent == nil)
        let link = ChatLink(server: server, code: try #require(InviteCode(group, .random())))
        AppState.reducer(&state, NavigationAction.linkFollowed(link))
        let content = try #require(state.linkedRoomContent)
        #expect(content.title == "A private group" && content.place == "chat.example.org" && content.canJoin)
        #expect(content.sentence.contains("ann"))
        state.chat.identity = nil
        #expect(state.linkedRoomContent?.canJoin == false)
    }

    @Test func `a page's picture is read from the chat server`() throws {
        var state = try state()
        #expect(state.linkCards.isEmpty)
        let link = "https://example.org/swifts"
        let image = LinkPreview.Image(path: "/v1/previews/images/1", dimensions: .init(width: 2, height: 1))
        let preview = LinkPreview(link: link, title: "Swifts never land", site: "Birds", image: image)
        state.previews = ShownPreviews(found: [link: preview])
        let address = "https://chat.example.org/v1/previews/images/1"
        #expect(state.linkCards == [link: LinkCard(preview, image: URL(string: address))])
    }

    @MainActor
    @Test func `the cards of linked pages follow the previews and the account`() throws {
        var state = try state()
        let cards = LinkCards()
        #expect(cards.cards(in: state).isEmpty)
        let link = "https://example.org/swifts"
        let image = LinkPreview.Image(path: "/v1/previews/images/1", dimensions: .init(width: 2, height: 1))
        state.previews = ShownPreviews(
            found: [link: LinkPreview(link: link, title: "Swifts", site: "Birds", image: image)])
        #expect(cards.cards(in: state) == state.linkCards && !state.linkCards.isEmpty)
        #expect(cards.cards(in: state) == state.linkCards)
        let previews = state.previews
        let server = try #require(ServerAddress("other.example.org"))
        AppState.reducer(
            &state, AccountAction.added(Account(id: AccountID(high: 7, low: 7), server: server, name: "ann"), room: nil)
        )
        state.previews = previews
        #expect(cards.cards(in: state)[link]?.image?.host == "other.example.org")
    }

    @Test func `the user's profile shows what waits, and why the last change was refused`() throws {
        var state = try state()
        #expect(state.profileContent == nil && AvatarsSource(state).avatars.isEmpty)
        let picture = ChatWire.Attachment(id: FileID(high: 1, low: 1), name: "me.png", type: "image/png", size: 9)
        state.chat.profile = Profile()
        state.chat.profile?.about = "Gardener"
        state.chat.profile?.avatar = picture
        #expect(AvatarsSource(state).avatars == [me: picture])
        var content = try #require(state.profileContent)
        #expect(content.author.name == "ann" && content.about == "Gardener" && content.avatar == picture)
        #expect(!content.isChanging && content.refusal == nil)

        var chat = Chat(device: DeviceID(high: 0, low: 0), name: "ann", token: nil)
        let change = Mutation.profile(ProfileChange(about: "Cook"))
        _ = chat.handle(
            .perform(change, in: .own(me), ticket: Ticket(1)), at: Now(monotonic: 0, wall: 0, random: 0))
        state.chat.outbox = chat.outbox
        content = try #require(state.profileContent)
        #expect(content.isChanging && content.refusal == nil && state.refusedProfileChanges.isEmpty)
        AppState.reducer(&state, ChatAction.pictureRefused(id, "The disk is full."))
        #expect(state.profileContent?.refusal == "Your picture was not changed. The disk is full.")
        AppState.reducer(&state, ChatAction.refused(id, "a.txt was not sent."))
        #expect(state.profileContent?.refusal == nil)
    }

    @MainActor
    @Test func `the menu about the user leads to their profile, whom they block, reports and bans`() throws {
        var state = try state()
        #expect(state.userMenu == [.blocked])
        state.chat.profile = Profile()
        #expect(state.userMenu == [.profile, .blocked])
        state.chat.identity?.role = .administrator
        #expect(state.userMenu == [.profile, .blocked, .reports, .serverBans])
        let store = Store<AppState>(reducer: AppState.reducer, state: state)
        let sheets: [Navigation.Sheet?] = state.userMenu.map { entry in
            store.open(entry)
            return store.state.navigation.sheet
        }
        #expect(sheets == [.profile, .blocked, .reports, .serverBans])
        #expect(store.state.queue != nil && store.state.queue?.room == nil && store.state.bans?.isLoading == true)
        // The sheets are shown in an app that signs its user in, too.
        let management = AccountManagement(isOffered: false)
        #expect(sheets.allSatisfy { management.sheet($0) == $0 })
    }

    @MainActor
    @Test func `a room keeps its rows on the screen while another one is open`() throws {
        let state = try state()
        let kept = KeptContent()
        var content = state.content(of: .lobby, at: 0)
        func badge(_ badge: String, open: RoomName?, user: UserID? = nil) -> String? {
            content.badge = badge
            return kept.content(content, open: open, user: user ?? me).badge
        }
        // Before it was open for the first time there is nothing to keep.
        #expect(badge("1", open: group) == "1")
        #expect(badge("2", open: .lobby) == "2")
        #expect(badge("3", open: group) == "2")
        #expect(badge("4", open: .lobby) == "4")
        // A room that was closed keeps nothing, and neither does one for another user.
        #expect(badge("5", open: nil) == "5")
        #expect(badge("6", open: group) == "6")
        #expect(badge("7", open: .lobby) == "7")
        #expect(badge("8", open: group, user: UserID(high: 2, low: 2)) == "8")
        #expect(badge("9", open: group) == "9")
    }

    @Test func `blocked people have the names that this device knows`() throws {
        var state = try state()
        let (bob, eve) = (UserID(high: 2, low: 2), UserID(high: 3, low: 3))
        state.chat.blocked = [eve, bob]
        var listed = ListedRoom(room: try #require(RoomName.direct(me, bob)), info: RoomInfo())
        listed.partner = Author(user: bob, name: "bob")
        state.chat.rooms = [listed]
        #expect(state.blockedPeople.map(\.id) == [bob, eve])
        #expect(state.blockedPeople.map(\.name) == ["bob", nil])
    }

    @Test func `a report that is being decided says so`() throws {
        var state = try state()
        AppState.reducer(&state, ReportAction.queueOpened(nil))
        let bob = Author(user: UserID(high: 2, low: 2), name: "bob")
        let event = Event(
            seq: 7, id: EventID(high: 1, low: 7), at: 0, author: bob, idempotencyKey: nil,
            content: .message(Message(text: "Buy my seeds")))
        let entry = ReportedMessage(number: 1, room: .lobby, message: event, count: 1, notes: [])
        AppState.reducer(
            &state, ReportAction.answered(id, .reports(nil, after: nil), .success(.reports([entry], next: nil))))
        func line() throws -> ReportLine {
            try #require(state.queue.map { state.lines(of: $0, opensRooms: true) }?.first)
        }
        #expect(try line().isDeciding == false && line().room == "lobby")
        AppState.reducer(&state, ReportAction.decided(entry, .accept, Ticket(1)))
        #expect(try line().isDeciding)
        let question = ModerationQuestion.resolve(.lobby, of: 7, Resolution(.accepted))
        AppState.reducer(&state, ReportAction.answered(id, question, .failure(.notConnected)))
        #expect(try !line().isDeciding && line().refusal == WireError.notConnected.text)
    }

    @Test func `a reported message can be shown where the user may enter, and the screen leads`() throws {
        var state = try state()
        func canShow(in room: RoomName, opensRooms: Bool) -> Bool? {
            let event = Event(
                seq: 7, id: EventID(high: 1, low: 7), at: 0, author: Author(user: me, name: "ann"),
                idempotencyKey: nil, content: .message(Message(text: "Buy my seeds")))
            var queue = ReportQueue(room: nil)
            let entry = ReportedMessage(number: 1, room: room, message: event, count: 1, notes: [])
            queue.take(.reports(nil, after: nil), .success(.reports([entry], next: nil)))
            return state.lines(of: queue, opensRooms: opensRooms).first?.canShow
        }
        #expect(state.navigation.room == .lobby)
        #expect(canShow(in: .lobby, opensRooms: true) == true && canShow(in: .lobby, opensRooms: false) == true)
        #expect(canShow(in: group, opensRooms: true) == true && canShow(in: group, opensRooms: false) == false)
        var banned = Standing()
        banned.bannedUntil = .max
        state.chat.access[.lobby] = RoomAccess(.lobby, me, standing: banned)
        #expect(canShow(in: .lobby, opensRooms: true) == false)
    }

    @Test func `a held message that is being decided says so`() throws {
        var state = try state()
        AppState.reducer(&state, ReportAction.queueOpened(nil))
        let bob = Author(user: UserID(high: 2, low: 2), name: "bob")
        let entry = HeldMessage(number: 9, room: .lobby, at: 0, author: bob, text: "Buy my coins")
        let page = ModerationAnswer.held([entry], next: nil)
        AppState.reducer(&state, ReportAction.answered(id, .held(nil, after: nil), .success(page)))
        func line() throws -> HeldLine { try #require(state.queue.map { state.heldLines(of: $0) }?.first) }
        #expect(try line().isDeciding == false && line().room == "lobby")
        AppState.reducer(&state, ReportAction.reviewed(entry, .publish))
        #expect(try line().isDeciding)
        let question = ModerationQuestion.decide(.lobby, place: 9, HeldDecision(.publish))
        AppState.reducer(&state, ReportAction.answered(id, question, .failure(.notConnected)))
        #expect(try !line().isDeciding && line().refusal == WireError.notConnected.text)
        AppState.reducer(&state, ReportAction.answered(id, question, .success(.done)))
        #expect(state.queue?.held.isEmpty == true)
    }
}
