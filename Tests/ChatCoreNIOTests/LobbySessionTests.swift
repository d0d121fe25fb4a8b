import ChatWire
import Testing

@testable import ChatCoreNIO

/// A session with its log, at a time that stands still.
private struct World {
    var log = LobbyLog(epoch: .one)
    var session: LobbySession

    init(_ dialect: LobbySession.Dialect) { session = LobbySession(dialect) }

    mutating func ask(_ ref: UInt64, _ request: ClientFrame.Request) -> [LobbySession.Output] {
        session.handle(.request(ClientFrame(ref: ref, request: request)), &log, now: 5)
    }

    mutating func say(_ ref: UInt64, number: UInt64, _ text: String) -> [LobbySession.Output] {
        ask(
            ref,
            .mutate(
                room: .lobby, number: number, after: nil, .message(text: text, reply: nil, payload: nil)))
    }

    mutating func hear(_ author: Author, _ text: String) -> [LobbySession.Output] {
        session.handle(.said(author, text: text, id: EventID(high: 0, low: log.head.number), at: 7), &log, now: 5)
    }

    mutating func handle(_ input: LobbySession.Input) -> [LobbySession.Output] {
        session.handle(input, &log, now: 5)
    }

    /// In the lobby, in which nothing was said.
    static func entered(_ log: LobbyLog? = nil) -> World {
        var world = World(.lines)
        if let log { world.log = log }
        _ = world.ask(1, .hello(.init(name: "ann", device: .device, join: [.lobby])))
        _ = world.handle(.arrived(.ann))
        return world
    }
}

extension Epoch {
    fileprivate static let one = Epoch(1).unsafelyUnwrapped
}
extension DeviceID { fileprivate static let device = DeviceID(high: 1, low: 1) }
extension Author {
    fileprivate static let ann = Author(user: .named("ann"), name: "ann")
    fileprivate static let bob = Author(user: .named("bob"), name: "bob")
}

extension LobbySession.Output {
    fileprivate var frame: ServerFrame? { if case .frame(let frame) = self { frame } else { nil } }
}

struct LobbySessionTests {
    @Test func `the client is welcomed when the server has confirmed its introduction`() {
        var world = World(.lines)
        #expect(
            world.ask(1, .hello(.init(name: "ann", device: .device, join: [.lobby]))) == [
                .introduce(.ann)
            ])
        #expect(world.handle(.arrived(.bob)) == [])
        let frames = world.handle(.arrived(.ann)).compactMap(\.frame)
        guard case .welcome(1, let welcome) = frames.first else {
            return #expect(Bool(false), "\(frames)")
        }
        #expect(welcome.name == "ann" && welcome.user == Author.ann.user && welcome.device == .device)
        #expect(
            frames.dropFirst() == [
                .joined(ref: 1, .init(room: .lobby, epoch: .one, head: 0, count: 2))
            ])
    }

    @Test func `a draft is refused for good, so that it stays on the device`() {
        var world = World.entered()
        guard case .error(2, let error)? = world.ask(2, .keepDraft(room: .lobby, text: "hello")).first?.frame else {
            return #expect(Bool(false), "not refused")
        }
        #expect(!error.code.isTemporary)
    }

    @Test func `a name that is refused or replaced is told`() {
        var world = World(.lines)
        let taken = WireError(.nameTaken, "taken")
        _ = world.ask(1, .hello(.init(name: "ann")))
        #expect(world.handle(.refused(taken)) == [.frame(.error(ref: 1, taken))])
        _ = world.ask(2, .hello(.init(name: "ann")))
        _ = world.handle(.renamed(.bob))
        guard case .welcome(2, let welcome) = world.handle(.arrived(.bob)).first?.frame else {
            return #expect(Bool(false), "no welcome")
        }
        #expect(welcome.name == "bob")
        #expect(
            world.ask(3, .hello(.init(name: "x"))).first?.frame.map {
                if case .error = $0 { true } else { false }
            } == true)
    }

    @Test func `a text counts as sent when it comes back under the user's own name`() {
        var world = World.entered()
        #expect(world.say(2, number: 1, "hi: all\nof you") == [.say(.ann, text: "hi: all of you")])
        #expect(world.hear(.bob, "hi: all of you").count == 1)
        let frames = world.hear(.ann, "hi: all of you").compactMap(\.frame)
        #expect(
            frames.first == .sent(ref: 2, room: .lobby, number: 1, seq: 2, id: EventID(high: 0, low: 1), at: 7)
        )
        guard case .event(_, _, let event) = frames.last else {
            return #expect(Bool(false), "\(frames)")
        }
        #expect(event.idempotencyKey == IdempotencyKey(device: .device, number: 1) && event.seq == 2)
        // Asked again, it is answered as before and said no more.
        #expect(world.say(9, number: 1, "hi: all\nof you").compactMap(\.frame).count == 1)
    }

    @Test func `the tutorial's server cuts a text at its colon`() {
        var world = World.entered()
        _ = world.say(2, number: 1, "first: second")
        guard case .sent(2, _, 1, 1, _, _) = world.hear(.ann, "first").first?.frame else {
            return #expect(Bool(false), "not sent")
        }
    }

    @Test func `one text is on its way at a time, and a refusal holds those behind it back`() {
        var world = World.entered()
        #expect(world.say(2, number: 1, "one") == [.say(.ann, text: "one")])
        #expect(world.say(3, number: 2, "two") == [])
        #expect(world.hear(.ann, "one").last == .say(.ann, text: "two"))
        #expect(world.say(4, number: 3, "three") == [])
        let error = WireError(.rateLimited, "slowly")
        let frames = world.handle(.refused(error)).compactMap(\.frame)
        #expect(frames.first == .error(ref: 3, error))
        guard case .error(4, let other) = frames.last else { return #expect(Bool(false), "\(frames)") }
        #expect(other.code == .outOfTurn)
        #expect(world.say(5, number: 4, "two") == [.say(.ann, text: "two")])
    }

    @Test func `what was heard is there on the next connection, under the same numbers`() {
        var world = World.entered()
        for number in 1...3 { _ = world.hear(.bob, "text \(number)") }
        var next = World.entered(world.log)
        let joined = next.ask(2, .join(room: .lobby, since: Position(epoch: .one, seq: 2)))
        #expect(
            joined == [
                .frame(
                    .joined(ref: 2, .init(room: .lobby, epoch: .one, head: 3, count: 1)))
            ])
        guard
            case .page(3, _, _, 3, let events) = next.ask(
                3, .history(room: .lobby, anchor: .after(2), limit: nil)
            ).first?.frame
        else { return #expect(Bool(false), "no page") }
        #expect(events.map(\.seq) == [3])
    }

    @Test func `the beginning of a long log is dropped, and the reader is told so`() {
        var world = World.entered()
        for number in 0...Limits.lobbyEvents { _ = world.hear(.bob, "\(number)") }
        let kept = world.log.page(.newest, limit: .max)
        #expect(kept.count <= Limits.lobbyEvents && kept.last?.seq == world.log.head)
        #expect(world.log.page(.before(kept[0].seq), limit: 50) == [])
        #expect(
            world.log.page(.around(world.log.head), limit: 4).map(\.seq) == [
                world.log.head - 2, world.log.head - 1, world.log.head,
            ])
        #expect(world.log.page(.at(kept[1].at), limit: 2).contains { $0.at >= kept[1].at })
        #expect(world.log.page(.at(.max), limit: 2) == Array(kept.suffix(2)))
    }

    @Test(arguments: [
        ClientFrame.Request.join(room: RoomName("garden") ?? .lobby, since: nil),
        .mutate(room: .lobby, number: 1, after: nil, .edit(of: 1, text: "x")),
        .mutate(room: .lobby, number: 1, after: nil, .message(text: "", reply: nil, payload: nil)),
        .mutate(
            room: .lobby, number: 1, after: nil,
            .message(text: String(repeating: "x", count: 4_093), reply: nil, payload: nil)),
    ])
    func `what the server can't do is refused for good`(_ request: ClientFrame.Request) {
        var world = World.entered()
        guard case .error(7, let error) = world.ask(7, request).first?.frame else {
            return #expect(Bool(false), "not refused")
        }
        #expect(!error.code.isTemporary)
    }

    @Test
    func
        `an id that a SwiftChat client makes up is none of Martlet's, and comes back with the token`()
    {
        let author = LobbySession.Dialect.swiftChat.author("ann", nil)
        #expect(author.user.high >> 12 & 0xF == 4 && author.user.low >> 62 == 2)
        #expect(LobbySession.Dialect.swiftChat.author("ann", author.user.text) == author)
    }
}
