import ChatWire
import Testing

@testable import ChatModel

/// The rooms as every client's list shows them.
@Suite struct ItemTests {
    private let group = RoomName.newGroup()

    private func entry(_ room: RoomName, _ membership: Standing.Membership = .outsider, unread: UInt64 = 0) -> RoomEntry
    {
        var info = RoomInfo()
        info.standing = Standing(membership: membership)
        var entry = RoomEntry(room: room, info: info, epoch: .first, head: 0)
        entry.unread = unread
        entry.choice.isFollowed = room.kind == .open
        return entry
    }

    private func listed(_ page: [RoomEntry]) -> World {
        var world = World.ready()
        world.pages = [page]
        world.tell(.listRooms)
        world.quiesce()
        return world
    }

    private func order(_ world: World) -> [RoomName] { world.chat.items().found().map(\.room) }

    @Test func `the list has the rooms of the user and those that the client is in`() {
        let world = listed([entry(.garden), entry(group, .invited)])
        #expect(order(world) == [group, .lobby, .garden])
        #expect(world.chat.items().first { $0.room == group }?.isInvitation == true)
    }

    @Test func `an answer to an invitation shows until the server has told the result`() {
        var world = listed([entry(group, .invited)])
        world.cut()
        world.perform(.membership(MembershipChange(Author.ann.user, .join)), in: group)
        #expect(world.chat.items().first { $0.room == group }?.isAnswered == true)
    }

    @Test func `a draft shows in the list, except that of the room on the screen`() {
        var world = listed([])
        world.tell(.write("half a `thought`", in: .lobby))
        #expect(world.chat.items().map(\.preview) == ["Draft: half a thought"])
        #expect(world.chat.items().map(\.isDraft) == [true])
        #expect(world.chat.items(current: .lobby).map(\.preview) == ["No messages yet"])
        world.tell(.write("  ", in: .lobby))
        #expect(world.chat.items().map(\.isDraft) == [false])
    }

    @Test func `a message that waits is the last line of its room, and the room the newest`() throws {
        var world = listed([])
        world.tell(.join(.garden))
        world.quiesce()
        world.other("hello", in: .garden)
        world.other("hi", in: .lobby)
        world.quiesce()
        func item(_ room: RoomName) throws -> ConversationItem { try #require(world.chat.item(of: room)) }
        #expect(try item(.garden).preview == "bob: hello")
        world.cut()
        world.now += 60_000
        world.say("first", in: .garden)
        world.attach(in: .garden)
        world.perform(.react(of: 1, emoji: "👍", on: true), in: .garden)
        #expect(try item(.garden).preview == "Not sent yet: Photo")
        #expect(try item(.garden).at == world.now && item(.lobby).preview == "bob: hi")
        #expect(order(world) == [.garden, .lobby])
        world.tell(.write("half a thought", in: .garden))
        #expect(try item(.garden).preview == "Draft: half a thought")
        world.tell(.write("", in: .garden))
        world.quiesce()
        world.finishUploads()
        world.quiesce()
        #expect(try item(.garden).preview == "You: Photo")
        // A message that was dropped does not wait any more.
        world.cut()
        let ticket = world.say("never", in: .lobby)
        #expect(try item(.lobby).preview == "Not sent yet: never")
        world.tell(.drop(ticket))
        #expect(try item(.lobby).preview == "bob: hi")
    }

    @Test func `a message that waits does not move its room down`() throws {
        var world = listed([])
        world.cut()
        world.say("first")
        let waiting = try #require(world.chat.outbox.items.first)
        var item = ConversationItem(room: .lobby, preview: "bob: later")
        item.changedAt = 9
        item.show(waiting, at: 5)
        #expect(item.at == 5 && item.changedAt == 9)
        item.show(waiting, at: 10)
        #expect(item.changedAt == 10)
    }

    @Test func `a draft of a room without messages stays when the list is loaded`() {
        var world = listed([])
        world.tell(.write("first words", in: .lobby))
        world.tell(.foreground(false))
        world.quiesce()
        world.cut()
        world.quiesce()
        #expect(world.chat.drafts[.lobby]?.text == "first words")
    }

    @Test func `what the other person of a direct room wrote first is unread`() throws {
        let room = try #require(RoomName.direct(Author.ann.user, Author.bob.user))
        var world = World.ready()
        world.logs[room] = [.test(1, .message(Message(text: "hello")), by: .bob)]
        world.tell(.join(room))
        world.quiesce()
        #expect(world.chat.conversations[room]?.unread.count == 1)
    }

    @Test func `what the user chose decides which unread messages count`() {
        var item = ConversationItem(room: .lobby, preview: "", unread: Unread(count: 5, mentions: 2))
        #expect(item.noticed == 5)
        item.choice.notice = .mentions
        #expect(item.noticed == 2)
        item.choice.notice = .nothing
        #expect(item.noticed == 0)
        item.choice = Choice()
        item.choice.isArchived = true
        #expect(item.noticed == 0)
    }

    @Test func `archived rooms have a list of their own, and a search finds all`() {
        var items = ["tea", "shop", "garden"].map { ConversationItem(room: RoomName($0)!, preview: "") }
        func titles(_ search: String = "", inArchive: Bool = false) -> [String] {
            items.found(by: search, inArchive: inArchive).map(\.title)
        }
        #expect(items.archiveTitle(of: "", inArchive: false) == nil)
        #expect(titles(inArchive: true) == [])
        for index in [0, 2] { items[index].choice.isArchived = true }
        #expect(titles() == ["shop"] && titles(inArchive: true) == ["garden", "tea"])
        #expect(titles("TEA") == ["tea"] && titles("gar", inArchive: true) == ["garden"] && titles("arden") == [])
        #expect(titles("shop", inArchive: true) == ["shop"])
        #expect(items.archiveTitle(of: "", inArchive: false) == "Archived (2)")
        #expect(items.archiveTitle(of: "", inArchive: true) == "Back to your rooms")
        #expect(
            items.archiveTitle(of: "e", inArchive: false) == nil && items.archiveTitle(of: " ", inArchive: false) != nil
        )
    }

    @Test func `a text is found by its bytes`() {
        let text = "garden party"
        #expect(text.firstRange(ofBytes: "den").map { String(text[$0]) } == "den")
        #expect(text.firstRange(ofBytes: "party") != nil && text.firstRange(ofBytes: "partyx") == nil)
        #expect(text.firstRange(ofBytes: "")?.isEmpty == true && "".firstRange(ofBytes: "a") == nil)
    }

    @Test func `a summary has no marks of code, and a long text ends`() {
        #expect(MessageSummary.of("use `git` and ``` code ```") == "use git and code")
        #expect(MessageSummary.of("a ` b\n` c") == "a ` b ` c")
        #expect(MessageSummary.of(String(repeating: "é", count: 100_000)).count == 201)
    }
}
