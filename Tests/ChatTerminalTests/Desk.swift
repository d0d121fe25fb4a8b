import ChatCore
import ChatModel

@testable import ChatTerminal

/// A person at a terminal: a client, a server that answers as the protocol says, and the screen.
struct Desk {
    var chat = Chat(device: DeviceID(high: 7, low: 7), name: "ann", token: nil)
    var interface: Interface
    var logs: [RoomName: [Event]] = [:]
    var marks: [RoomName: Seq] = [:]
    var infos: [RoomName: RoomInfo] = [:]
    var people: [Author] = [.ann, .bob]
    /// What others show of themselves.
    var profiles: [ShownProfile] = []
    /// The reports that the server has received.
    var reports: [Report] = []
    /// Intents that are not for the client's state.
    var others: [Intent] = []
    var isOnline = true
    /// The reply to a hello, if the server does not let the user in.
    var refusal: WireError?
    /// Names that somebody else has.
    var takenNames: Set<String> = []
    /// The reply to a message or a change, if the server does not take it.
    var mutationRefusal: WireError?
    /// How far the server's clock is ahead, in milliseconds.
    var serverAhead: Int64 = 0
    /// The user's role on the server.
    var role = ServerRole.guest
    /// Whether the server takes messages of the user.
    var mayWrite = true
    /// What the server says of itself in a welcome.
    var limits = ServerFrame.AnnouncedLimits()
    var now: Int64
    let epoch = Epoch(11).unsafelyUnwrapped
    private var replies: [ServerFrame] = []
    private var tickets: UInt64 = 0
    private var keys = KeyParser()

    /// 2026-02-03 14:00 UTC.
    static let start: Int64 = 1_770_127_200_000

    init(width: Int = 80, height: Int = 24, room: RoomName? = .lobby, hasTokenFile: Bool = false) {
        interface = Interface(
            size: Size(width: width, height: height), room: room, server: "chat.example:443",
            host: "chat.example", hasTokenFile: hasTokenFile)
        now = Desk.start
        interface.now = now
    }

    /// Connects as a moderator of the lobby.
    mutating func connectAsModerator() {
        var info = RoomInfo()
        info.standing = Standing(role: .moderator)
        infos[.lobby] = info
        connect()
    }

    /// Connects, and joins rooms.
    mutating func connect(_ rooms: [RoomName] = [.lobby]) {
        for room in rooms { tell(.join(room)) }
        tell(.start)
    }

    /// Puts an event into a room's log. Members hear of it.
    @discardableResult
    mutating func happen(
        _ content: Event.Content, by author: Author = .bob, in room: RoomName = .lobby, number: UInt64? = nil
    ) -> Seq {
        now += 60_000
        let seq = Seq(count: logs[room]?.count ?? 0) + 1
        let key = number.map { IdempotencyKey(device: DeviceID(high: 7, low: 7), number: $0) }
        let event = Event(
            seq: seq, id: EventID(high: 9, low: seq.number), at: now, author: author, idempotencyKey: key,
            content: content)
        logs[room, default: []].append(event)
        // The user's own log is pushed to all their devices.
        if room.isOwn || chat.conversations[room]?.membership == .joined {
            tell(.received(.event(room: room, epoch: epoch, event)))
        }
        return seq
    }

    @discardableResult
    mutating func say(_ text: String, by author: Author = .bob, in room: RoomName = .lobby, reply: Seq? = nil)
        -> Seq
    { happen(.message(Message(text: text, reply: reply)), by: author, in: room) }

    mutating func tell(_ input: Input) {
        interface.now = now
        var inputs = [input]
        while !inputs.isEmpty {
            let input = inputs.removeFirst()
            for effect in chat.handle(input, at: Now(monotonic: now, wall: now, random: 0)) {
                switch effect {
                case .open: if isOnline { inputs.append(.opened) } else { inputs.append(.closed(nil)) }
                case .send(let frame): answer(frame)
                default: break
                }
            }
            inputs += replies.map { .received($0) }
            replies = []
        }
        perform(interface.update(chat))
    }

    /// The connection is lost, and no other can be made.
    mutating func cut() {
        isOnline = false
        tell(.closed(nil))
    }

    /// There is a network again, and the user does not wait.
    mutating func restore() {
        isOnline = true
        tell(.reconnect)
    }

    mutating func press(_ keys: Key...) {
        for key in keys { perform(interface.handle(key, chat: chat)) }
    }

    mutating func type(_ text: String) { for scalar in text.unicodeScalars { press(.text(String(scalar))) } }

    /// The client does not accept an intent.
    mutating func refuse(_ intent: Intent?, because reason: String = "The disk is full.") {
        guard let intent else { return }
        perform(interface.giveBack(intent, because: reason))
    }

    /// The server has answered about the account.
    mutating func take(_ answer: AccountAnswer) { perform(interface.take(answer, chat: chat)) }

    /// The server has replied to a question.
    mutating func take(_ reply: Reply, to question: Question) {
        perform(interface.take(reply, to: question, chat: chat))
    }

    private mutating func perform(_ intents: [Intent]) {
        for intent in intents {
            switch intent {
            case .input(let input): tell(input)
            case .perform(let mutation, let room, _):
                tickets += 1
                tell(.perform(mutation, in: room, ticket: Ticket(tickets)))
            case .join(let room, nil, _): tell(.join(room))
            case .leave(let room): tell(.leave(room))
            case .retry(let ticket): tell(.retry(ticket))
            default: others.append(intent)
            }
        }
    }

    private mutating func answer(_ frame: ClientFrame) {
        let ref = frame.ref
        switch frame.request {
        case .hello(let hello):
            if let refusal { return replies.append(.error(ref: ref, refusal)) }
            if let name = hello.name, takenNames.contains(name) {
                return replies.append(.error(ref: ref, WireError(.nameTaken, "This name is taken.")))
            }
            let welcome = ServerFrame.Welcome(
                user: Author.ann.user, name: "ann", device: DeviceID(high: 7, low: 7), token: "token", server: "test",
                at: now + serverAhead, role: role, mayWrite: mayWrite, limits: limits)
            replies.append(.welcome(ref: ref, welcome))
        case .join(let room, _):
            let head = Seq(count: logs[room]?.count ?? 0)
            let joined = ServerFrame.Joined(
                room: room, epoch: epoch, head: head, count: UInt64(people.count), read: marks[room], info: infos[room])
            replies.append(.joined(ref: ref, joined))
        case .history(let room, let anchor, let limit):
            replies.append(page(ref, room, anchor, Int(limit ?? 50)))
        case .here(let room):
            let members = people.map { Member(author: $0) }
            replies.append(.members(ref: ref, room: room, count: UInt64(people.count), members: members))
        case .mutate(let room, let number, _, let mutation):
            if let mutationRefusal { return replies.append(.error(ref: ref, mutationRefusal)) }
            let seq = happen(mutation.content, by: .ann, in: room, number: number)
            replies.append(
                .sent(ref: ref, room: room, number: number, seq: seq, id: EventID(high: 9, low: seq.number), at: now))
        case .report(_, _, let report):
            reports.append(report)
            replies.append(.ok(ref: ref))
        case .profiles(let users):
            replies.append(.profiles(ref: ref, profiles.filter { users.contains($0.user) }))
        case .leave(let room): replies.append(.left(ref: ref, room: room))
        case .rooms, .recentRooms: replies.append(.rooms(ref: ref, [], next: nil))
        default: replies.append(.ok(ref: ref))
        }
    }

    private func page(_ ref: UInt64, _ room: RoomName, _ anchor: HistoryAnchor, _ limit: Int) -> ServerFrame {
        let log = logs[room] ?? []
        let events: ArraySlice<Event>
        switch anchor {
        case .newest: events = log.suffix(limit)
        case .before(let seq): events = log.prefix(Int(clamping: seq.number) - 1).suffix(limit)
        case .after(let seq): events = log.dropFirst(Int(clamping: seq.number)).prefix(limit)
        case .around(let seq): events = log.dropFirst(max(Int(clamping: seq.number) - limit / 2, 0)).prefix(limit)
        case .at(let time):
            let first = log.firstIndex { $0.at >= time } ?? log.count
            events = log.dropFirst(max(first - limit / 2, 0)).prefix(limit)
        }
        return .page(ref: ref, room: room, epoch: epoch, head: Seq(count: log.count), events: Array(events))
    }

    var grid: Grid { Screen(chat, interface, address: { "https://chat.example/v1/files/\($0.text)" }).draw() }
    var screen: String { grid.text }
    var lines: [String] { screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    /// The text at the foot of the screen, on one line.
    var status: String {
        let first = Screen(chat, interface).layout.statusY
        return lines[first...].map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}
