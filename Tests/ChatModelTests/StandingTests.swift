import ChatWire
import Testing

@testable import ChatModel

@Suite struct StandingTests {
    private let group = RoomName.group()
    private let owner = Standing(membership: .member, role: .owner)

    private func info(_ standing: Standing, title: String = "Tea") -> RoomInfo {
        var info = RoomInfo(standing: standing, people: 2, owners: 1)
        info.settings.title = title
        return info
    }

    private func entry(_ room: RoomName, _ standing: Standing, head: Seq = 1) -> RoomEntry {
        RoomEntry(room: room, info: info(standing), epoch: .first, head: head)
    }

    /// A world with a group that the user owns, or is a member of.
    private func inside(_ standing: Standing? = nil) -> World {
        var world = World.ready()
        world.infos[group] = info(standing ?? owner)
        world.other("hello", in: group)
        world.tell(.join(group))
        world.quiesce()
        return world
    }

    private func membership(_ world: World) -> Conversation.Membership? { world.chat.conversations[group]?.membership }

    private func push(_ world: inout World, _ standing: Standing, seq: Seq = 9, by author: Author = .bob) {
        world.tell(.received(.standing(room: group, seq: seq, by: author, info(standing))))
        world.quiesce()
    }

    @Test func `a join tells what the room is, and later events change it`() {
        var world = inside()
        #expect(world.chat.conversations[group]?.title == "Tea")
        world.other(.settings(SettingsChange(title: "Coffee", slowMode: 5)), in: group)
        world.other(.pin(of: 1, on: true), in: group)
        world.other(.membership(MembershipChange(Author.ann.user, .mute(until: 5))), in: group)
        world.quiesce()
        let info = world.chat.conversations[group]?.info
        #expect(info?.settings.title == "Coffee" && info?.settings.slowMode == 5)
        #expect(info?.pins == [1] && info?.standing.mutedUntil == 5)
        world.other(.deletion(of: 1), in: group)
        world.quiesce()
        #expect(world.chat.conversations[group]?.info?.pins == [])
        #expect(world.chat.refusal(of: .pin(of: 1, on: true), in: group, at: 0)?.code == .messageDeleted)
    }

    @Test func `without a connection the list has what was read of the room, not what it said when it was loaded`() {
        var world = inside()
        var listed = entry(group, owner)
        listed.unread = 1
        world.pages = [[listed]]
        world.tell(.listRooms)
        world.quiesce()
        world.tell(.markRead(group, upTo: 1))
        world.quiesce()
        #expect(world.chat.roomsInOrder.map(\.unread.count) == [0])
        world.cut()
        #expect(world.chat.roomsInOrder.map(\.unread.count) == [0])
    }

    @Test func `the line of a room that is scrolled up has the newest message of the list`() {
        var world = inside()
        world.tell(.show(group, .newest))
        world.tell(.show(group, .following(false)))
        for number in 1...700 { world.other("\(number)", in: group) }
        world.quiesce()
        #expect(world.chat.conversations[group]?.timeline.isDetached == true)
        world.cut()
        world.other("newest", in: group)
        var listed = entry(group, owner, head: 702)
        listed.last = world.logs[group]?.last
        world.pages = [[listed]]
        world.tell(.reconnect)
        world.quiesce()
        world.tell(.listRooms)
        world.quiesce()
        #expect(world.chat.conversations[group]?.last?.text == "newest")
        #expect(world.chat.conversations[group]?.timeline.isDetached == true)
    }

    @Test func `a change counts although a page of history brought its event before the push`() {
        var world = World.ready()
        world.infos[group] = info(owner)
        world.other("hello", in: group)
        world.tell(.join(group))
        world.isDeaf = true
        world.deliver()
        let reading = (1..<UInt64(100)).first { ref in
            if case .history? = world.chat.requests.question(ref) { true } else { false }
        }
        guard let reading else { Issue.record("nothing is read"); return }
        world.other(.settings(SettingsChange(title: "Coffee")), in: group)
        let page = ServerFrame.page(
            ref: reading, room: group, epoch: .first, head: 2, events: world.logs[group] ?? [])
        world.tell(.received(page))
        #expect(world.chat.conversations[group]?.timeline.end == 2)
        world.deliverAll()
        #expect(world.chat.conversations[group]?.title == "Coffee")
        // What a join tells is newer than a push before it.
        world.tell(.received(.event(room: group, epoch: .first, .test(1, .settings(SettingsChange(title: "Old"))))))
        #expect(world.chat.conversations[group]?.title == "Coffee")
    }

    @Test func `a member who administers the server may do what an owner may`() {
        var world = inside(Standing(membership: .member))
        #expect(world.chat.refusal(of: .pin(of: 1, on: true), in: group, at: 0)?.code == .notAllowed)
        world.role = .administrator
        world.restart()
        world.quiesce()
        #expect(world.chat.refusal(of: .pin(of: 1, on: true), in: group, at: 0) == nil)
    }

    @Test func `titles and roles are there after a restart, without a connection`() {
        var world = inside()
        world.other(.settings(SettingsChange(title: "Coffee")), in: group)
        world.quiesce()
        world.restart()
        #expect(world.chat.conversations[group]?.title == "Coffee")
        #expect(world.chat.conversations[group]?.info?.standing.role == .owner)
    }

    @Test func `a group is made before it is joined, and people are invited before anything is said`() {
        var world = World.ready()
        world.infos[group] = info(owner)
        world.refuse = { [group] request in
            if case .join(group, _) = request { WireError.noSuchRoom } else { nil }
        }
        world.cut()
        world.tell(.join(group))
        world.perform(.settings(SettingsChange(title: "Tea")), in: group)
        world.perform(.membership(MembershipChange(Author.bob.user, .invite)), in: group)
        world.say("welcome", in: group)
        world.accept()
        world.deliver()
        #expect(!world.asked.contains { if case .join(group, _) = $0 { true } else { false } })
        world.refuse = { _ in nil }
        world.quiesce()
        #expect(world.logs[group]?.map { $0.content.isShown } == [false, false, true])
        #expect(membership(world) == .joined)
        #expect(world.settled.values.joined().allSatisfy { if case .sent = $0 { true } else { false } })
    }

    @Test func `an invitation is declined without joining the room`() {
        var world = World.ready()
        world.asked.removeAll()
        world.perform(.membership(MembershipChange(Author.ann.user, .leave)), in: group)
        world.quiesce()
        #expect(world.asked.count == 1)
        #expect(world.chat.conversations[group] == nil)
    }

    @Test(arguments: [MembershipChange.Action.remove, .ban(until: .max)])
    func `a removal ends the conversation, settles what waits, and is not followed by a join`(
        _ action: MembershipChange.Action
    ) {
        var world = inside(Standing(membership: .member))
        let refused = WireError(.overloaded, "Later.", retry: 60_000)
        world.refuse = { if case .mutate = $0 { refused } else { nil } }
        let waiting = world.say("waits", in: group)
        world.deliverAll()
        world.members.remove(group)
        world.refuse = { _ in nil }
        world.asked.removeAll()
        let change = MembershipChange(Author.ann.user, action, reason: "rude")
        world.tell(.received(.event(room: group, epoch: .first, .test(2, .membership(change)))))
        push(&world, Standing(), seq: 2)
        guard case .refused(let error) = membership(world) else {
            Issue.record("still \(String(describing: membership(world)))")
            return
        }
        #expect(error.text.contains("bob") && error.text.contains("rude"))
        #expect(error.code == (action == .remove ? .noSuchRoom : .banned))
        #expect(world.settled[waiting] == [.failed(error)])
        world.cut()
        world.quiesce()
        #expect(!world.asked.contains { if case .join(group, _) = $0 { true } else { false } })
        #expect(world.shown(group) == ["hello"])
    }

    @Test func `what may have arrived before a removal is said to be unknown`() {
        var world = inside(Standing(membership: .member))
        world.isDeaf = true
        let ticket = world.say("did it arrive?", in: group)
        world.cut()
        world.isDeaf = false
        world.refuse = { [group] request in
            if case .join(group, _) = request { WireError.noSuchRoom } else { nil }
        }
        world.quiesce()
        guard case .failed(let error)? = world.settled[ticket]?.last else { Issue.record("not settled"); return }
        #expect(error.code == .fateUnknown)
    }

    /// Seed 287 of the simulation.
    @Test func `what was under way when its room was lost holds up no other room`() {
        var world = inside(Standing(membership: .member))
        world.isDeaf = true
        let ticket = world.say("under way", in: group)
        let removal = MembershipChange(Author.ann.user, .remove)
        world.tell(.received(.event(room: group, epoch: .first, .test(2, .membership(removal)))))
        world.cut()
        world.isDeaf = false
        let other = world.say("elsewhere", in: .lobby)
        world.quiesce()
        guard case .failed(let error)? = world.settled[ticket]?.last else { Issue.record("not settled"); return }
        #expect(error.code == .fateUnknown)
        guard case .sent? = world.settled[other]?.last else { Issue.record("held up"); return }
    }

    @Test(arguments: [WireError.noSuchRoom, WireError(.banned, "Banned.")])
    func `a join that is refused for good is tried once a start`(_ error: WireError) {
        var world = World.ready()
        world.refuse = { [group] request in if case .join(group, _) = request { error } else { nil } }
        world.tell(.join(group))
        let ticket = world.say("hello?", in: group)
        world.asked.removeAll()
        world.quiesce()
        for _ in 0..<3 {
            world.cut()
            world.quiesce()
        }
        #expect(membership(world) == .refused(error))
        #expect(world.settled[ticket] == [.failed(error)])
        #expect(!world.asked.contains { if case .join(group, _) = $0 { true } else { false } })
    }

    /// The client must not ask to join then: the answer would hide why the link does not work.
    @Test func `a link that is not valid refuses the room with that reason`() throws {
        var world = World.ready()
        world.refuse = { request in if case .mutate = request { WireError.linkRefused } else { WireError.noSuchRoom } }
        world.perform(.membership(MembershipChange(Author.ann.user, .join, code: InviteSecret.random())), in: group)
        world.tell(.join(group))
        let ticket = world.say("hello?", in: group)
        world.asked.removeAll()
        world.quiesce()
        #expect(membership(world) == .refused(.linkRefused))
        #expect(world.settled[ticket] == [.failed(.linkRefused)])
        #expect(!world.asked.contains { if case .join = $0 { true } else { false } })
    }

    @Test
    func `a room that has always refused the user leaves the list with the screen, unless they have written for it`() {
        func refused(_ write: (inout World) -> Void) -> World {
            var world = World.ready()
            world.refuse = { [group] request in
                if case .join(group, _) = request { WireError.noSuchRoom } else { nil }
            }
            world.tell(.join(group))
            world.tell(.show(group, .newest))
            world.quiesce()
            write(&world)
            #expect(membership(world) == .refused(.noSuchRoom))
            world.tell(.show(group, .closed))
            world.quiesce()
            return world
        }
        let gone = refused { _ in }
        #expect(gone.chat.conversations[group] == nil)
        #expect(gone.records.last { if case .rooms = $0 { true } else { false } } == .rooms([.lobby]))
        #expect(!gone.chat.items().contains { $0.room == group })
        let written = refused { [group] in
            _ = $0.say("hello?", in: group)
            $0.quiesce()
        }
        #expect(membership(written) == .refused(.noSuchRoom))
        let begun = refused { [group] in $0.tell(.write("hel", in: group)) }
        #expect(membership(begun) == .refused(.noSuchRoom))
        // A room that the user was in stays, with the reason.
        var world = inside(Standing(membership: .member))
        world.members.remove(group)
        push(&world, Standing())
        world.tell(.show(group, .closed))
        #expect(membership(world) == .refused(.noSuchRoom))
    }

    @Test func `a link into a group in which the user is already opens the group`() {
        var world = World.ready()
        world.infos[group] = info(Standing(membership: .member))
        let error = WireError(.membership, "You are a member already.")
        world.refuse = { request in if case .mutate = request { error } else { nil } }
        world.perform(.membership(MembershipChange(Author.ann.user, .join, code: InviteSecret.random())), in: group)
        world.tell(.join(group))
        world.quiesce()
        #expect(membership(world) == .joined)
    }

    @Test func `a user who is let in again joins again`() {
        var world = inside(Standing(membership: .member))
        world.members.remove(group)
        push(&world, Standing())
        #expect(membership(world) == .refused(.noSuchRoom))
        push(&world, Standing(membership: .member), seq: 10)
        #expect(membership(world) == .joined)
    }

    @Test func `a user who was let in again while away joins as soon as the list says so`() {
        var world = World.ready()
        world.refuse = { [group] request in
            if case .join(group, _) = request { WireError.noSuchRoom } else { nil }
        }
        world.tell(.listRooms)
        world.tell(.join(group))
        world.quiesce()
        #expect(membership(world) == .refused(.noSuchRoom))
        world.refuse = { _ in nil }
        world.pages = [[entry(group, Standing(membership: .member))]]
        world.cut()
        world.quiesce()
        #expect(membership(world) == .joined)
    }

    @Test func `leaving on another device leaves the room here`() {
        var world = inside(Standing(membership: .member))
        world.members.remove(group)
        let change = MembershipChange(Author.ann.user, .leave)
        world.tell(.received(.event(room: group, epoch: .first, .test(2, .membership(change), by: .ann))))
        push(&world, Standing(), seq: 2)
        #expect(world.chat.conversations[group] == nil)
        #expect(world.records.last { if case .rooms = $0 { true } else { false } } == .rooms([.lobby]))
    }

    @Test func `the list of rooms is loaded in pages, again after each welcome, and pushes keep it current`() {
        var world = World.ready()
        let rooms = (0..<4).map { _ in RoomName.group() }.sorted { $0.text < $1.text }
        world.pages = [
            [entry(rooms[0], owner), entry(rooms[1], owner)], [entry(rooms[2], Standing(membership: .invited))],
        ]
        world.tell(.listRooms)
        world.quiesce()
        #expect(world.chat.rooms.state == .loaded)
        // Invitations come first.
        #expect(world.chat.roomsInOrder.map(\.room) == [rooms[2], rooms[0], rooms[1]])
        let told = info(Standing(membership: .invited))
        world.tell(.received(.standing(room: rooms[3], seq: 2, by: .bob, told)))
        #expect(world.chat.roomsInOrder.first { $0.room == rooms[3] }?.inviter == .bob)
        world.tell(.received(.standing(room: rooms[0], seq: 2, by: .bob, info(Standing()))))
        #expect(world.chat.roomsInOrder.count == 3)
        world.pages = [[entry(rooms[1], owner)]]
        world.cut()
        world.quiesce()
        #expect(world.chat.roomsInOrder.map(\.room) == [rooms[1]])
    }

    @Test func `a page that is older than a push does not undo it`() {
        var world = World.ready()
        world.pages = [[entry(group, Standing(membership: .member), head: 4)]]
        world.tell(.listRooms)
        world.tell(.received(.standing(room: group, seq: 5, by: .bob, info(Standing()))))
        world.quiesce()
        #expect(world.chat.roomsInOrder.isEmpty)
    }

    @Test func `a page of the list that is refused for now is asked for again`() {
        var world = World.ready()
        let rooms = (0..<2).map { _ in RoomName.group() }.sorted { $0.text < $1.text }
        world.pages = [[entry(rooms[0], owner)], [entry(rooms[1], owner)]]
        let overloaded = WireError(.overloaded, "Later.", retry: 1_000)
        world.refuse = { if case .rooms(.some) = $0 { overloaded } else { nil } }
        world.tell(.listRooms)
        world.deliverAll()
        #expect(world.chat.rooms.state == .loading)
        world.refuse = { _ in nil }
        world.asked.removeAll()
        world.fire(.listing)
        #expect(world.asked == [.rooms(after: rooms[0])])
        world.quiesce()
        #expect(world.chat.rooms.state == .loaded && world.chat.rooms.entries.count == 2)
    }

    @Test func `of a long list the rooms that stand first are shown and entered before the others are known`() {
        var world = World.ready(configuration: .init(entersOwnRooms: true))
        let rooms = (0..<3).map { _ in RoomName.group() }.sorted { $0.text < $1.text }
        let gone = entry(group, owner)
        world.recent = [entry(rooms[2], owner), gone]
        world.pages = [[entry(rooms[0], owner), entry(rooms[1], owner)], [entry(rooms[2], owner)]]
        world.refuse = { if case .rooms = $0 { WireError(.overloaded, "Later.", retry: 1_000) } else { nil } }
        world.cut()
        world.fire(.connect)
        world.accept()
        world.deliverAll()
        #expect(world.chat.rooms.state == .loading)
        #expect(Set(world.chat.roomsInOrder.map(\.room)) == [rooms[2], group])
        #expect(world.chat.conversations[rooms[2]]?.membership == .joined)
        world.refuse = { _ in nil }
        world.fire(.listing)
        world.quiesce()
        #expect(world.chat.rooms.state == .loaded)
        #expect(Set(world.chat.roomsInOrder.map(\.room)) == Set(rooms))
    }

    @Test func `a server without lists of rooms is asked once`() {
        var world = World.ready()
        world.refuse = { if case .recentRooms = $0 { WireError(.unknownType, "Unknown request.") } else { nil } }
        world.tell(.listRooms)
        world.quiesce()
        world.cut()
        world.asked.removeAll()
        world.quiesce()
        #expect(world.chat.rooms.state == .unsupported && world.chat.connection.phase == .connected)
        #expect(!world.asked.contains(.recentRooms))
    }

    @Test func `a server whose list does not end is not asked for ever`() {
        var world = World.ready()
        world.tell(.listRooms)
        var asked = 0
        for _ in 0..<5_000 {
            guard world.asked.last == .recentRooms || world.asked.last == .rooms(after: group) else { break }
            asked += 1
            world.asked.append(.ping)
            let page = [entry(group, owner)]
            world.tell(.received(.rooms(ref: UInt64(asked), page, next: group)))
        }
        #expect(asked < 5)
    }

    @Test func `a client that enters its own rooms joins groups, and not invitations`() {
        var world = World.ready(configuration: .init(entersOwnRooms: true))
        let other = RoomName.group()
        world.pages = [[entry(group, owner), entry(other, Standing(membership: .invited))]]
        world.cut()
        world.quiesce()
        #expect(membership(world) == .joined)
        #expect(world.chat.conversations[other] == nil)
        world.infos[other] = info(Standing(membership: .member))
        world.tell(.received(.standing(room: other, seq: 3, by: .ann, info(Standing(membership: .member)))))
        world.quiesce()
        #expect(world.chat.conversations[other]?.membership == .joined)
    }

    @Test func `a client enters the newest of its rooms, none with a blocked person, and gives way to the user`() {
        var world = World.ready(configuration: .init(entersOwnRooms: true))
        guard let me = world.chat.identity?.user else { Issue.record("no identity"); return }
        world.perform(.block(UserID(high: 1_700, low: 1_700), on: true), in: .own(me))
        world.quiesce()
        let rooms = (1_001...1_700 as ClosedRange<UInt64>).compactMap { RoomName.direct(me, UserID(high: $0, low: $0)) }
        let entries = zip(rooms, Int64(1)...).map { room, at in
            var entry = RoomEntry(room: room, info: RoomInfo(), epoch: .first, head: 1)
            entry.last = .test(1, "hello", at: at)
            return entry
        }.sorted { $0.room.text < $1.room.text }
        world.pages = stride(from: 0, to: 700, by: 100).map { Array(entries[$0..<$0 + 100]) }
        for entry in entries { world.logs[entry.room] = [entry.last].compactMap { $0 } }
        world.blocked = [UserID(high: 1_700, low: 1_700)]
        world.cut()
        world.quiesce()
        #expect(world.members.count == Limits.roomsEntered && world.members.contains(.lobby))
        #expect(world.members.contains(rooms[698]) && !world.members.contains(rooms[699]))
        #expect(world.members.contains(rooms[250]) && !world.members.contains(rooms[249]))
        for number in 1...100 {
            guard let room = RoomName("r\(number)") else { continue }
            world.tell(.join(room))
            world.quiesce()
            #expect(world.chat.conversations[room]?.membership == .joined)
            #expect(world.members.count < Limits.roomsPerConnection)
        }
        #expect(world.members.contains(.lobby) && world.members.contains(rooms[698]))
    }

    @Test func `people are read from the room, or the question fails at once`() {
        var world = inside()
        world.tell(.inquire(.people(group, after: nil), Ticket(50)))
        world.quiesce()
        let page = PeoplePage(people: [Person(author: .bob, standing: Standing(membership: .member))], next: nil)
        #expect(world.found[Ticket(50)] == [.success(.people(page))])
        world.isDeaf = true
        world.tell(.inquire(.people(group, after: nil), Ticket(51)))
        world.cut()
        world.tell(.inquire(.people(group, after: nil), Ticket(52)))
        for ticket in [Ticket(51), Ticket(52)] { #expect(world.found[ticket]?.count == 1) }
        #expect(world.found[Ticket(52)] == [.failure(.notConnected)])
    }

    @Test func `what the user may do follows from the room's rule and the message's author`() {
        var member = inside(Standing(membership: .member))
        let own = Mutation.delete(of: 2)
        member.say("mine", in: group)
        member.quiesce()
        let chat = member.chat
        #expect(chat.refusal(of: own, in: group, at: 0) == nil)
        #expect(chat.refusal(of: .delete(of: 1), in: group, at: 0)?.code == .notYours)
        #expect(chat.refusal(of: .pin(of: 1, on: true), in: group, at: 0)?.code == .notAllowed)
        let moderator = inside(Standing(membership: .member, role: .moderator)).chat
        #expect(moderator.refusal(of: .delete(of: 1), in: group, at: 0) == nil)
        #expect(moderator.refusal(of: .edit(of: 1, text: "x"), in: group, at: 0)?.code == .notYours)
        let unreact = Mutation.unreact(of: 1, emoji: "👍", user: Author.bob.user)
        #expect(chat.refusal(of: unreact, in: group, at: 0)?.text.contains("reactions of others") == true)
        #expect(moderator.refusal(of: unreact, in: group, at: 0) == nil)
        let remove = Mutation.membership(MembershipChange(Author.bob.user, .remove))
        let (plain, equal) = (Standing(membership: .member), Standing(membership: .member, role: .moderator))
        #expect(moderator.refusal(of: remove, in: group, toward: plain, at: 0) == nil)
        #expect(moderator.refusal(of: remove, in: group, toward: equal, at: 0)?.code == .notAllowed)
    }

    @Test func `a direct room is called as the other person`() {
        let room = RoomName.direct(Author.ann.user, Author.bob.user) ?? .lobby
        var world = World.ready()
        world.tell(.join(room))
        world.quiesce()
        #expect(world.chat.conversations[room]?.title == "Direct chat")
        world.other("psst", in: room)
        world.quiesce()
        #expect(world.chat.conversations[room]?.title == "bob")
        world.restart()
        #expect(world.chat.conversations[room]?.title == "bob")
    }

    @Test func `a direct room is called as somebody who was met here, also when they have left`() throws {
        let room = try #require(RoomName.direct(Author.ann.user, Author.bob.user))
        var world = World.ready()
        world.tell(.received(.presence(room: .lobby, count: 2, joined: [.bob], left: [])))
        world.tell(.join(room))
        world.quiesce()
        world.tell(.received(.presence(room: .lobby, count: 1, joined: [], left: [.bob])))
        #expect(world.chat.title(of: room) == "bob")
        world.restart()
        #expect(world.chat.title(of: room) == "bob")
    }

    @Test func `a direct room is called as somebody of a list, unless the room knows better`() throws {
        let room = try #require(RoomName.direct(Author.ann.user, Author.bob.user))
        var world = World.ready()
        world.tell(.meet(.bob))
        world.quiesce()
        #expect(world.chat.conversations[room]?.membership == .joined && world.chat.title(of: room) == "bob")
        world.tell(.meet(Author(user: Author.bob.user, name: "former")))
        world.tell(.meet(.ann))
        #expect(world.chat.title(of: room) == "bob")
    }
}

extension RoomName {
    fileprivate static func group() -> RoomName { .newGroup() }
}
