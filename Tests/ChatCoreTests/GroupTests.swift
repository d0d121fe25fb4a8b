import ChatTesting
import Foundation
import Testing

@testable import ChatCore

@Suite(.timeLimit(.minutes(5))) struct GroupTests {
    private let server = LoopbackServer()
    private let clock = ManualClientClock()

    private func client(_ name: String, storage: any Storage = MemoryStorage()) async throws -> ChatClient {
        try await server.client(name, storage: storage, clock: clock)
    }

    private func user(_ client: ChatClient) async throws -> UserID {
        try #require(try await client.chat().identity?.user)
    }

    /// Waits until a conversation is as it should be.
    private func wait(
        _ client: ChatClient, _ room: RoomName, until isDone: (ConversationState) -> Bool
    ) async throws {
        for await state in try await client.conversationUpdates(in: room) where isDone(state) { return }
        Issue.record("The listening ended.")
    }

    private func rooms(_ client: ChatClient, until isDone: ([ListedRoom]) -> Bool) async throws {
        for await rooms in try await client.rooms() where isDone(rooms) { return }
        Issue.record("The listening ended.")
    }

    private func texts(_ state: ConversationState) -> [String] {
        state.conversation.timeline.events.compactMap {
            if case .message(let message) = $0.content { message.text } else { nil }
        }
    }

    private func isJoined(_ state: ConversationState) -> Bool { state.conversation.membership == .joined }

    @Test func `the differences of the list of rooms lead from each list to the next`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        var updates = try await bob.rooms().differences().makeAsyncIterator()
        var shown: [ListedRoom] = []
        func turn(_ update: ListUpdate<ListedRoom>) {
            for index in update.difference.removed.reversed() { shown.remove(at: index) }
            for index in update.difference.inserted { shown.insert(update.list[index], at: index) }
            for index in update.difference.updated { shown[index] = update.list[index] }
            #expect(shown == update.list)
        }
        let first = try #require(try await updates.next())
        #expect(first.list.isEmpty && first.difference.isEmpty)
        let direct = try await ann.openDirect(with: try await user(bob))
        try await ann.send("one", to: direct)
        let (group, _) = try await ann.createGroup(
            title: "Tea", inviting: [Author(user: try await user(bob), name: "bob")])
        while shown.count < 2 {
            let update = try #require(try await updates.next())
            #expect(!update.difference.isEmpty)
            turn(update)
        }
        #expect(Set(shown.map { $0.id }) == [direct, group])
        try await bob.declineInvitation(to: group)
        while shown.count > 1 { turn(try #require(try await updates.next())) }
        #expect(shown.map { $0.id } == [direct])
    }

    @Test func `the list of rooms is current by default, and says nothing twice`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        var lists = try await bob.rooms().makeAsyncIterator()
        var before = try #require(await lists.next())
        let room = try await ann.openDirect(with: try await user(bob))
        for text in ["one", "two", "three"] { try await ann.send(text, to: room) }
        try await ann.drained()
        while before.first?.unread.count != 3 {
            let list = try #require(await lists.next())
            #expect(list != before)
            before = list
        }
        // Typing changes the room, and not the list.
        try await ann.sendTyping(in: room)
        try await wait(bob, room) { !$0.conversation.typing.people.isEmpty }
        // Who leaves the room on the screen has stopped typing.
        try await ann.show(.closed, in: room)
        try await wait(bob, room) { $0.conversation.typing.people.isEmpty }
        try await ann.send("four", to: room)
        try await ann.drained()
        #expect(await lists.next()?.first?.unread.count == 4)
        await ann.shutDown()
        await bob.shutDown()
    }

    @Test func `a group is made, an invitation is accepted, and a removal ends it`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let (annID, bobID) = (try await user(ann), try await user(bob))
        let invited = Author(user: bobID, name: "bob")
        let (room, sending) = try await ann.createGroup(title: "Tea", inviting: [invited])
        guard case .sent = try await sending.settled() else { Issue.record("not made"); return }
        try await rooms(bob) { $0.first?.title == "Tea" && $0.first?.isInvitation == true }
        try await bob.joinGroup(room)
        try await wait(bob, room, until: isJoined)
        try await ann.send("Hello, Bob", to: room)
        try await wait(bob, room) { texts($0) == ["Hello, Bob"] && $0.conversation.title == "Tea" }
        try await rooms(bob) { $0.first?.isInvitation == false && $0.first?.last?.seq == 4 }
        var people: [Person] = []
        for try await page in ann.people(of: room) { people += page }
        #expect(Set(people.map(\.author.user)) == [annID, bobID])
        let place = try #require(people.first { $0.author.user == bobID }?.standing)
        let removal = Mutation.membership(MembershipChange(bobID, .remove))
        #expect(try await ann.can(removal, in: room, toward: place))
        let owner = try #require(people.first { $0.author.user == annID }?.standing)
        let revolt = Mutation.membership(MembershipChange(annID, .remove))
        #expect(try await !bob.can(revolt, in: room, toward: owner))
        try await ann.remove(bobID, from: room, reason: "spam")
        try await wait(bob, room) {
            if case .refused(let error) = $0.conversation.membership { error.text.contains("spam") } else { false }
        }
        try await rooms(bob) { $0.isEmpty }
        let late = try await bob.send("but", to: room)
        guard case .failed(let error) = try await late.settled() else { Issue.record("sent"); return }
        #expect(error.code == .noSuchRoom)
    }

    @Test func `a group is left when the server has ended the membership, and not if it refuses`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let (room, _) = try await ann.createGroup(
            title: "Tea", inviting: [Author(user: try await user(bob), name: "bob")])
        try await wait(ann, room, until: isJoined)
        guard case .failed(let error) = try await ann.leaveGroup(room).settled() else { Issue.record("left"); return }
        #expect(error.code == .membership)
        try await wait(ann, room, until: isJoined)
        try await rooms(bob) { $0.first?.isInvitation == true }
        try await bob.joinGroup(room)
        try await wait(bob, room, until: isJoined)
        guard case .sent = try await bob.leaveGroup(room).settled() else { Issue.record("not left"); return }
        try await rooms(bob) { $0.isEmpty }
        for await open in try await bob.conversations() where !open.contains(where: { $0.room == room }) { break }
        await ann.shutDown()
        await bob.shutDown()
    }

    @Test func `a group is made with all its invitations, or not at all`() async throws {
        let ann = try await client("ann")
        let long = Author(user: UserID(high: 1, low: 1), name: String(repeating: "x", count: 33))
        await #expect(throws: WireError.self) { try await ann.createGroup(title: "Tea", inviting: [long]) }
        let chat = try await ann.chat()
        #expect(chat.conversations.isEmpty && chat.outbox.items.isEmpty)
        await ann.shutDown()
    }

    @Test func `a group that is made offline exists after the next connection, also in a new process`() async throws {
        let storage = FileStorage(path: "/ann/journal", system: FaultyFileSystem())
        let first = try await client("ann", storage: storage)
        try await first.stop()
        let (room, _) = try await first.createGroup(title: "Tea")
        try await first.updateSettings(of: room, SettingsChange(topic: "Leaves"))
        try await first.send("written offline", to: room)
        await first.shutDown()
        let second = try await client("ann", storage: storage)
        try await wait(second, room) { texts($0) == ["written offline"] && $0.pending.isEmpty }
        let info = try #require(try await second.chat().conversations[room]?.info)
        #expect(info.settings.title == "Tea" && info.settings.topic == "Leaves")
        #expect(info.standing.role == .owner)
        #expect(await server.log(of: room).count == 3)
    }

    @Test func `a direct room is one room, and is called as the other person`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let (annID, bobID) = (try await user(ann), try await user(bob))
        let room = try await ann.openDirect(with: bobID)
        #expect(try await bob.openDirect(with: annID) == room)
        try await ann.send("psst", to: room)
        try await wait(bob, room) { texts($0) == ["psst"] && $0.conversation.title == "ann" }
        try await rooms(bob) { $0.first?.title == "ann" }
        await #expect(throws: WireError.self) { try await ann.openDirect(with: annID) }
    }

    @Test func `a moderator deletes, pins, mutes and bans`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let bobID = try await user(bob)
        let (room, _) = try await ann.createGroup(
            title: "Tea", settings: SettingsChange(joining: .anyone), inviting: [])
        try await wait(ann, room, until: isJoined)
        try await bob.joinGroup(room)
        try await wait(bob, room, until: isJoined)
        let seq = try await bob.send("rude", to: room).waitUntilSent().seq
        #expect(try await !bob.can(.pin(of: seq, on: true), in: room))
        try await ann.pin(seq, in: room)
        try await wait(bob, room) { $0.conversation.info?.pins == [seq] }
        try await wait(bob, room) { $0.rows().flatMap(\.bubbles).first { $0.seq == seq }?.isPinned == true }
        try await ann.unpin(seq, in: room)
        try await wait(bob, room) { $0.conversation.info?.pins == [] }
        try await ann.pin(seq, in: room)
        try await wait(bob, room) { $0.conversation.info?.pins == [seq] }
        try await ann.delete(seq, in: room)
        try await wait(bob, room) { texts($0) == [] && $0.conversation.info?.pins == [] }
        try await ann.mute(bobID, in: room)
        try await wait(bob, room) { $0.conversation.info?.standing.mutedUntil == MembershipChange.Action.forGood }
        #expect(try await bob.refusal(of: .message(text: "x"), in: room)?.code == .muted)
        try await ann.unmute(bobID, in: room)
        try await ann.setRole(.moderator, of: bobID, in: room)
        try await wait(bob, room) { $0.access?.mayModerate == true }
        try await ann.setRole(.member, of: bobID, in: room)
        try await ann.ban(bobID, from: room, until: Date(timeIntervalSince1970: 1e10), reason: "rude")
        try await wait(bob, room) {
            if case .refused(let error) = $0.conversation.membership { error.code == .banned } else { false }
        }
        let refusal = await #expect(throws: WireError.self) { try await bob.loadOlder(in: room) }
        #expect(refusal?.code == .banned)
    }

    @Test func `a link lets in, is listed and revoked, and answers alike where it lets nobody in`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let cleo = try await client("cleo")
        let (annID, bobID) = (try await user(ann), try await user(bob))
        let (room, _) = try await ann.createGroup(title: "Tea")
        let (code, sending) = try await ann.createLink(to: room, uses: 5)
        guard case .sent = try await sending.settled() else { Issue.record("not made"); return }
        try await bob.join(link: try #require(InviteCode(code.text)))
        try await wait(bob, room, until: isJoined)
        let link = InviteLink(code.secret.link, by: annID, uses: 5, used: 1)
        #expect(try await ann.links(of: room) == [link])
        #expect(try await bob.links(of: room).isEmpty)
        guard case .membership(let change) = try #require(await server.log(of: room).last).content else {
            Issue.record("not the join")
            return
        }
        #expect(change.member == bobID && change.link == LinkUse(link.link, by: annID) && change.code == nil)
        try await ann.revoke(link.link, of: room)
        let late = try await cleo.join(link: code)
        guard case .failed(let error) = try await late.settled() else { Issue.record("let in"); return }
        #expect(error.code == .linkRefused)
        await #expect(throws: WireError.self) { try await ann.createLink(to: .lobby) }
        await #expect(throws: WireError.self) { try await cleo.links(of: room) }
    }

    @Test func `a join by a link is kept, and done by a new process`() async throws {
        let ann = try await client("ann")
        let (room, _) = try await ann.createGroup(title: "Tea")
        let (code, sending) = try await ann.createLink(to: room)
        guard case .sent = try await sending.settled() else { Issue.record("not made"); return }
        let storage = FileStorage(path: "/bob/journal", system: FaultyFileSystem())
        let first = try await client("bob", storage: storage)
        _ = try await user(first)
        try await first.stop()
        try await first.join(link: code)
        await first.shutDown()
        let second = try await client("bob", storage: storage)
        try await wait(second, room, until: isJoined)
    }

    @Test func `the directory is read page by page, with groups left out`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        _ = try await ann.createGroup(title: "Tea")
        for number in 0..<Limits.directoryPage + 3 {
            let room = try #require(RoomName("r\(1_000 + number)"))
            try await (number % 2 == 0 ? ann : bob).updateSettings(of: room, SettingsChange(title: "Tea \(number)"))
        }
        for client in [ann, bob] { try await client.drained() }
        var pages: [[DirectoryEntry]] = []
        for try await page in ann.directory(matching: "tea") { pages.append(page) }
        #expect(pages.map(\.count) == [Limits.directoryPage, 3])
        #expect(pages.last?.last?.title == "Tea \(Limits.directoryPage + 2)")
        pages = []
        for try await page in ann.directory(matching: "no such words") { pages.append(page) }
        #expect(pages.isEmpty)
        try await ann.stop()
        await #expect(throws: WireError.self) { for try await _ in ann.directory() {} }
    }

    @Test func `profiles of any number of people are asked for, and those with nothing are left out`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let (annID, bobID) = (try await user(ann), try await user(bob))
        try await ann.setAbout("Makes tea").waitUntilSent()
        var people = (1...UInt64(Limits.profilesPage * 2)).map { UserID(high: 9, low: $0) }
        people.insert(bobID, at: 0)
        people += [annID, annID]
        let profiles = try await bob.profiles(of: people)
        #expect(profiles.mapValues(\.about) == [annID: "Makes tea"])
        #expect(try await bob.profiles(of: []).isEmpty)
        try await bob.stop()
        await #expect(throws: WireError.self) { try await bob.profiles(of: [annID]) }
    }

    private struct Order: PayloadContent, Equatable {
        static let type = "com.example.order"
        var number: Int
    }

    private struct Job: PayloadContent, Equatable {
        static let type = "com.example.job"
        var title: String
    }

    @Test func `rooms and people have content of the app's own, which others read`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let annID = try await user(ann)
        let room = try #require(RoomName("order-7"))
        try await ann.updateSettings(of: room, SettingsChange(title: "Order 7"))
        try await ann.setContent(of: room, Order(number: 7))
        try await ann.setContent(Job(title: "Gardener")).waitUntilSent()
        try await bob.join(room)
        try await wait(bob, room) { $0.conversation.info?.settings.content(as: Order.self) == Order(number: 7) }
        try await wait(bob, room) { $0.conversation.info?.settings.content(as: Job.self) == nil }
        #expect(try await bob.profiles(of: [annID])[annID]?.content(as: Job.self) == Job(title: "Gardener"))
        try await ann.setContent(of: room, Order(number: 8))
        try await wait(bob, room) { $0.conversation.info?.settings.content(as: Order.self) == Order(number: 8) }
        try await ann.removeContent().waitUntilSent()
        try await ann.removeContent(of: room).waitUntilSent()
        try await wait(bob, room) { $0.conversation.info?.settings.payload == nil }
        #expect(try await ann.profile().payload == nil)
        #expect(try await bob.profiles(of: [annID]).isEmpty)
    }

    @Test func `an author removes the reaction of somebody else`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let bobID = try await user(bob)
        for client in [ann, bob] {
            try await client.join(.lobby)
            try await wait(client, .lobby, until: isJoined)
        }
        let seq = try await ann.send("Hello", to: .lobby).waitUntilSent().seq
        try await bob.react("👍", to: seq, in: .lobby).waitUntilSent()
        let removal = Mutation.unreact(of: seq, emoji: "👍", user: bobID)
        #expect(try await bob.can(removal, in: .lobby) == false)
        #expect(try await ann.can(removal, in: .lobby))
        try await ann.removeReaction("👍", of: bobID, from: seq, in: .lobby).waitUntilSent()
        try await wait(bob, .lobby) { state in
            guard state.conversation.timeline.head >= seq + 2,
                case .message(let message) = state.conversation.timeline[seq]?.content
            else { return false }
            return message.reactions.isEmpty
        }
    }

    @Test func `people of a room that is not joined can't be read`() async throws {
        let ann = try await client("ann")
        await #expect(throws: WireError.self) { for try await _ in ann.people(of: .lobby) {} }
    }
}
