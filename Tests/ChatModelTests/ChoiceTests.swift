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
    private func listed(
        _ page: [RoomEntry] = [], _ configuration: Chat.Configuration = Chat.Configuration(entersOwnRooms: false)
    ) -> World {
        var world = World.ready(configuration: configuration)
        world.pages = [page]
        world.tell(.listRooms)
        world.quiesce()
        return world
    }

    private func choose(_ world: inout World, _ content: Event.Content, seq: Seq = 1) {
        guard let author = world.chat.identity?.author else { return }
        let event = Event(seq: seq, id: .random(), at: 0, author: author, idempotencyKey: nil, content: content)
        world.tell(.received(.event(room: .own(author.user), epoch: .first, event)))
        world.quiesce()
    }

    @Test func `a room that was marked as unread is not any more when it is opened`() {
        var world = listed([entry(garden) { ($0.isFollowed, $0.unread) = (true, 3) }])
        world.tell(.join(garden))
        world.quiesce()
        #expect(world.chat.choice(of: garden).unread == 3)
        world.tell(.show(garden, .newest))
        world.quiesce()
        #expect(world.chat.choice(of: garden).unread == 0)
        // What is marked while it is open stays so until it is opened again.
        choose(&world, .choice(ChoiceChange(garden, unread: 2)), seq: 9)
        world.tell(.show(garden, .following(false)))
        #expect(world.chat.choice(of: garden).unread == 2)
    }

    @Test func `a followed room is on the list, and a room that is not is not`() {
        let world = listed([entry(garden) { $0.isFollowed = true }, entry(.lobby) { $0.notice = .nothing }])
        #expect(world.chat.roomsInOrder.map(\.room) == [garden])
        #expect(world.chat.choice(of: .lobby).notice == Choice.Notice.nothing)
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

    @Test func `a choice whose answer was lost does not outlast a newer one of another device`() {
        var world = listed([], Chat.Configuration(entersOwnRooms: true))
        world.cut()
        guard let user = world.chat.identity?.user else { Issue.record("no identity"); return }
        let unfollow = Mutation.choose(ChoiceChange(garden, isFollowed: false))
        world.perform(unfollow, in: .own(user))
        // The server has it already, and the follow of another device behind it.
        for seq: Seq in 1...2 {
            let content = Event.Content.choice(ChoiceChange(garden, isFollowed: seq == 2))
            let event = Event(
                seq: seq, id: .random(), at: 0, author: Author(user: user, name: "ann"), idempotencyKey: nil,
                content: content)
            world.logs[.own(user), default: []].append(event)
        }
        (world.accepted[1], world.highest) = ((.own(user), unfollow, 1), 1)
        world.pages = [[entry(garden) { $0.isFollowed = true }]]
        world.quiesce()
        #expect(world.chat.outbox.items.isEmpty && world.chat.choice(of: garden).isFollowed)
        #expect(world.chat.conversations[garden]?.isWanted == true)
    }

    @Test func `the profile is that of the newest event, and shown before the server has it`() {
        var world = listed()
        #expect(world.chat.profile == Profile())
        choose(&world, .profile(ProfileChange(keepsReadsPrivate: true)))
        #expect(world.chat.profile.keepsReadsPrivate)
        world.cut()
        guard let user = world.chat.identity?.user else { Issue.record("no identity"); return }
        world.perform(.profile(ProfileChange(keepsReadsPrivate: false)), in: .own(user))
        #expect(!world.chat.profile.keepsReadsPrivate)
        let profile = Profile(ProfileChange(keepsReadsPrivate: true))
        world.tell(.received(.rooms(ref: 1 << 40, [], profile: profile, next: nil)))
        #expect(!world.chat.profile.keepsReadsPrivate, "an answer that nobody asked for")
    }

    @Test func `the own log of somebody else changes nothing`() {
        var world = listed([entry(group)])
        let event = Event(
            seq: 1, id: .random(), at: 0, author: .bob, idempotencyKey: nil,
            content: .choice(ChoiceChange(group, isArchived: true)))
        world.tell(.received(.event(room: .own(Author.bob.user), epoch: .first, event)))
        #expect(!world.chat.choice(of: group).isArchived)
    }

    @Test func `messages of somebody who is blocked are not unread, and no mentions`() {
        var world = listed()
        world.tell(.join(.lobby))
        world.quiesce()
        world.other("hello @ann", in: .lobby)
        world.quiesce()
        func unread() -> Unread? { world.chat.conversations[.lobby]?.unread }
        #expect(unread() == Unread(count: 1, mentions: 1))
        choose(&world, .block(Author.bob.user, on: true))
        world.other("hello? @ann", in: .lobby)
        world.quiesce()
        #expect(unread() == Unread() && world.chat.conversations[.lobby]?.firstUnread == nil)
        // A room that is entered later has its people blocked, too.
        world.tell(.join(garden))
        world.quiesce()
        world.other("here? @ann", in: garden)
        world.quiesce()
        #expect(world.chat.conversations[garden]?.unread == Unread())
        choose(&world, .block(Author.bob.user, on: false), seq: 2)
        #expect(unread() == Unread(count: 2, mentions: 2))
        #expect(world.chat.conversations[garden]?.unread == Unread(count: 1, mentions: 1))
    }

    @Test func `the direct room of a blocked person has nothing unread, although the server counts messages`() throws {
        let direct = try #require(RoomName.direct(Author.ann.user, Author.bob.user))
        var listed = ListedRoom(room: direct, info: RoomInfo())
        listed.unread = Unread(count: 3, mentions: 1)
        #expect(ConversationItem(listed, reader: Author.ann.user).unread.count == 3)
        #expect(ConversationItem(listed, reader: Author.ann.user, blocked: [Author.bob.user]).unread == Unread())
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
        func offered() -> [String] { world.chat.peopleToMention(in: .lobby, NameStart("b")).map(\.name) }
        #expect(isBlocked() == [false] && offered() == ["bob"])
        choose(&world, .block(Author.bob.user, on: true))
        #expect(isBlocked() == [true] && offered() == [])
        // A reply does not quote what is hidden.
        world.perform(.message(text: "who?", reply: 1), in: .lobby)
        func quotes() -> [String?] {
            world.chat.rows(of: .lobby).compactMap {
                if case .message(let bubble) = $0.content { bubble.reply.map(\.text) } else { nil }
            }
        }
        #expect(quotes() == [nil])
        choose(&world, .block(Author.bob.user, on: false), seq: 2)
        #expect(isBlocked() == [false, false] && quotes() == ["hello"])
    }

    @Test func `a ban from a followed room that is not joined is known, and its end, too`() {
        var world = listed([entry(garden) { $0.isFollowed = true }])
        var info = RoomInfo()
        info.standing.bannedUntil = .max
        world.tell(.received(.standing(room: garden, seq: 3, by: .bob, info)))
        #expect(world.chat.access(to: garden)?.refusalOfEntering(at: world.now)?.code == .banned)
        world.tell(.received(.standing(room: garden, seq: 4, by: .bob, RoomInfo())))
        #expect(world.chat.access(to: garden)?.refusalOfEntering(at: world.now) == nil)
        // A room that is not followed does not come on the list.
        world.tell(.received(.standing(room: .lobby, seq: 3, by: .bob, info)))
        #expect(world.chat.rooms.entries[.lobby] == nil)
    }

    @Test func `what was chosen about a group holds when its member comes back`() {
        var world = listed([entry(group) { $0.notice = .mentions }])
        world.tell(.received(.standing(room: group, seq: 3, by: .bob, RoomInfo())))
        #expect(world.chat.roomsInOrder.isEmpty)
        let info = RoomInfo(standing: Standing(membership: .member, since: 4))
        world.tell(.received(.standing(room: group, seq: 4, by: .bob, info)))
        #expect(world.chat.roomsInOrder.map(\.choice.notice) == [.mentions])
        choose(&world, .choice(ChoiceChange(group, isPinned: true)))
        var chosen = Choice()
        (chosen.notice, chosen.isPinned) = (.mentions, true)
        #expect(world.chat.roomsInOrder.map(\.choice) == [chosen])
    }

    @Test func `a choice made while the list is loaded does not keep a group that the user has lost`() {
        var rooms = RoomList()
        rooms.begin()
        _ = rooms.take([entry(group)], [], Profile(), after: nil, next: nil)
        #expect(rooms.entries[group]?.isShown == true)
        // Removed while they were away.
        rooms.interrupted()
        rooms.begin()
        rooms.chose(.choice(ChoiceChange(group, isPinned: true)))
        _ = rooms.take([], [], Profile(), after: nil, next: nil)
        #expect(rooms.entries[group]?.isShown == false)
        #expect(rooms.choice(of: group).isPinned)
    }

    @Test func `choices about groups that the user has left are bounded`() {
        var world = listed()
        for seq in 1...Seq(count: Limits.roomsListed) + 10 {
            let other = RoomName.newGroup()
            choose(&world, .choice(ChoiceChange(other, isPinned: true)), seq: seq)
            world.tell(.received(.standing(room: other, seq: 2, by: .bob, RoomInfo())))
        }
        #expect(world.chat.keptChoices.count == Limits.roomsListed)
    }

    @Test func `a choice about a group that the user has left does not put it on the list`() {
        var world = listed()
        choose(&world, .choice(ChoiceChange(group, isPinned: true)))
        #expect(world.chat.roomsInOrder.isEmpty)
        let info = RoomInfo(standing: Standing(membership: .invited))
        world.tell(.received(.standing(room: group, seq: 4, by: .bob, info)))
        #expect(world.chat.roomsInOrder.map(\.choice.isPinned) == [true])
    }

    @Test func `an old choice that comes back does not undo one that waits`() {
        var world = World.ready(configuration: .init(entersOwnRooms: true))
        guard let user = world.chat.identity?.user else { Issue.record("no identity"); return }
        world.perform(.choose(ChoiceChange(garden, isFollowed: true)), in: .own(user))
        world.quiesce()
        #expect(world.chat.conversations[garden]?.membership == .joined)
        world.asked.removeAll()
        world.perform(.choose(ChoiceChange(garden, isFollowed: false)), in: .own(user))
        world.perform(.choose(ChoiceChange(garden, isFollowed: true)), in: .own(user))
        world.quiesce()
        #expect(!world.asked.contains(.leave(room: garden)))
        #expect(world.chat.conversations[garden]?.membership == .joined)
    }

    @Test func `blocks and choices hold after a restart, before the list is loaded again`() {
        var world = World.ready()
        guard let user = world.chat.identity?.user else { Issue.record("no identity"); return }
        world.perform(.block(Author.bob.user, on: true), in: .own(user))
        world.perform(.choose(ChoiceChange(.lobby, notice: Choice.Notice.nothing)), in: .own(user))
        // Who blocks somebody has the list loaded, with what other devices have chosen.
        world.quiesce()
        #expect(world.chat.rooms.state == .loaded)
        world.restart()
        #expect(world.chat.blocked == [Author.bob.user] && world.chat.choice(of: .lobby).notice == .nothing)
        #expect(world.chat.choices == [.lobby: world.chat.choice(of: .lobby)])
        #expect(world.chat.roomsInOrder.isEmpty)
        // A page says nothing of the lobby, and of a blocked person: that is so from then on.
        world.quiesce()
        #expect(world.chat.rooms.state == .loaded && world.chat.blocked.isEmpty && world.chat.choices.isEmpty)
        world.restart()
        #expect(world.chat.blocked.isEmpty && world.chat.choices.isEmpty)
    }

    @Test func `a choice of another device adds to what the journal has`() {
        var world = listed([entry(garden) { $0.notice = .mentions }])
        world.cut()
        world.restart()
        let change = ChoiceChange(garden, isPinned: true)
        world.tell(.received(.event(room: .own(Author.ann.user), epoch: .first, .test(2, .choice(change), by: .ann))))
        #expect(world.chat.choice(of: garden).notice == .mentions && world.chat.choice(of: garden).isPinned)
    }

    @Test func `a page that has the choice already, before its event, is not changed by it`() {
        var world = World.ready()
        world.pages = [[entry(group) { $0.isPinned = true }], [entry(garden) { $0.isFollowed = true }]]
        world.tell(.listRooms)
        world.deliver()
        #expect(world.chat.choice(of: group).isPinned && world.chat.rooms.state == .loading)
        choose(&world, .choice(ChoiceChange(group, isPinned: true)))
        choose(&world, .choice(ChoiceChange(garden, isFollowed: true)), seq: 2)
        #expect(world.chat.choice(of: group).isPinned)
        #expect(world.chat.roomsInOrder.map(\.room) == [group, garden])
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
