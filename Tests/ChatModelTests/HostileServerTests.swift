import ChatWire
import Testing

@testable import ChatModel

/// A server that says anything at any time: the client neither traps nor grows nor forgets what it shall send.
@Suite struct HostileServerTests {
    @Test(arguments: 0..<8)
    func `whatever a server says, nothing waits in vain, grows without end or comes in disorder`(_ lot: UInt64) {
        for seed in lot * 15..<(lot + 1) * 15 { run(seed) }
    }

    private func run(_ seed: UInt64) {
        var random = Seeded(seed)
        var world = World(configuration: .init(catchUp: seed % 3 == 0 ? .everything : .newest))
        world.tell(.start)
        world.tell(.join(.lobby))
        world.tell(.show(.lobby, .newest))
        var tickets: Set<Ticket> = []
        for step in 0..<400 {
            switch Double.random(in: 0..<1, using: &random) {
            case ..<0.6:
                let ref = world.chat.requests.anyRef(using: &random)
                world.tell(.received(frame(ref, world, &random)))
            case ..<0.7: world.deliver()
            case ..<0.75: tickets.insert(world.say("message \(step)"))
            case ..<0.80: world.accept()
            case ..<0.84: world.cut(random.chance(0.3) ? UInt16.random(in: 0...5_000, using: &random) : nil)
            case ..<0.88:
                if let timer = world.timers.keys.sorted(by: { "\($0)" < "\($1)" }).randomElement(using: &random) {
                    world.fire(timer)
                }
            case ..<0.90: world.tell(.reconnect)
            case ..<0.92: world.tell(.unreadable(WireError(.badJSON, "?")))
            case ..<0.93: world.restart()
            default:
                let views: [Timeline.View] = [
                    .older, .newer, .newest, .firstUnread, .around(.random(in: 0...(.max), using: &random)),
                    .following(random.chance(0.5)), .closed,
                ]
                world.tell(.show(.lobby, views.randomElement(using: &random) ?? .newest))
                world.tell(.markRead(.lobby, upTo: number(&random)))
            }
            check(world, tickets, seed)
        }
    }

    private func check(_ world: World, _ tickets: Set<Ticket>, _ seed: UInt64) {
        // Each is waiting or failed, and can be seen, or was settled.
        let pending = Set(world.chat.outbox.items.map { $0.ticket })
        for ticket in tickets where !pending.contains(ticket) {
            #expect(world.settled[ticket]?.isEmpty == false, "seed \(seed)")
        }
        let kept = Set(Restored(world.records).items.map { $0.ticket })
        for item in world.chat.outbox.items where item.isOpen {
            #expect(kept.contains(item.ticket), "seed \(seed)")
        }
        guard let timeline = world.chat.conversations[.lobby]?.timeline else { return }
        let seqs = timeline.events.map { $0.seq }
        #expect(seqs.count <= Limits.timelineWindow, "seed \(seed)")
        #expect(zip(seqs, seqs.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        #expect(seqs.allSatisfy { $0 >= timeline.first && $0 <= timeline.end }, "seed \(seed)")
        #expect(timeline.held.count <= Limits.timelineWindow, "seed \(seed)")
        #expect(timeline.late.count <= Limits.timelineWindow, "seed \(seed)")
        let ids = world.chat.rows(of: .lobby, options: RowOptions(unreadAfter: 3)).map { $0.id }
        #expect(Set(ids).count == ids.count, "seed \(seed)")
        #expect(world.chat.conversations.count <= 2, "seed \(seed)")
    }

    private func number(_ random: inout Seeded) -> UInt64 {
        switch random.next() % 8 {
        case 0: 0
        case 1: .max
        case 2: Limits.largestInteger
        case 3: Limits.largestInteger + 1
        case 4: random.next()
        default: random.next() % 40
        }
    }

    private func event(_ seq: UInt64, _ random: inout Seeded) -> Event {
        let content: Event.Content =
            switch random.next() % 6 {
            case 0: .edit(of: number(&random), text: "edited")
            case 1: .deletion(of: number(&random))
            case 2: .reaction(of: number(&random), emoji: "👍", on: random.chance(0.7))
            case 3: .unknown(kind: "later")
            default: .message(Message(text: "text \(seq)", reply: number(&random)))
            }
        let author = random.chance(0.5) ? Author.bob : .ann
        var event = Event.test(seq, content, by: author, at: Int64(bitPattern: number(&random)))
        if random.chance(0.3) { event.idempotencyKey = IdempotencyKey(device: .phone, number: number(&random)) }
        return event
    }

    private func events(_ random: inout Seeded) -> [Event] {
        var seq = number(&random)
        return (0..<Int(random.next() % 300)).map { _ in
            defer { seq = random.chance(0.97) ? seq &+ 1 : number(&random) }
            return event(seq, &random)
        }
    }

    private func frame(_ ref: UInt64, _ world: World, _ random: inout Seeded) -> ServerFrame {
        let epoch = random.chance(0.9) ? Epoch.first : .second
        let room: RoomName = random.chance(0.9) ? .lobby : .garden
        let people = (0..<random.next() % 4).map { Author(user: UserID(high: 5, low: $0), name: "n\($0)") }
        switch random.next() % 14 {
        case 0:
            return .welcome(
                ref: ref,
                .init(
                    user: random.chance(0.9) ? Author.ann.user : Author.cleo.user, name: "",
                    device: DeviceID(high: 0, low: 0),
                    token: "", server: "", at: .min, ping: number(&random)))
        case 1:
            return .joined(
                ref: ref,
                .init(
                    room: room, epoch: epoch, head: number(&random), reset: random.chance(0.2), count: number(&random),
                    read: random.chance(0.5) ? number(&random) : nil))
        case 2: return .left(ref: ref, room: room)
        case 3, 4:
            let number = world.chat.outbox.items.randomElement(using: &random)?.number ?? number(&random)
            return .sent(
                ref: ref, room: room, number: number, seq: self.number(&random), id: EventID(high: 1, low: 1), at: .max)
        case 5, 6:
            return .page(ref: ref, room: room, epoch: epoch, head: number(&random), events: events(&random))
        case 7:
            return .members(
                ref: ref, room: room, count: number(&random),
                members: people.map { Member(author: $0, read: ReadPoint(number(&random))) })
        case 8:
            let codes: [WireError.Code] = [
                .badJSON, .tokenRefused, .nameTaken, .notJoined, .numberConflict, .numberPassed, .rateLimited,
                .storageFailed, .outOfTurn, .init(rawValue: UInt16(truncatingIfNeeded: random.next())),
            ]
            let error = WireError(
                codes.randomElement(using: &random) ?? .badJSON, "", retry: random.chance(0.5) ? number(&random) : nil)
            return .error(ref: random.chance(0.9) ? ref : nil, error)
        case 9: return .presence(room: room, count: number(&random), joined: people, left: people)
        case 10: return .typing(room: room, .bob)
        case 11: return .readMark(room: room, random.chance(0.5) ? .bob : .ann, ReadPoint(number(&random)))
        default: return .event(room: room, epoch: epoch, event(number(&random), &random))
        }
    }

    @Test func `reactions of a message are bounded whatever is said`() {
        var window = EventWindow()
        window.append(.test(1, "a"), asOf: 1)
        for seq in 2...300 as ClosedRange<UInt64> {
            window.append(.test(seq, .reaction(of: 1, emoji: "e\(seq)", on: true)), asOf: seq)
        }
        guard case .message(let message)? = window.events.first?.content else { return }
        #expect(message.reactions.count == Limits.reactionsPerMessage)
    }
}

extension Requests {
    /// One that is open, or any.
    func anyRef(using random: inout Seeded) -> UInt64 {
        var refs: [UInt64] = []
        for ref in 1..<UInt64(500) where question(ref) != nil { refs.append(ref) }
        return refs.randomElement(using: &random) ?? random.next()
    }
}
