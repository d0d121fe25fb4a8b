import ChatWire
import Testing

@testable import ChatModel

@Suite struct ChoiceTests {
    private let garden = RoomName.garden
    private let group = RoomName.newGroup()

    private func entry(_ room: RoomName, _ choose: (inout Choice) -> Void = { _ in }) -> RoomEntry {
        var info = RoomInfo()
        if room.kind == .group { info.standing = Standing(membership: .member) }
        var entry = RoomEntry(room: room, info: info, epoch: .first, head: 0)
        choose(&entry.choice)
        return entry
    }

    /// A client that has loaded its list of rooms.
    private func listed(_ page: [RoomEntry] = []) -> World {
        var world = World.ready()
        world.pages = [page]
        world.tell(.listRooms)
        world.quiesce()
        return world
    }

    private func choose(_ world: inout World, _ content: Event.Content, seq: UInt64 = 1) {
        guard let author = world.chat.identity?.author else { return }
        let event = Event(seq: seq, id: .random(), at: 0, author: author, idempotencyKey: nil, content: content)
        world.tell(.received(.event(room: .own(author.user), epoch: .first, event)))
        world.quiesce()
    }

    @Test func `a followed room is on the list, and a room that is not is not`() {
        let world = listed([entry(garden) { $0.isFollowed = true }, entry(.lobby) { $0.notice = .none }])
        #expect(world.chat.roomsInOrder.map(\.room) == [garden])
        #expect(world.chat.choice(of: .lobby).notice == Choice.Notice.none)
    }

    @Test func `a choice of another device changes the list at once`() {
        var world = listed([entry(group)])
        choose(&world, .choice(ChoiceChange(garden, isFollowed: true, isPinned: true)))
        #expect(world.chat.roomsInOrder.map(\.room) == [garden, group])
        choose(&world, .choice(ChoiceChange(garden, isFollowed: false, isPinned: false)), seq: 2)
        #expect(world.chat.roomsInOrder.map(\.room) == [group])
        #expect(world.chat.rooms.entries[garden] == nil)
    }

    @Test func `a choice is shown before the server has it, and goes once`() {
        var world = listed([entry(group)])
        world.cut()
        guard let user = world.chat.identity?.user else { Issue.record("no identity"); return }
        world.perform(.choose(ChoiceChange(group, isArchived: true)), in: .own(user))
        world.perform(.block(Author.bob.user, on: true), in: .own(user))
        #expect(world.chat.choice(of: group).isArchived && world.chat.blocked == [Author.bob.user])
        #expect(world.chat.conversations[.own(user)] == nil)
        world.quiesce()
        #expect(world.logs[.own(user)]?.count == 2 && world.chat.outbox.items.isEmpty)
        #expect(world.chat.choice(of: group).isArchived && world.chat.blocked == [Author.bob.user])
        #expect(world.chat.conversations[.own(user)] == nil)
    }

    @Test func `the own log of somebody else changes nothing`() {
        var world = listed([entry(group)])
        let event = Event(
            seq: 1, id: .random(), at: 0, author: .bob, idempotencyKey: nil,
            content: .choice(ChoiceChange(group, isArchived: true)))
        world.tell(.received(.event(room: .own(Author.bob.user), epoch: .first, event)))
        #expect(!world.chat.choice(of: group).isArchived)
    }

    @Test func `messages of somebody who is blocked are marked in every room, and no longer after that`() {
        var world = listed()
        world.tell(.join(.lobby))
        world.other("hello", in: .lobby)
        world.quiesce()
        func isBlocked() -> [Bool] {
            world.chat.rows(of: .lobby).compactMap {
                if case .message(let bubble) = $0.content { bubble.isBlocked } else { nil }
            }
        }
        #expect(isBlocked() == [false])
        choose(&world, .block(Author.bob.user, on: true))
        #expect(isBlocked() == [true])
        choose(&world, .block(Author.bob.user, on: false), seq: 2)
        #expect(isBlocked() == [false])
    }

    @Test func `an event that comes while the list is read counts, whichever is newer`() {
        var world = World.ready()
        world.pages = [[entry(group)], [entry(garden) { $0.isFollowed = true }]]
        world.tell(.listRooms)
        choose(&world, .choice(ChoiceChange(group, isPinned: true)))
        world.quiesce()
        #expect(world.chat.choice(of: group).isPinned)
        #expect(world.chat.roomsInOrder.map(\.room) == [group, garden])
    }
}
