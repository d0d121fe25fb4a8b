import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

/// A server that says anything at any time: the client neither traps, nor grows without bound, nor
/// forgets what it has to send.
@Suite struct HostileServerTests {
    @Test(arguments: 0..<8)
    func `with any frames of a server, nothing waits forever, grows without bound or comes in disorder`(_ lot: UInt64) {
        for seed in lot * 15..<(lot + 1) * 15 { run(seed) }
    }

    private func run(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var world = World(
            configuration: .init(catchUp: seed % 3 == 0 ? .everything : .newest, entersOwnRooms: seed % 2 == 0))
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
            case ..<0.94: world.tell(.listRooms)
            case ..<0.95: ask(&world, Ticket(UInt64(1_000_000 + step)), &random)
            default:
                let views: [Timeline.View] = [
                    .older, .newer, .newest, .firstUnread, .around(Seq(random.next())),
                    .following(random.chance(0.5)), .closed,
                ]
                world.tell(.show(.lobby, views.randomElement(using: &random) ?? .newest))
                world.tell(.markRead(.lobby, upTo: anySeq(&random)))
            }
            check(world, tickets, seed)
        }
    }

    private func check(_ world: World, _ tickets: Set<Ticket>, _ seed: UInt64) {
        // Each message is in the outbox, where the user sees it, or was settled.
        let pending = Set(world.chat.outbox.items.map { $0.ticket })
        for ticket in tickets where !pending.contains(ticket) {
            #expect(world.settled[ticket]?.isEmpty == false, "seed \(seed)")
        }
        let kept = Set(Restored(world.records).items.map { $0.ticket })
        for item in world.chat.outbox.items where item.isPending {
            #expect(kept.contains(item.ticket), "seed \(seed)")
        }
        guard let timeline = world.chat.conversations[.lobby]?.timeline else { return }
        let seqs = timeline.events.map { $0.seq }
        #expect(seqs.count <= Limits.timelineWindow, "seed \(seed)")
        #expect(zip(seqs, seqs.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        #expect(seqs.allSatisfy { $0 >= timeline.first && $0 <= timeline.end }, "seed \(seed)")
        #expect(timeline.behindGap.count <= Limits.timelineWindow, "seed \(seed)")
        #expect(timeline.late.count <= Limits.timelineWindow, "seed \(seed)")
        let ids = world.chat.rows(of: .lobby, options: RowOptions(utcOffsets: 0, unreadAfter: 3)).map { $0.id }
        #expect(Set(ids).count == ids.count, "seed \(seed)")
        #expect(world.chat.conversations.count <= rooms.count, "seed \(seed)")
        #expect(world.chat.rooms.entries.count <= rooms.count, "seed \(seed)")
        #expect(world.chat.blocked.count <= Int(Limits.blocksPerUser), "seed \(seed)")
        for answers in world.found.values { #expect(answers.count == 1, "seed \(seed)") }
        for answers in world.moderation.values { #expect(answers.count == 1, "seed \(seed)") }
        // What is kept can be read again.
        for report in Restored(world.records).reports {
            let record = Record.reporting(report.room, report.seq, report.report)
            #expect((try? Record(json: record.json)) == record, "seed \(seed)")
        }
    }

    private let group = RoomName.newGroup()
    private var rooms: [RoomName] {
        [.lobby, .garden, group] + [RoomName.direct(Author.ann.user, Author.bob.user)].compactMap { $0 }
    }

    private func ask(_ world: inout World, _ ticket: Ticket, _ random: inout SeededGenerator) {
        switch random.next() % 4 {
        case 0: world.tell(.inquire(.people(.lobby, after: nil), ticket))
        case 1: world.tell(.report(Report(.spam), of: anySeq(&random), in: .lobby))
        case 2: world.tell(.ask(.reports(.lobby, after: nil), ticket))
        default: world.tell(.ask(.actions(.lobby, before: nil), ticket))
        }
    }

    private func number(_ random: inout SeededGenerator) -> UInt64 {
        switch random.next() % 8 {
        case 0: 0
        case 1: .max
        case 2: Limits.largestInteger
        case 3: Limits.largestInteger + 1
        case 4: random.next()
        default: random.next() % 40
        }
    }

    private func anySeq(_ random: inout SeededGenerator) -> Seq { Seq(number(&random)) }

    private func event(_ seq: Seq, _ random: inout SeededGenerator) -> Event {
        let content: Event.Content =
            switch random.next() % 9 {
            case 6: .settings(SettingsChange(title: "title \(seq)"))
            case 7: .pin(of: anySeq(&random), on: random.chance(0.7))
            case 8: .membership(membership(&random))
            case 0: .edit(of: anySeq(&random), text: "edited")
            case 1: .deletion(of: anySeq(&random))
            case 2: .reaction(of: anySeq(&random), emoji: "👍", on: random.chance(0.7))
            case 3: .unknown(kind: "later")
            default: .message(Message(text: "text \(seq)", reply: anySeq(&random)))
            }
        let author = random.chance(0.5) ? Author.bob : .ann
        var event = Event.test(seq, content, by: author, at: Int64(bitPattern: number(&random)))
        if random.chance(0.3) { event.idempotencyKey = IdempotencyKey(device: .phone, number: number(&random)) }
        return event
    }

    private func membership(_ random: inout SeededGenerator) -> MembershipChange {
        let actions: [MembershipChange.Action] = [
            .join, .leave, .remove, .ban(until: Int64(bitPattern: number(&random))), .unban, .mute(until: 1),
            .role(.moderator), .invite,
        ]
        return MembershipChange(
            random.chance(0.5) ? Author.ann.user : Author.bob.user, actions.randomElement(using: &random) ?? .join)
    }

    private func info(_ random: inout SeededGenerator) -> RoomInfo {
        let memberships: [Standing.Membership] = [.outsider, .invited, .member]
        var info = RoomInfo(
            standing: Standing(membership: memberships.randomElement(using: &random) ?? .outsider),
            people: number(&random), owners: number(&random))
        info.settings.title = "title"
        info.pins = [anySeq(&random)]
        if random.chance(0.2) { info.standing.bannedUntil = Int64(bitPattern: number(&random)) }
        return info
    }

    private func entry(_ random: inout SeededGenerator) -> RoomEntry {
        var entry = RoomEntry(
            room: rooms.randomElement(using: &random) ?? .lobby, info: info(&random), epoch: .first,
            head: anySeq(&random))
        entry.unread = number(&random)
        entry.choice.isFollowed = random.chance(0.5)
        entry.choice.unread = min(anySeq(&random), .largest)
        if random.chance(0.5) { entry.last = event(anySeq(&random), &random) }
        return entry
    }

    /// What the server says of lists, places, people and reports.
    private func list(_ ref: UInt64, _ room: RoomName, _ random: inout SeededGenerator) -> ServerFrame {
        let next = rooms.randomElement(using: &random)
        switch random.next() % 8 {
        case 0:
            let people = (0..<random.next() % 1_200).map { UserID(high: 6, low: $0) }
            let page = (0..<random.next() % 5).map { _ in entry(&random) }
            return .rooms(ref: ref, page, blocked: people, next: random.chance(0.5) ? next : nil)
        case 1:
            let author = random.chance(0.5) ? Author.bob : .ann
            return .standing(room: next ?? room, seq: anySeq(&random), by: author, info(&random))
        case 2:
            let person = Person(author: .bob, standing: info(&random).standing)
            return .people(ref: ref, room: room, [person], next: random.chance(0.5) ? Author.bob.user : nil)
        case 3: return .reports(ref: ref, room: room, [], next: number(&random))
        case 4: return .actions(ref: ref, room: room, [], next: number(&random))
        case 5: return .expiring(at: Int64(bitPattern: number(&random)))
        case 6: return .profile(UserID(high: 6, low: random.next() % 5_000), ProfileChange(about: "x"))
        default:
            let contents: [Event.Content] = [
                .block(Author.bob.user, on: random.chance(0.5)),
                .choice(ChoiceChange(next ?? room, isFollowed: random.chance(0.5))),
            ]
            let owner = random.chance(0.8) ? Author.ann : .bob
            let content = contents.randomElement(using: &random) ?? .unknown(kind: "later")
            return .event(
                room: .own(owner.user), epoch: .first, .test(anySeq(&random), content, by: owner))
        }
    }

    private func events(_ random: inout SeededGenerator) -> [Event] {
        var seq = number(&random)
        return (0..<Int(random.next() % 300)).map { _ in
            defer { seq = random.chance(0.97) ? seq &+ 1 : number(&random) }
            return event(Seq(seq), &random)
        }
    }

    private func frame(_ ref: UInt64, _ world: World, _ random: inout SeededGenerator) -> ServerFrame {
        let epoch = random.chance(0.9) ? Epoch.first : .second
        let room: RoomName = random.chance(0.9) ? .lobby : .garden
        let people = (0..<random.next() % 4).map { Author(user: UserID(high: 5, low: $0), name: "n\($0)") }
        switch random.next() % 18 {
        case 14...17: return list(ref, room, &random)
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
                    room: room, epoch: epoch, head: anySeq(&random), reset: random.chance(0.2), count: number(&random),
                    read: random.chance(0.5) ? anySeq(&random) : nil,
                    info: random.chance(0.5) ? info(&random) : nil))
        case 2: return .left(ref: ref, room: room)
        case 3, 4:
            let number = world.chat.outbox.items.randomElement(using: &random)?.number ?? number(&random)
            return .sent(
                ref: ref, room: room, number: number, seq: anySeq(&random), id: EventID(high: 1, low: 1), at: .max)
        case 5, 6:
            return .page(ref: ref, room: room, epoch: epoch, head: anySeq(&random), events: events(&random))
        case 7:
            return .members(
                ref: ref, room: room, count: number(&random),
                members: people.map { Member(author: $0, read: ReadPoint(anySeq(&random))) })
        case 8:
            let codes: [WireError.Code] = [
                .badJSON, .tokenRefused, .nameTaken, .notJoined, .numberConflict, .numberPassed, .rateLimited,
                .storageFailed, .outOfTurn, .init(rawValue: UInt16(truncatingIfNeeded: random.next())),
            ]
            let error = WireError(
                codes.randomElement(using: &random) ?? .badJSON, "", retry: random.chance(0.5) ? number(&random) : nil)
            return .error(ref: random.chance(0.9) ? ref : nil, error)
        case 9: return .presence(room: room, count: number(&random), joined: people, left: people)
        case 10:
            return random.chance(0.5)
                ? .typing(room: room, .bob) : .stoppedTyping(room: room, Author.bob.user)
        case 11: return .readMark(room: room, random.chance(0.5) ? .bob : .ann, ReadPoint(anySeq(&random)))
        default: return .event(room: room, epoch: epoch, event(anySeq(&random), &random))
        }
    }

    @Test func `the unread messages of all rooms can be added up with any counts of the server`() {
        var list = RoomList()
        list.begin()
        let page = (0..<2_000).map { _ in
            var entry = RoomEntry(
                room: .newGroup(), info: RoomInfo(standing: Standing(membership: .member)), epoch: .first, head: 0)
            (entry.unread, entry.mentions) = (.max, .max)
            return entry
        }
        _ = list.take(page, [], Profile(), after: nil, next: nil)
        let most = Int(Limits.unreadCount)
        let bounded = Unread(count: most, isExact: false, mentions: most)
        #expect(list.entries.count == 2_000 && list.entries.values.allSatisfy { $0.unread == bounded })
    }

    @Test func `reactions of a message are bounded, also if the server sends more`() {
        var window = EventWindow()
        window.append(.test(1, "a"), asOf: 1)
        for seq in 2...300 as ClosedRange<Seq> {
            window.append(.test(seq, .reaction(of: 1, emoji: "e\(seq)", on: true)), asOf: seq)
        }
        guard case .message(let message)? = window.events.first?.content else { return }
        #expect(message.reactions.count == Limits.reactionsPerMessage)
    }
}

extension Requests {
    /// The number of an open request; a random one if none is open.
    func anyRef(using random: inout SeededGenerator) -> UInt64 {
        var refs: [UInt64] = []
        for ref in 1..<UInt64(500) where question(ref) != nil { refs.append(ref) }
        return refs.randomElement(using: &random) ?? random.next()
    }
}
