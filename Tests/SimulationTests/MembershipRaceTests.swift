import ChatRooms
import ChatTesting
import ChatWire
import Testing

/// Invitations, removals and bans race with sends, joins and history: in groups, on one seeded
/// order of requests, commits and reads.
struct MembershipRaceTests {
    @Test(arguments: 1...60)
    func `nobody reads an event of a time they were not allowed to`(_ seed: Int) throws {
        var world = World(seed: UInt64(seed))
        for _ in 0..<600 { world.step() }
        world.server.run()
        world.takeAll()
        try world.check()
    }
}

private struct World {
    struct Person {
        var user: UserID
        var connections: [InProcessServer.ConnectionID]
    }

    /// What a connection was told, in order.
    struct Told {
        var person: Int
        var frame: ServerFrame
        var connection: InProcessServer.ConnectionID
    }

    var server: InProcessServer
    var people: [Person] = []
    var groups: [RoomName] = []
    var told: [Told] = []
    private var random: SeededGenerator
    private let store = MemoryStore()
    private var ref: UInt64 = 10

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        server = InProcessServer(store: store, configuration: .init(rate: nil), seed: seed)
        for name in ["ann", "bob", "cleo", "dan"] {
            var person = Person(user: .nobody, connections: [])
            var token: String?
            for _ in 0..<2 {
                let id = server.connect()
                server.receive(ClientFrame(ref: 1, request: .hello(.init(name: name, token: token))), from: id)
                server.run()
                for case .frame(.welcome(_, let welcome)) in server.take(from: id) {
                    token = welcome.token
                    person.user = welcome.user
                }
                person.connections.append(id)
            }
            people.append(person)
        }
        groups = (0..<2).map { _ in RoomName.group(using: &random) }
        for (index, group) in groups.enumerated() {
            ask(
                0,
                .mutate(
                    room: group, number: nil,
                    .settings(
                        SettingsChange(title: "Tea", newcomers: index == 0 ? .all : .joined))))
        }
        server.run()
    }

    private mutating func ask(_ person: Int, _ request: ClientFrame.Request) {
        ref += 1
        let connection = people[person].connections.randomElement(using: &random) ?? 0
        server.receive(ClientFrame(ref: ref, request: request), from: connection)
    }

    mutating func step() {
        let group = groups.randomElement(using: &random) ?? .lobby
        let person = Int.random(in: 0..<people.count, using: &random)
        let other = people[Int.random(in: 1..<people.count, using: &random)].user
        switch Int.random(in: 0..<18, using: &random) {
        case 0, 1: change(0, group, other, .invite)
        case 2: change(0, group, other, .remove)
        case 3: change(0, group, other, .ban(until: server.clock.wall + 3_000))
        case 4: change(person, group, people[person].user, .leave)
        case 5, 6, 7: change(person, group, people[person].user, .join)
        case 8: change(person, group, other, .role(.moderator))
        case 9, 10: ask(person, .join(room: group, since: nil))
        case 11, 12: ask(person, .mutate(room: group, number: nil, .message(text: "x")))
        case 13, 14:
            let anchors: [HistoryAnchor] = [.newest, .after(0), .around(5), .before(9)]
            ask(person, .history(room: group, anchor: anchors.randomElement(using: &random) ?? .newest, limit: 20))
        case 15: ask(person, .leave(room: group))
        case 16: ask(person, Bool.random(using: &random) ? .typing(room: group) : .stoppedTyping(room: group))
        default: server.clock.advance(by: .seconds(1))
        }
        if Bool.random(using: &random) { server.commit() }
        if Int.random(in: 0..<3, using: &random) == 0 { server.readHistory() }
        takeAll()
    }

    private mutating func change(
        _ person: Int, _ group: RoomName, _ member: UserID, _ action: MembershipChange.Action
    ) {
        ask(person, .mutate(room: group, number: nil, .membership(MembershipChange(member, action))))
    }

    mutating func takeAll() {
        for (index, person) in people.enumerated() {
            for id in person.connections {
                for case .frame(let frame) in server.take(from: id) {
                    told.append(Told(person: index, frame: frame, connection: id))
                }
            }
        }
    }

    /// A person's place after each event of a group, from before the first on.
    private func standings(of user: UserID, in group: RoomName) throws -> [Standing] {
        var info = RoomInfo()
        return [info.standing]
            + (try store.log(of: group)).map { event in
                info.fold(event, of: user, in: group)
                return info.standing
            }
    }

    func check() throws {
        var places: [UserID: [RoomName: [Standing]]] = [:]
        for person in people {
            for group in groups { places[person.user, default: [:]][group] = try standings(of: person.user, in: group) }
        }
        var inside: [InProcessServer.ConnectionID: Set<RoomName>] = [:]
        for told in told {
            let user = people[told.person].user
            func mayRead(_ room: RoomName, after seq: Seq) -> Bool {
                places[user]?[room]?[Int(clamping: seq.number)].membership == .member
            }
            switch told.frame {
            case .joined(_, let joined) where groups.contains(joined.room):
                #expect(mayRead(joined.room, after: joined.head))
                inside[told.connection, default: []].insert(joined.room)
            case .left(_, let room): inside[told.connection]?.remove(room)
            case .event(let room, _, let event) where groups.contains(room):
                #expect(inside[told.connection]?.contains(room) == true, "\(event.seq) came to one who is not inside")
                #expect(mayRead(room, after: event.seq - 1), "\(event.seq)")
                if event.endsReading == user { inside[told.connection]?.remove(room) }
            case .page(_, let room, _, let head, let events) where groups.contains(room):
                #expect(inside[told.connection]?.contains(room) == true, "a page came to one who is not inside")
                #expect(mayRead(room, after: head))
                let since = places[user]?[room]?[Int(clamping: head.number)].since ?? 0
                let isModerator = (places[user]?[room]?[Int(clamping: head.number)].role ?? .member) >= .moderator
                let first = room == groups[1] && !isModerator ? since : 1
                #expect(events.allSatisfy { $0.seq >= first })
            case .typing(let room, _), .stoppedTyping(let room, _), .presence(let room, _, _, _):
                #expect(!groups.contains(room) || inside[told.connection]?.contains(room) == true)
            default: break
            }
        }
        try checkLists(places)
    }

    /// A user's list of rooms is what the logs say.
    private func checkLists(_ places: [UserID: [RoomName: [Standing]]]) throws {
        for person in people {
            let listed = try store.rooms(of: person.user, after: nil, limit: 10).rooms
            let wanted = groups.filter { places[person.user]?[$0]?.last?.membership != Standing.Membership.outsider }
            #expect(Set(listed.map(\.room)) == Set(wanted))
            for entry in listed { #expect(entry.info.standing == places[person.user]?[entry.room]?.last) }
        }
    }
}
