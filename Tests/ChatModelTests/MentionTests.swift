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
}
