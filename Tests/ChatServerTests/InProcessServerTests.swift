import ChatRooms
import ChatTesting
import ChatWire
import Testing

/// Sends the same requests to the server that ships, over sockets, and to the one in process.
@Suite(.timeLimit(.minutes(5))) struct InProcessServerTests {
    /// The requests of two people, in their order.
    struct Scenario: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var store: @Sendable () -> any MessageStore = { MemoryStore() }
        var steps: [(person: Int, request: ClientFrame.Request)]
    }

    @Test(arguments: scenarios) func `gives the replies of the server that ships`(_ scenario: Scenario) async throws {
        var server = InProcessServer(store: scenario.store(), configuration: .init(rate: nil))
        let connections = [server.connect(), server.connect()]
        var expected: [String] = []
        for (index, step) in scenario.steps.enumerated() {
            let ref = UInt64(index + 1)
            server.receive(ClientFrame(ref: ref, request: step.request), from: connections[step.person])
            server.run()
            for case .frame(let frame) in server.take(from: connections[step.person]) {
                if let reply = frame.reply(to: ref) { expected.append(reply) }
            }
        }
        #expect(expected.count == scenario.steps.count)
        let replies = expected
        try await withServer(scenario.store()) { port in
            let clients = [try await TestClient(port: port), try await TestClient(port: port)]
            for (index, step) in scenario.steps.enumerated() {
                let ref = UInt64(index + 1)
                clients[step.person].send(step.request, ref: ref)
                let reply = try await clients[step.person].next { $0.reply(to: ref) }
                #expect(reply == replies[index])
            }
        }
    }

    @Test func `joins take half of its queue`() {
        var configuration = InProcessServer.Configuration(rate: nil)
        configuration.commitQueue = 4
        var server = InProcessServer(configuration: configuration)
        let ann = server.connect()
        server.receive(ClientFrame(ref: 1, request: .hello(.init(name: "ann"))), from: ann)
        for ref: UInt64 in 2...4 {
            server.receive(ClientFrame(ref: ref, request: .join(room: .lobby, since: nil)), from: ann)
        }
        server.receive(ClientFrame(ref: 5, request: .send("a")), from: ann)
        let refused = server.take(from: ann).compactMap { output -> UInt64? in
            if case .frame(.error(let ref, let error)) = output, error.code == .overloaded { ref } else { nil }
        }
        #expect(refused == [4])
    }

    static let scenarios: [Scenario] = [
        Scenario(
            testDescription: "read marks",
            steps: hellos + [
                (0, .send("a", number: 1)), (0, .markRead(room: .lobby, seq: 1)), (0, .markRead(room: .lobby, seq: 2)),
                (0, .here(room: .lobby)), (0, .leave(room: .lobby)), (0, .join(room: .lobby, since: nil)),
            ]),
        Scenario(
            testDescription: "numbers",
            steps: hellos + [
                (0, .send("a", number: 5)), (0, .send("a", number: 5)), (0, .send("b", number: 5)),
                (0, .send("c", number: 4)), (0, .mutate(room: .lobby, number: 9, after: 8, .message(text: "d"))),
                (0, .mutate(room: .lobby, number: 9, after: 9, .message(text: "d"))),
            ]),
        Scenario(
            testDescription: "rights",
            steps: hellos + [
                (0, .send("a")), (1, .mutate(room: .lobby, number: nil, after: nil, .edit(of: 1, text: "b"))),
                (1, .mutate(room: .lobby, number: nil, after: nil, .react(of: 7, emoji: "👍", on: true))),
                (0, .mutate(room: .lobby, number: nil, after: nil, .delete(of: 1))),
                (0, .mutate(room: .lobby, number: nil, after: nil, .delete(of: 1))),
                (0, .history(room: .lobby, anchor: .newest, limit: 1)),
                (0, .history(room: .lobby, anchor: .newest, limit: nil)),
                (0, .history(room: garden, anchor: .newest, limit: nil)), (0, .typing(room: garden)),
                (0, .typing(room: .lobby)), (0, .stoppedTyping(room: .lobby)), (0, .stoppedTyping(room: garden)),
            ]),
        Scenario(
            testDescription: "names",
            steps: [
                (0, .ping), (0, .hello(.init(name: "ann"))), (0, .hello(.init(name: "ann"))),
                (1, .hello(.init(name: "Ann"))), (1, .hello(.init(name: "bob", token: "not a token"))),
                (1, .hello(.init(name: nil))),
            ]),
        Scenario(
            testDescription: "resets",
            steps: hellos + [
                (0, .send("a")), (1, .join(room: .lobby, since: Position(epoch: anotherEpoch, seq: 1))),
                (1, .leave(room: .lobby)), (1, .leave(room: .lobby)),
            ]),
        Scenario(
            testDescription: "new rooms",
            steps: hellos
                + (0...Limits.newRoomsPerUser).flatMap { number -> [(person: Int, request: ClientFrame.Request)] in
                    guard let room = RoomName("room-\(number)") else { return [] }
                    return [(0, .join(room: room, since: nil)), (0, .send("a", in: room))]
                }),
        Scenario(
            testDescription: "a disk that is nearly full", store: { TroubledStore(free: Limits.readOnlyReserve - 1) },
            steps: hellos + [
                (0, .send("a")), (0, .markRead(room: .lobby, seq: 1)),
                (0, .mutate(room: .lobby, number: nil, after: nil, .delete(of: 1))),
                (0, .join(room: .lobby, since: nil)),
            ]),
        Scenario(
            testDescription: "a head that can't be read", store: { TroubledStore(unreadable: garden) },
            steps: hellos + [
                (0, .join(room: garden, since: nil)), (0, .markRead(room: garden, seq: 1)),
                (0, .send("a", in: garden)), (0, .send("b")),
            ]),
    ]

    private static let hellos: [(person: Int, request: ClientFrame.Request)] = [
        (0, .hello(.init(name: "ann", device: DeviceID(high: 1, low: 1)))), (0, .join(room: .lobby, since: nil)),
        (1, .hello(.init(name: "bob"))), (1, .join(room: .lobby, since: nil)),
    ]
    private static let anotherEpoch = Epoch(1).unsafelyUnwrapped
    private static let garden = RoomName("garden") ?? .lobby
}

extension ClientFrame.Request {
    fileprivate static func send(_ text: String, number: UInt64? = nil, in room: RoomName = .lobby) -> Self {
        .mutate(room: room, number: number, after: nil, .message(text: text))
    }
}

extension ServerFrame {
    /// This frame in words, without what differs in every run; `nil` unless it is the reply to that
    /// request.
    fileprivate func reply(to request: UInt64) -> String? {
        let (ref, words): (UInt64?, String) =
            switch self {
            case .welcome(let ref, let welcome):
                (ref, "welcome \(welcome.name.hasPrefix("guest-") ? "guest" : welcome.name)")
            case .joined(let ref, let joined):
                (ref, "joined \(joined.room.text) \(joined.head) \(joined.reset) \(joined.count) \(joined.read ?? 0)")
            case .left(let ref, let room): (ref, "left \(room.text)")
            case .sent(let ref, let room, let number, let seq, _, _): (ref, "sent \(room.text) \(number ?? 0) \(seq)")
            case .page(let ref, let room, _, let head, let events):
                (ref, "page \(room.text) \(head) \(events.map { "\($0.seq) \($0.author.name) \($0.content)" })")
            case .members(let ref, let room, let count, let members):
                (ref, "members \(room.text) \(count) \(members.map { "\($0.author.name) \($0.read?.seq ?? 0)" })")
            case .ok(let ref): (ref, "ok")
            case .pong(let ref, _): (ref, "pong")
            // The clock of the server in process stands still, so the minutes in the texts may
            // differ.
            case .error(let ref, let error) where error.code == .tooManyNewRooms: (ref, "error, too many new rooms")
            case .error(let ref, let error): (ref, "error \(error.code.rawValue) \(error.text)")
            default: (nil, "")
            }
        return ref == request ? words : nil
    }
}

/// A store whose disk is nearly full, or that can't read the head of a room.
private struct TroubledStore: ForwardingStore {
    let base = MemoryStore()
    var free: UInt64?
    var unreadable: RoomName?

    init(free: UInt64? = nil, unreadable: RoomName? = nil) {
        self.free = free
        self.unreadable = unreadable
    }

    var condition: StoreCondition { StoreCondition(freeBytes: free) }

    func head(of room: RoomName) throws(StoreError) -> Seq {
        if room == unreadable { throw .unreadable("a sector can't be read") }
        return try base.head(of: room)
    }
}
