import ChatWire
import Testing

@testable import ChatModel

@Suite struct DraftTests {
    private func text(_ world: World, _ room: RoomName = .lobby) -> String? { world.chat.drafts[room]?.text }

    private func saves(_ world: World) -> [String] {
        world.asked.compactMap { if case .keepDraft(_, let text) = $0 { text } else { nil } }
    }

    /// Types a text key by key, 100 ms each.
    private func type(_ world: inout World, _ text: String, in room: RoomName = .lobby) {
        for end in text.indices {
            world.now += 100
            world.tell(.write(String(text[...end]), in: room))
        }
    }

    private func push(_ world: inout World, _ text: String, in room: RoomName = .lobby) {
        world.tell(.received(.draft(room: room, text: text)))
    }

    /// Lets the pause end, however often the timer has to look again.
    private func pause(_ world: inout World) {
        while world.timers[.draftDue] != nil { world.fire(.draftDue) }
        world.quiesce()
    }

    @Test func `a draft is saved once, when the user pauses`() {
        var world = World.ready()
        type(&world, "hello")
        let last = world.now
        #expect(saves(world).isEmpty && text(world) == "hello")
        pause(&world)
        #expect(saves(world) == ["hello"] && world.drafts[.lobby] == "hello")
        #expect(world.now - last == Limits.draftPause)
        pause(&world)
        #expect(saves(world).count == 1)
    }

    @Test func `somebody who never pauses has a draft saved at intervals all the same`() {
        var world = World.ready()
        for number in 0..<1_000 {
            world.now += 100
            world.tell(.write("text \(number)", in: .lobby))
            if let due = world.timers[.draftDue], due <= world.now { world.fire(.draftDue) }
            world.deliverAll()
        }
        #expect((3...4).contains(saves(world).count), "100 s of typing, one every 30 s")
    }

    @Test func `without a connection a draft is in the journal at intervals, and not with each key`() {
        var world = World.ready()
        world.isDeaf = true
        world.cut()
        let before = world.records.count
        for number in 0..<1_000 {
            world.now += 100
            world.tell(.write("text \(number)", in: .lobby))
        }
        let kept = world.records[before...].filter { if case .drafted = $0 { true } else { false } }
        #expect((3...4).contains(kept.count), "100 s of typing, one every 30 s")
    }

    @Test func `a text that is too long for the journal stays in the composer alone`() {
        var world = World.ready()
        let before = world.records.count
        world.tell(.write(String(repeating: "a", count: Limits.draftBytesKept), in: .lobby))
        pause(&world)
        world.tell(.write(String(repeating: "a", count: Limits.draftBytesKept + 1), in: .lobby))
        pause(&world)
        let kept = world.records[before...].compactMap {
            if case .drafted(_, let text, _) = $0 { text.utf8.count } else { nil }
        }
        #expect(kept.allSatisfy { $0 == Limits.draftBytesKept } && !kept.isEmpty)
        #expect(text(world)?.utf8.count == Limits.draftBytesKept + 1)
    }

    @Test func `leaving the room, the app or the connection saves at once`() {
        for leaving: Input in [.show(.lobby, .closed), .foreground(false), .leave(.lobby), .stop] {
            var world = World.ready()
            type(&world, "hello")
            world.tell(leaving)
            #expect(saves(world) == ["hello"], "\(leaving)")
        }
    }

    @Test func `a message that is sent removes its draft at once, and one that was never saved costs nothing`() {
        var world = World.ready()
        type(&world, "hello")
        world.tell(.write("", in: .lobby))
        #expect(saves(world).isEmpty)
        type(&world, "hello")
        pause(&world)
        world.tell(.write("", in: .lobby))
        world.quiesce()
        #expect(saves(world) == ["hello", ""] && world.drafts[.lobby] == nil)
    }

    @Test func `another device's draft replaces what is saved, and not what is being typed`() {
        var world = World.ready()
        push(&world, "from the phone")
        #expect(text(world) == "from the phone" && world.chat.drafts[.lobby]?.replacements == 1)
        type(&world, "mine")
        push(&world, "from the phone again")
        #expect(text(world) == "mine" && world.chat.drafts[.lobby]?.replacements == 1)
        pause(&world)
        #expect(world.drafts[.lobby] == "mine")
        push(&world, "")
        #expect(text(world) == "" && world.chat.drafts[.lobby]?.replacements == 2)
    }

    @Test func `a list that was asked for before a push does not take it back`() {
        var world = World.ready()
        var entry = RoomEntry(room: .garden, info: RoomInfo(), epoch: .first, head: 1)
        entry.draft = "older"
        var other = RoomEntry(room: .lobby, info: RoomInfo(), epoch: .first, head: 1)
        other.draft = "from the list"
        world.pages = [[entry, other]]
        world.tell(.listRooms)
        push(&world, "newer", in: .garden)
        world.quiesce()
        #expect(text(world, .garden) == "newer" && text(world) == "from the list")
    }

    @Test func `a draft survives the process and a lost connection, until the server has it`() {
        var world = World.ready()
        type(&world, "hello")
        world.isDeaf = true
        while world.timers[.draftDue] != nil { world.fire(.draftDue) }
        #expect(world.drafts.isEmpty)
        let restored = Restored(world.records)
        #expect(restored.drafts[.lobby]?.text == "hello")
        #expect(Restored(restored.records) == restored)
        world.isDeaf = false
        world.cut()
        world.quiesce()
        #expect(world.drafts[.lobby] == "hello")
        var again = World()
        again.chat = Chat(device: .phone, name: "ann", token: nil, restored: restored)
        again.tell(.start)
        again.quiesce()
        #expect(again.drafts[.lobby] == "hello")
        #expect(Restored(again.records).drafts[.lobby]?.text == "hello")
    }

    @Test func `a text that no message may have stays on the device, and a refusal for now is tried again`() {
        var world = World.ready()
        world.tell(.write(String(repeating: "x", count: Limits.textBytes + 1), in: .lobby))
        pause(&world)
        #expect(saves(world).isEmpty)
        var isBusy = true
        world.refuse = { request in
            guard case .keepDraft = request, isBusy else { return nil }
            return WireError(.rateLimited, "Too fast.", retry: 500)
        }
        world.tell(.write("short", in: .lobby))
        while world.timers[.draftDue] != nil { world.fire(.draftDue) }
        world.deliverAll()
        #expect(saves(world) == ["short"] && world.drafts.isEmpty)
        isBusy = false
        world.refuse = { _ in nil }
        world.fire(.drafting)
        world.quiesce()
        #expect(world.drafts[.lobby] == "short")
    }

    @Test func `a text that the server never takes stays on the device, also after a restart`() {
        var world = World.ready()
        world.refuse = { if case .keepDraft = $0 { WireError(.unknownType, "What?") } else { nil } }
        type(&world, "hello")
        pause(&world)
        #expect(saves(world) == ["hello"] && world.drafts.isEmpty)
        // Such a server's list has no drafts.
        world.pages = [[RoomEntry(room: .lobby, info: RoomInfo(), epoch: .first, head: 1)]]
        world.tell(.listRooms)
        world.cut()
        world.quiesce()
        #expect(text(world) == "hello" && saves(world).count == 1)
        world.restart()
        world.quiesce()
        #expect(text(world) == "hello" && saves(world).count == 2, "it is tried once a start")
        world.tell(.write("", in: .lobby))
        world.quiesce()
        #expect(Restored(world.records).drafts.isEmpty)
    }

    @Test func `a text that was in the journal and then sent does not come back`() {
        var world = World.ready()
        world.cut()
        type(&world, "hello")
        while world.timers[.draftDue] != nil { world.fire(.draftDue) }
        #expect(Restored(world.records).drafts[.lobby]?.text == "hello")
        world.tell(.write("", in: .lobby))
        #expect(Restored(world.records).drafts[.lobby]?.text == "")
        world.quiesce()
        #expect(world.drafts[.lobby] == nil && Restored(world.records).drafts.isEmpty)
    }

    @Test func `a draft that another device has sent meanwhile is gone, also of a room that is not on the list`() {
        var world = World.ready()
        type(&world, "hello")
        pause(&world)
        world.tell(.listRooms)
        var entry = RoomEntry(room: .lobby, info: RoomInfo(), epoch: .first, head: 1)
        entry.draft = "hello"
        // The server lists only rooms that have an event.
        world.logs[.lobby] = [.test(1, "Tea?")]
        world.cut()
        world.pages = [[entry]]
        world.quiesce()
        #expect(text(world) == "hello")
        world.cut()
        world.pages = []
        type(&world, "not saved yet", in: .garden)
        world.quiesce()
        #expect(text(world) == "" && text(world, .garden) == "not saved yet")
        #expect(Restored(world.records).drafts[.lobby] == nil)
    }

    @Test func `drafts are bounded, and those of another user are not told`() {
        var world = World.ready()
        for number in 0..<Limits.draftsPerUser + 10 {
            guard let room = RoomName("room\(number)") else { continue }
            push(&world, "x", in: room)
        }
        #expect(world.chat.drafts.count == Limits.draftsPerUser)
        world.user = .bob
        world.cut()
        world.quiesce()
        #expect(world.chat.drafts.isEmpty && saves(world).isEmpty)
        #expect(Restored(world.records).drafts.isEmpty)
    }
}
