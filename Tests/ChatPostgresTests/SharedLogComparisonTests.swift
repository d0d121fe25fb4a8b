import ChatPostgres
import ChatRooms
import ChatTesting
import ChatWire
import Testing

/// Servers that share a log remember its ends, places, devices and messages. Whatever the others
/// have changed meanwhile, each must decide as a store does that is alone.
@Suite struct `Servers that share a log, compared with one that is alone` {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `decide the same about whatever goes to any of them, and learn all of the others in order`(
        seed: UInt64
    ) throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let servers = try (0..<3).map { index in
                try PostgresStore(address: database.uri, watermark: "\(folder.path)/\(index)", sharing: .together)
            }
            defer { for server in servers { try? server.close() } }
            let alone = MemoryStore()
            var talk = try Talk(seed)
            /// What the others have appended, and each server has not read.
            var unread: [[EventInRoom]] = Array(repeating: [], count: servers.count)
            for step in 0..<120 {
                let index = Int.random(in: servers.indices, using: &talk.random)
                if talk.random.oneIn(5) {
                    try #require(servers[index].catchUp().places == unread[index], "step \(step)")
                    unread[index] = []
                }
                let batch = try talk.nextBatch(alone)
                let (told, expected) = (try servers[index].append(batch), try alone.append(batch))
                try #require(told.outcomes.map(\.decision) == expected.outcomes.map(\.decision), "step \(step)")
                try #require(told.others.places == unread[index], "step \(step)")
                unread[index] = []
                let new = zip(batch.newEvents, told.outcomes).compactMap { EventInRoom($0, $1) }
                for other in servers.indices where other != index { unread[other] += new }
            }
            for (index, server) in servers.enumerated() {
                #expect(try server.catchUp().places == unread[index])
                try talk.compare(server, alone)
            }
        }
    }
}

/// What people do in the lobby, in an open room, in a group and in their own logs, by chance.
private struct Talk {
    var random: SeededGenerator
    private let people: [Sender]
    private let rooms: [RoomName]
    private let group: RoomName
    /// The newest number of each person's device.
    private var numbers: [UInt64]
    private var asked: [NewEvent] = []
    private var now: Int64 = 1_795_223_116_490

    init(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        people = (1...4).map { Sender($0) }
        numbers = people.map { _ in 0 }
        group = .group(using: &random)
        rooms = [.lobby, try room("garden"), group]
        self.random = random
    }

    mutating func nextBatch(_ store: MemoryStore) throws -> Batch {
        var batch = Batch()
        if asked.isEmpty {
            batch.newEvents = [people[0].newEvent(.settings(SettingsChange(title: "Tea")), in: group)]
        }
        for _ in 0..<Int.random(in: 1...5, using: &random) { batch.newEvents.append(try nextEvent(store)) }
        asked += batch.newEvents
        let head = try store.head(of: .lobby)
        if head > 0, random.oneIn(4) {
            let point = ReadPoint(.random(in: 1...head, using: &random), at: now)
            batch.marks = [ReadMark(room: .lobby, user: nextPerson().user, point: point)]
        }
        return batch
    }

    private mutating func nextPerson() -> Sender { people[Int.random(in: people.indices, using: &random)] }

    private mutating func nextEvent(_ store: MemoryStore) throws -> NewEvent {
        now += Int64.random(in: 0...2_000, using: &random)
        if random.oneIn(6), let before = asked.randomElement(using: &random) { return repeated(before) }
        let index = Int.random(in: people.indices, using: &random)
        let after = random.oneIn(8) ? numbers[index] : nil
        numbers[index] += UInt64.random(in: 1...2, using: &random)
        let (room, mutation) = try nextMutation(of: people[index].user, store)
        var newEvent = people[index].newEvent(mutation, number: numbers[index], after: after, in: room)
        newEvent.at = now
        return newEvent
    }

    /// What comes again has the same number; its id and time are those of another server. Now and
    /// then the number stands for something else.
    private mutating func repeated(_ before: NewEvent) -> NewEvent {
        var newEvent = before
        newEvent.id = .random(using: &random)
        newEvent.at = now
        if random.oneIn(5) { newEvent.mutation = .message(text: "else \(now)") }
        return newEvent
    }

    private mutating func nextMutation(of user: UserID, _ store: MemoryStore) throws -> (RoomName, Mutation) {
        let room = rooms[Int.random(in: rooms.indices, using: &random)]
        let target = Seq.random(in: 1...(try store.head(of: room)) + 1, using: &random)
        let isOn = random.oneIn(2)
        switch Int.random(in: 0..<18, using: &random) {
        case 0..<6: return (room, .message(text: "\(now)", reply: isOn ? target : nil))
        case 6..<8: return (room, .edit(of: target, text: "edit \(now)"))
        case 8: return (room, .delete(of: target))
        case 9..<11: return (room, .react(of: target, emoji: "👍", on: isOn))
        case 11: return (room, .pin(of: target, on: isOn))
        case 12: return (.own(user), .choose(ChoiceChange(rooms[1], isPinned: isOn)))
        case 13: return (.own(user), .block(nextPerson().user, on: isOn))
        default: return (room, .membership(MembershipChange(nextPerson().user, nextAction())))
        }
    }

    private mutating func nextAction() -> MembershipChange.Action {
        let forGood = MembershipChange.Action.forGood
        let actions: [MembershipChange.Action] = [
            .invite, .invite, .request, .join, .join, .leave, .remove, .role(.moderator), .role(.member),
            .ban(until: forGood), .unban, .mute(until: now + 5_000), .unmute,
        ]
        return actions[Int.random(in: actions.indices, using: &random)]
    }

    /// Compares what both show in the end.
    func compare(_ server: PostgresStore, _ alone: MemoryStore) throws {
        for room in rooms + people.map({ .own($0.user) }) {
            #expect(try server.head(of: room) == alone.head(of: room))
            #expect(try server.log(of: room) == alone.log(of: room))
        }
        for person in people {
            for room in rooms {
                #expect(try server.info(of: room, for: person.user) == alone.info(of: room, for: person.user))
            }
            #expect(try server.mark(of: person.user, in: .lobby) == alone.mark(of: person.user, in: .lobby))
            #expect(try server.blocked(by: person.user) == alone.blocked(by: person.user))
        }
    }
}

/// Which event it is, whatever has become of it since.
private struct EventInRoom: Equatable {
    var room: RoomName
    var seq: Seq
    var id: EventID
}

extension EventInRoom {
    fileprivate init?(_ newEvent: NewEvent, _ outcome: AppendOutcome) {
        guard case .appended(let event) = outcome else { return nil }
        self.init(room: newEvent.room, seq: event.seq, id: event.id)
    }
}

extension OthersCommits {
    fileprivate var places: [EventInRoom] {
        events.map { EventInRoom(room: $0.room, seq: $0.event.seq, id: $0.event.id) }
    }
}

/// An outcome without what has become of an event since, and without the words of a refusal.
private enum Decision: Equatable {
    case appended(Event)
    case alreadyThere(EventID)
    case refused(WireError.Code)
    case outOfTurn
    case held
    case conflict
    case passed
}

extension AppendOutcome {
    fileprivate var decision: Decision {
        switch self {
        case .appended(let event): .appended(event)
        case .alreadyThere(let event): .alreadyThere(event.id)
        case .refused(let error): .refused(error.code)
        case .outOfTurn: .outOfTurn
        case .held: .held
        case .conflict: .conflict
        case .passed: .passed
        }
    }
}
