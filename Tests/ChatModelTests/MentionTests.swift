import ChatWire
import Testing

@testable import ChatModel

@Suite struct MentionTests {
    private func unread(_ world: World) -> Unread? { world.chat.conversations[.lobby]?.unread }

    @Test func `unread messages of others that mention the user are counted, and still are after a restart`() {
        var world = World.ready()
        for text in ["@ann", "hello", "@anna", "hi @Ann"] { world.other(text) }
        world.quiesce()
        #expect(unread(world) == Unread(count: 4, isExact: true, mentions: 2))
        world.say("I am @ann")
        world.quiesce()
        #expect(unread(world)?.mentions == 2)
        world.tell(.markRead(.lobby, upTo: 1))
        world.tell(.foreground(false))
        world.restart()
        #expect(unread(world)?.mentions == 1)
        world.other("@ann again")
        world.quiesce()
        #expect(unread(world)?.mentions == 2)
    }

    @Test func `the list of rooms tells the mentions of rooms that are not joined`() throws {
        var list = RoomList()
        let room = try #require(RoomName("garden"))
        var entry = RoomEntry(room: room, info: RoomInfo(), epoch: .first, head: 9, unread: 5)
        entry.mentions = 2
        list.begin()
        _ = list.take([entry], [], Profile(), after: nil, next: nil)
        #expect(list.entries[room]?.unread == Unread(count: 5, isExact: true, mentions: 2))
    }

    @Test func `a number of the list that may be too low is not shown as exact`() {
        var list = RoomList()
        var entry = RoomEntry(room: .garden, info: RoomInfo(), epoch: .first, head: 9_000, read: 4, unread: 12)
        func listed(_ unread: UInt64, isExact: Bool) -> Unread? {
            (entry.unread, entry.isExact) = (unread, isExact)
            list.begin()
            _ = list.take([entry], [], Profile(), after: nil, next: nil)
            return list.entries[.garden]?.unread
        }
        #expect(listed(12, isExact: true)?.badge == "12" && listed(12, isExact: false)?.badge == "12+")
        #expect(listed(999, isExact: true)?.isExact == true && listed(1_000, isExact: true)?.isExact == false)
        // Its newest message is not known. Some are unread until the newest event is read.
        #expect(listed(12, isExact: false)?.count == 12)
        list.read(.garden, upTo: 5)
        #expect(list.entries[.garden]?.unread == Unread(count: 12, isExact: false))
        list.read(.garden, upTo: 9_000)
        #expect(list.entries[.garden]?.unread == Unread())
    }

    @Test func `a page of the list does not undo a read mark that came after the request`() throws {
        var list = RoomList()
        let entry = RoomEntry(room: .garden, info: RoomInfo(), epoch: .first, head: 9, read: 4, unread: 5)
        func take() { _ = list.take([entry], [], Profile(), after: nil, next: nil) }
        list.begin()
        list.read(.garden, upTo: 9)
        take()
        #expect(list.entries[.garden]?.readMark == 9 && list.entries[.garden]?.unread.count == 0)
        // The next request is newer than the mark.
        list.begin()
        take()
        #expect(list.entries[.garden]?.readMark == 4 && list.entries[.garden]?.unread.count == 5)
    }

    @Test func `a mention stays counted when a hundred messages come after it, until it is read or deleted`() {
        var world = World.ready()
        for text in ["hi @ann", "@ann?"] { world.other(text) }
        for number in 0..<300 { world.other("\(number)") }
        world.quiesce()
        #expect(world.chat.conversations[.lobby]?.timeline.first ?? 0 > 2 && unread(world)?.mentions == 2)
        world.other(.deletion(of: 1))
        world.quiesce()
        #expect(unread(world)?.mentions == 1)
        world.tell(.markRead(.lobby, upTo: 10))
        #expect(unread(world)?.mentions == 0)
    }

    @Test func `mentions that are not loaded are those that the list of rooms counts, until the room is read further`()
    {
        var world = World.ready()
        for number in 0..<300 { world.other("\(number)", in: .garden) }
        world.marks[.garden] = 10
        var entry = RoomEntry(room: .garden, info: RoomInfo(), epoch: .first, head: 300, read: 10, unread: 290)
        entry.mentions = 2
        world.pages = [[entry]]
        world.tell(.listRooms)
        world.quiesce()
        world.tell(.join(.garden))
        world.quiesce()
        func mentions() -> Int? { world.chat.conversations[.garden]?.unread.mentions }
        #expect(world.chat.conversations[.garden]?.readMark == 10 && mentions() == 2)
        world.tell(.markRead(.garden, upTo: 11))
        #expect(mentions() == 0)
    }

    @Test func `mentions are counted in what the window does not show, and after a reset`() {
        var conversation = Conversation(room: .lobby)
        conversation.belongs(to: .ann)
        conversation.timeline.check(.first)
        conversation.timeline.check(.first, reset: true)
        conversation.timeline.unreadTail.append(.test(1, "@ann"))
        conversation.timeline.unreadTail.append(.test(2, "@bob"))
        #expect(conversation.timeline.unreadTail.entries.map(\.isMention) == [true, false])
        conversation.timeline.unreadTail.restart(after: 2)
        conversation.timeline.unreadTail.append(.test(3, "@ann"))
        #expect(conversation.timeline.unreadTail.entries.map(\.isMention) == [true])
    }

    @Test(
        arguments: [
            ("@", ""), ("hi @An", "An"), ("(@ann-b", "ann-b"), ("two\n@a", "a"),
            ("@\(String(repeating: "x", count: 32))", String(repeating: "x", count: 32)),
            ("", nil), ("mail@example", nil), ("@ann ", nil), ("@ann and", nil), ("@@", nil),
            ("@\(String(repeating: "x", count: 33))", nil),
        ] as [(String, String?)])
    func `a name is begun after an @ at the end of a text`(text: String, start: String?) {
        #expect(NameStart(atEndOf: text)?.text == start)
    }

    @Test(arguments: [
        ("", "ann", true), ("an", "Ann", true), ("lee", "Ann Lee", true), ("guest-1a", "guest-1A2B", true),
        ("zo", "Zoë", true), ("zoë", "Zoe", true), ("nn", "ann", false), ("!", "ann", false),
    ])
    func `each word that is written begins a word of the name, in any case and without marks`(
        start: String, name: String, begins: Bool
    ) {
        #expect(NameStart(start).begins(name) == begins)
    }

    @Test func `people of the room are offered for a mention, each name once, but not the user`() {
        var world = World.ready()
        for (index, name) in ["bob", "bob", "Bea", "cid", "ann"].enumerated() {
            world.other("hello", by: Author(user: UserID(high: 9, low: UInt64(index)), name: name))
        }
        world.quiesce()
        func names(_ start: String) -> [String] {
            world.chat.peopleToMention(in: .lobby, NameStart(start)).map(\.name).sorted()
        }
        #expect(names("b") == ["Bea", "bob"] && names("c") == ["cid"] && names("a") == ["ann"])
    }
}
