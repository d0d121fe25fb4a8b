import ChatWire
import Testing

@testable import ChatModel

@Suite struct ChatTests {
    @Test func `an intent is kept before its number, and its number before it leaves`() {
        var world = World.ready()
        let mutation = Mutation.message(text: "hello")
        let effects = world.tell(.perform(mutation, in: .lobby, ticket: Ticket(1)))
        let intended = effects.firstIndex { if case .keep(.intended) = $0 { true } else { false } }
        let numbered = effects.firstIndex(of: .keep(.numbered(Ticket(1), 1)))
        let sent = effects.firstIndex { if case .send = $0 { true } else { false } }
        #expect(intended == 0 && numbered == 1 && sent == 2)
        let records: [Record] = [.numbered(Ticket(1), 1), .counted(next: 2), .rooms([]), .device(.phone)]
        #expect(records.allSatisfy { $0.mustLast })
    }

    @Test func `a message is pending until the log shows it, and keeps its row`() {
        for eventFirst in [true, false] {
            var world = World.ready()
            let ticket = world.say("hello")
            let id = Row.ID.ticket(ticket)
            #expect(world.chat.rows(of: .lobby).last?.bubble?.state == .sending)
            #expect(world.toClient.count == 2)
            if !eventFirst { world.toClient.swapAt(0, 1) }
            world.deliver()
            #expect(world.chat.rows(of: .lobby).last?.id == id)
            #expect(world.chat.rows(of: .lobby).last?.bubble?.state == .sent)
            #expect(world.settled[ticket]?.count == 1)
            world.quiesce()
            #expect(world.chat.rows(of: .lobby).last?.id == id)
            #expect(world.chat.rows(of: .lobby).compactMap { $0.text } == ["hello"])
            #expect(world.chat.outbox.items.isEmpty)
        }
    }

    /// Seed 240020057106 of the simulation: the message was accepted before its room was joined, so
    /// the client knew no epoch.
    @Test func `what was accepted into a log that a backup replaced does not wait for an event of the next log`() {
        var world = World.ready()
        world.say("hello")
        world.toClient.removeAll { if case .event = $0 { true } else { false } }
        world.deliver()
        #expect(world.chat.outbox.items.count == 1)
        world.cut()
        world.chat.conversations[.lobby]?.timeline = Timeline()
        (world.epoch, world.logs) = (.second, [:])
        world.quiesce()
        #expect(world.chat.outbox.items.isEmpty)
    }

    @Test func `what was accepted when the app was killed is not sent twice`() {
        var world = World.ready()
        world.say("did it arrive?")
        #expect(world.texts() == ["did it arrive?"])
        world.restart()
        world.quiesce()
        world.say("yes")
        world.quiesce()
        #expect(world.texts() == ["did it arrive?", "yes"])
        #expect(world.logs[.lobby]?.map { $0.idempotencyKey?.number } == [1, 2])
    }

    @Test func `what was said offline is shown at once and goes out in order`() {
        var world = World.ready()
        world.cut()
        for n in 1...50 { world.say("\(n)") }
        #expect(world.chat.rows(of: .lobby).compactMap { $0.text }.count == 50)
        #expect(world.chat.rows(of: .lobby).allSatisfy { $0.bubble.map { $0.state == .waiting } ?? true })
        world.restart()
        world.quiesce()
        #expect(world.texts() == (1...50).map { "\($0)" })
        #expect(world.shown() == world.texts())
    }

    @Test func `an app opens with what it held, offline, and reads on from there`() {
        var world = World.ready()
        world.tell(.show(.lobby, .newest))
        for n in 1...150 { world.other("\(n)") }
        world.quiesce()
        world.tell(.markRead(.lobby, upTo: 150))
        world.tell(.foreground(false))
        world.restart()
        #expect(world.shown() == (51...150).map { "\($0)" })
        world.other("missed")
        world.asked.removeAll()
        world.quiesce()
        #expect(world.asked.contains(.join(room: .lobby, since: Position(epoch: .first, seq: 150))))
        #expect(world.asked.contains(.history(room: .lobby, anchor: .after(150), limit: 200)))
        #expect(world.shown().last == "missed")
        #expect(world.chat.conversations[.lobby]?.unread == Unread(count: 1, isExact: true))
    }

    @Test func `a refusal for good is seen, kept across a restart, and can be retried or dropped`() {
        var world = World.ready()
        let bad = WireError(.textCharacters, "Marks.")
        world.refuse = { if case .mutate(_, _, _, .message("bad", _, _, _)) = $0 { bad } else { nil } }
        let ticket = world.say("bad")
        world.say("good")
        world.quiesce()
        #expect(world.settled[ticket] == [.failed(bad)])
        #expect(world.texts() == ["good"])
        world.restart()
        #expect(world.chat.outbox.items.map { $0.state } == [.failed(bad)])
        world.refuse = { _ in nil }
        world.quiesce()
        world.tell(.retry(ticket))
        world.quiesce()
        #expect(world.texts() == ["good", "bad"])
        world.refuse = { if case .mutate = $0 { bad } else { nil } }
        let other = world.say("worse")
        world.quiesce()
        world.tell(.drop(other))
        #expect(world.chat.outbox.items.isEmpty)
        #expect(world.settled[other] == [.failed(bad), .dropped])
    }

    @Test func `a held message is shown as held, is not sent again, and leaves with the event that it becomes`() {
        var world = World.ready()
        let held = WireError(.held, "A moderator looks at it.")
        world.refuse = { if case .mutate(_, _, _, .message("coins", _, _, _)) = $0 { held } else { nil } }
        let ticket = world.say("coins")
        world.say("good")
        world.quiesce()
        #expect(world.settled[ticket] == [.failed(held)] && world.texts() == ["good"])
        world.restart()
        world.quiesce()
        func state() -> Row.State? {
            let row = world.chat.rows(of: .lobby).first { $0.id == .ticket(ticket) }
            if case .message(let bubble)? = row?.content { return bubble.state }
            return nil
        }
        #expect(state() == .held(ticket))
        let asked = world.asked.count
        world.tell(.retry(ticket))
        world.quiesce()
        #expect(state() == .held(ticket) && world.asked.count == asked)
        // Another message of the user is not the held one, nor are the same words of somebody else.
        let at = world.chat.outbox.items.first?.at ?? 0
        let room = RoomName.lobby
        for (seq, text, author) in [(2, "other", Author.ann), (3, "coins", .bob)] as [(Seq, String, Author)] {
            world.tell(.received(.event(room: room, epoch: .first, .test(seq, text, by: author, at: at + 1))))
        }
        #expect(state() == .held(ticket))
        world.tell(.received(.event(room: room, epoch: .first, .test(4, "coins", by: .ann, at: at + 2))))
        #expect(state() == nil && world.chat.outbox.items.isEmpty)
        #expect(world.settled[ticket]?.last == .sent(SentMessage(seq: 4, id: EventID(high: 9, low: 4), at: at + 2)))
    }

    @Test func `a held message is recognised when it is published, also by a device whose clock is ahead`() {
        var world = World.ready()
        world.refuse = { if case .mutate = $0 { WireError(.held, "A moderator looks at it.") } else { nil } }
        world.chat.serverAhead = -600_000
        world.say("coins")
        world.quiesce()
        let at = (world.chat.outbox.items.first?.at ?? 0) - 600_000
        world.tell(.received(.event(room: .lobby, epoch: .first, .test(1, "coins", by: .ann, at: at + 1))))
        #expect(world.chat.outbox.items.isEmpty)
    }

    @Test func `a room that was left while the connection broke is forgotten without the server`() {
        var world = World.ready()
        world.tell(.join(.garden))
        world.quiesce()
        world.isDeaf = true
        world.tell(.leave(.garden))
        #expect(world.chat.conversations[.garden]?.membership == .leaving)
        world.cut()
        #expect(world.chat.conversations[.garden] == nil && world.chat.conversations[.lobby] != nil)
    }

    @Test func `a read mark that is refused for now is stated again, and one that is refused for good is not`() {
        for (error, stated) in [(WireError(.overloaded, "Later."), [3, 3]), (WireError(.badRequest, "No."), [3])]
            as [(WireError, [Seq])]
        {
            var world = World.ready()
            for number in 1...5 { world.other("\(number)") }
            world.quiesce()
            world.refuse = { if case .markRead = $0 { error } else { nil } }
            world.tell(.markRead(.lobby, upTo: 3))
            world.deliverAll()
            world.refuse = { _ in nil }
            if world.timers[.reading] != nil { world.fire(.reading) }
            world.quiesce()
            #expect(marks(world) == stated, "\(error)")
        }
    }

    private func marks(_ world: World) -> [Seq] {
        world.asked.compactMap { if case .markRead(_, let seq) = $0 { seq } else { nil } }
    }

    @Test func `a newer read mark is stated after the one before was refused`() {
        for error in [WireError(.overloaded, "Later."), WireError(.badRequest, "No.")] {
            var world = World.ready()
            for number in 1...5 { world.other("\(number)") }
            world.quiesce()
            world.refuse = { if case .markRead = $0 { error } else { nil } }
            world.tell(.markRead(.lobby, upTo: 3))
            world.tell(.markRead(.lobby, upTo: 5))
            world.deliverAll()
            world.refuse = { _ in nil }
            if world.timers[.reading] != nil { world.fire(.reading) }
            world.quiesce()
            #expect(marks(world) == [3, 5], "\(error)")
            #expect(world.chat.conversations[.lobby]?.confirmedMark == 5)
        }
    }

    @Test func `what can't be sent is refused at once and leaves nothing behind`() {
        var world = World.ready()
        let long = String(repeating: "a", count: Limits.textBytes + 1)
        let quotes = String(repeating: "\"", count: Limits.textBytes / 2)
        let payload = Payload(type: "x", data: quotes)
        for mutation in [Mutation.message(text: ""), .message(text: long), .edit(of: 1, text: "")] {
            let ticket = world.perform(mutation)
            #expect(world.settled[ticket]?.count == 1)
        }
        // Escaped it has twice the bytes, and still fits a frame.
        let ticket = world.perform(.message(text: quotes, reply: nil, payload: payload))
        world.quiesce()
        #expect(world.settled[ticket]?.contains { if case .sent = $0 { true } else { false } } == true)
        #expect(world.chat.outbox.items.isEmpty)
    }

    @Test func `a room that lets nobody in fails what was for it, and what is for others goes on`() {
        var world = World.ready()
        let full = WireError(.tooManyRooms, "Full.")
        world.refuse = { if case .join(.garden, _) = $0 { full } else { nil } }
        let ticket = world.say("to the garden", in: .garden)
        world.say("to the lobby")
        world.quiesce()
        #expect(world.settled[ticket] == [.failed(full)])
        #expect(world.chat.conversations[.garden]?.membership == .refused(full))
        #expect(world.texts() == ["to the lobby"])
        world.refuse = { _ in nil }
        world.tell(.retry(ticket))
        world.quiesce()
        #expect(world.texts(.garden) == ["to the garden"])
        // The client was in the room only to send this message.
        #expect(world.chat.conversations[.garden] == nil)
        #expect(world.members == [.lobby])
    }

    @Test func `a temporary refusal of a join or a page is tried again`() {
        var world = World()
        world.other("hello")
        let busy = WireError(.overloaded, "Busy.", retry: 1_500)
        world.refuse = { if case .join = $0 { busy } else { nil } }
        world.tell(.start)
        world.tell(.join(.lobby))
        world.accept()
        world.deliverAll()
        #expect(world.timers[.joining] == world.now + 1_500)
        world.refuse = { if case .history = $0 { busy } else { nil } }
        world.fire(.joining)
        world.deliverAll()
        #expect(world.timers[.reading] == world.now + 1_500)
        world.refuse = { _ in nil }
        world.quiesce()
        #expect(world.shown() == ["hello"])
    }

    @Test func `membership lost on the server is renewed, and nothing is lost by it`() {
        var world = World.ready()
        world.members.remove(.lobby)
        world.say("after that")
        world.quiesce()
        #expect(world.texts() == ["after that"])
        #expect(world.chat.conversations[.lobby]?.membership == .joined)
    }

    @Test func `a restored backup of the server is read afresh, and what waits goes into it`() throws {
        var world = World.ready()
        world.other("before")
        world.quiesce()
        world.say("acknowledged, then lost with the disk")
        world.toClient.removeFirst()  // its event; the answer comes
        world.deliverAll()
        world.cut()
        world.say("waits")
        world.epoch = .second
        world.logs[.lobby] = []
        world.accepted = [:]
        world.highest = 0
        world.other("another history")
        world.quiesce()
        #expect(world.shown() == ["another history", "waits"])
        #expect(world.chat.rows(of: .lobby).compactMap { $0.text } == ["another history", "waits"])
    }

    @Test func `under another user, messages of the one before fail, and are not sent by themselves`() {
        var world = World.ready()
        let ticket = world.say("was it kept?")
        world.toClient.removeAll()
        world.cut()
        let other = world.say("never left")
        world.user = .cleo
        world.quiesce()
        #expect(world.settled[ticket] == [.failed(.fateUnknown)])
        #expect(world.settled[other] == [.failed(.otherUser)])
        #expect(world.texts() == ["was it kept?"])
        world.tell(.retry(other))
        world.quiesce()
        #expect(world.texts() == ["was it kept?", "never left"])
        #expect(world.chat.identity?.user == Author.cleo.user)
    }

    @Test func `a server that answers nothing more is left for another connection`() {
        var world = World.ready()
        world.isDeaf = true
        world.say("hello?")
        world.isDeaf = false
        // Others still speak: the connection is not silent.
        world.now += 29_000
        world.other("still here")
        world.deliverAll()
        world.fire(.silence)
        #expect(world.isOpen)
        world.now += 2_000
        world.other("and here")
        world.deliverAll()
        world.fire(.silence)
        #expect(!world.isOpen)
        world.quiesce()
        #expect(world.texts() == ["still here", "and here", "hello?"])
    }

    @Test func `a refusal without a reference fails the only message under way`() {
        var world = World.ready()
        world.isDeaf = true
        let ticket = world.say("unreadable")
        world.isDeaf = false
        world.tell(.received(.error(ref: nil, WireError(.badJSON, "Not JSON."))))
        #expect(world.settled[ticket] == [.failed(WireError(.badJSON, "Not JSON."))])
        world.say("fine")
        world.quiesce()
        #expect(world.texts() == ["fine"])
    }

    @Test func `read marks go to the server once, come back from other devices, and never go back`() {
        var world = World.ready()
        for n in 1...10 { world.other("\(n)") }
        world.quiesce()
        #expect(world.chat.conversations[.lobby]?.unread.count == 10)
        world.asked.removeAll()
        world.tell(.markRead(.lobby, upTo: 4))
        world.tell(.markRead(.lobby, upTo: 6))
        world.tell(.markRead(.lobby, upTo: 2))
        world.quiesce()
        #expect(world.marks[.lobby] == 6)
        #expect(world.asked == [.markRead(room: .lobby, seq: 4), .markRead(room: .lobby, seq: 6)])
        world.tell(.received(.readMark(room: .lobby, .ann, 9)))
        world.tell(.received(.readMark(room: .lobby, .ann, 3)))
        world.tell(.markRead(.lobby, upTo: Seq(.max)))
        #expect(world.chat.conversations[.lobby]?.readMark == 10)
        world.quiesce()
        world.restart()
        #expect(world.chat.conversations[.lobby]?.readMark == 10)
    }

    @Test func `history is not unread for a user who comes for the first time`() {
        var world = World()
        for n in 1...10 { world.other("\(n)") }
        world.tell(.start)
        world.tell(.join(.lobby))
        world.quiesce()
        #expect(world.chat.conversations[.lobby]?.unread == Unread(count: 0, isExact: true))
        #expect(world.marks.isEmpty)
        world.other("news")
        world.quiesce()
        #expect(world.chat.conversations[.lobby]?.unread.count == 1)
        #expect(world.chat.conversations[.lobby]?.last?.text == "news")
    }

    @Test func `an edit, a deletion and a reaction are exactly once, too, and the window has them`() {
        var world = World.ready()
        world.say("helo")
        world.say("oops")
        world.quiesce()
        world.perform(.edit(of: 1, text: "hello"))
        world.perform(.react(of: 1, emoji: "👍", on: true))
        world.perform(.delete(of: 2))
        world.cut()
        world.quiesce()
        #expect(world.logs[.lobby]?.count == 5)
        #expect(world.shown() == ["hello"])
        #expect(world.chat.rows(of: .lobby).compactMap { $0.bubble?.body } == [.text("hello", payload: nil), .deleted])
        #expect(world.chat.outbox.items.isEmpty)
    }

    @Test func `typing is shown until its time is over or a message comes`() {
        var world = World.ready()
        world.tell(.received(.typing(room: .lobby, .bob)))
        #expect(world.chat.conversations[.lobby]?.typing.people == [.bob])
        #expect(world.timers[.typing] == world.now + 5_000)
        world.fire(.typing)
        #expect(world.chat.conversations[.lobby]?.typing.people == [])
        world.tell(.received(.typing(room: .lobby, .bob)))
        world.other("done")
        world.deliverAll()
        #expect(world.chat.conversations[.lobby]?.typing.people == [])
        world.asked.removeAll()
        world.tell(.typed(.lobby))
        world.tell(.typed(.lobby))
        #expect(world.asked == [.typing(room: .lobby)])
    }

    @Test func `what the user types after their message is told at once`() {
        var world = World.ready()
        world.tell(.typed(.lobby))
        world.say("first")
        world.quiesce()
        world.asked.removeAll()
        world.tell(.typed(.lobby))
        world.tell(.typed(.lobby))
        #expect(world.asked == [.typing(room: .lobby)])
    }

    @Test func `typing is shown until the server says that it has stopped`() {
        var world = World.ready()
        for person in [Author.bob, .cleo] { world.tell(.received(.typing(room: .lobby, person))) }
        func isTold(_ effects: [Effect]) -> Bool { effects.contains { if case .changed = $0 { true } else { false } } }
        let stop = Input.received(.stoppedTyping(room: .lobby, Author.bob.user))
        let first = world.tell(stop)
        #expect(isTold(first))
        #expect(world.chat.conversations[.lobby]?.typing.people == [.cleo])
        let second = world.tell(stop)
        #expect(!isTold(second))
    }

    /// How often the room was told that the user has stopped typing.
    private func stops(_ world: World) -> Int { world.asked.filter { $0 == .stoppedTyping(room: .lobby) }.count }

    @Test func `the others are told of a field that is emptied, unless a message or another key follows`() {
        var world = World.ready()
        world.tell(.stoppedTyping(.lobby))
        world.tell(.write("", in: .lobby))
        #expect(world.timers[.typing] == nil && stops(world) == 0)
        world.tell(.typed(.lobby))
        world.tell(.write("", in: .lobby))
        #expect(world.timers[.typing] == world.now + Limits.typingEmptied && stops(world) == 0)
        world.fire(.typing)
        #expect(stops(world) == 1)
        world.now += 10_000
        world.tell(.typed(.lobby))
        world.tell(.stoppedTyping(.lobby))
        world.tell(.typed(.lobby))
        world.fire(.typing)
        #expect(stops(world) == 1)
        world.tell(.write("", in: .lobby))
        world.say("done")
        world.quiesce()
        #expect(stops(world) == 1)
        // The file is uploaded first, and the message follows later: until then the others are
        // told.
        world.tell(.typed(.lobby))
        world.attach()
        world.tell(.write("", in: .lobby))
        world.fire(.typing)
        #expect(stops(world) == 2)
    }

    @Test func `the others are told when the user has typed nothing for three seconds`() {
        var world = World.ready()
        let start = world.now
        world.tell(.typed(.lobby))
        world.now += 1_000
        world.tell(.typed(.lobby))
        #expect(world.timers[.typing] == start + 3_000)
        world.fire(.typing)
        #expect(stops(world) == 0 && world.timers[.typing] == start + 4_000)
        world.fire(.typing)
        #expect(stops(world) == 1 && world.timers[.typing] == nil)
    }

    @Test(arguments: [Input.show(.lobby, .closed), .leave(.lobby), .foreground(false), .stop])
    func `the others are told when the user leaves the room or the app`(_ leaving: Input) {
        var world = World.ready()
        world.tell(.typed(.lobby))
        world.tell(leaving)
        #expect(stops(world) == 1)
        world.quiesce()
        #expect(stops(world) == 1)
    }

    @Test func `an older server refuses to tell that somebody has stopped, and nothing comes of it`() {
        var world = World.ready()
        world.refuse = { if case .stoppedTyping = $0 { WireError(.unknownType, "") } else { nil } }
        world.tell(.typed(.lobby))
        world.tell(.foreground(false))
        let before = world.chat.conversations[.lobby]
        world.deliverAll()
        #expect(stops(world) == 1 && world.chat.connection.phase == .connected)
        #expect(world.chat.conversations[.lobby] == before)
    }

    @Test func `leaving keeps nothing, joining too many rooms is refused`() {
        var world = World.ready()
        world.other("hello")
        world.quiesce()
        world.tell(.leave(.lobby))
        world.quiesce()
        #expect(world.chat.conversations.isEmpty && world.members.isEmpty)
        let restored = Restored(world.records)
        #expect(restored.rooms.isEmpty && restored.excerpts.isEmpty && restored.marks.isEmpty)
        for n in 0...Limits.roomsPerConnection { world.tell(.join(RoomName("room-\(n)") ?? .lobby)) }
        #expect(world.chat.wanted.count == Limits.roomsPerConnection)
        let last = RoomName("room-\(Limits.roomsPerConnection)") ?? .lobby
        #expect(world.chat.conversations[last]?.membership == .refused(.tooManyRooms))
    }

    @Test func `pages of many rooms are asked for a few at a time, those that are looked at first`() {
        var world = World()
        for n in 0..<40 { world.tell(.join(RoomName("room-\(n)") ?? .lobby)) }
        world.tell(.join(.lobby))
        world.tell(.show(.lobby, .newest))
        world.tell(.start)
        world.accept()
        var most = 0
        while !world.toClient.isEmpty {
            world.deliver()
            most = max(most, world.chat.requests.historyRequests)
        }
        #expect(most == Limits.pagesRequested)
        #expect(world.chat.conversations.values.allSatisfy { $0.timeline.isLoaded })
    }

    @Test func `pages that were asked for by name count, too, and each is answered once`() {
        var world = World.ready()
        let tickets = (1...20).map { Ticket($0) }
        for ticket in tickets { world.tell(.inquire(.events(.lobby, after: 0, limit: 10), ticket)) }
        #expect(world.chat.requests.historyRequests == Limits.pagesRequested)
        world.deliver()
        #expect(world.found.count == 1 && world.chat.requests.historyRequests == Limits.pagesRequested)
        world.cut()
        #expect(tickets.allSatisfy { world.found[$0]?.count == 1 })
    }

    @Test func `the first message since a time is found, and events that are none are passed over`() throws {
        var world = World.ready()
        let start = world.now
        for number in 1...120 {
            world.now = start + Int64(number) * 10
            world.other("\(number)")
        }
        world.now = start + 1_300
        world.other(.reaction(of: 1, emoji: "👍", on: true))
        world.now = start + 1_310
        world.other("behind")
        world.deliverAll()
        func found(_ at: Int64) throws -> Seq? {
            let ticket = Ticket(UInt64(bitPattern: at))
            world.tell(.inquire(.firstMessage(.lobby, at: at), ticket))
            world.deliverAll()
            guard case .success(.firstMessage(let seq)) = try #require(world.found[ticket]?.first) else {
                throw WireError.notConnected
            }
            return seq
        }
        let times: [Int64] = [0, 10, 11, 500, 1_200, 1_201, 1_310, 1_311]
        #expect(try times.map { try found(start + $0) } == [1, 1, 2, 50, 120, 122, 122, nil])
        #expect(try found(.min) == 1 && found(.max) == nil)
    }

    @Test func `without a connection there is no first message`() {
        var world = World.ready()
        world.cut()
        world.tell(.inquire(.firstMessage(.lobby, at: 0), Ticket(1)))
        #expect(world.found[Ticket(1)] == [.failure(.notConnected)])
    }
}
