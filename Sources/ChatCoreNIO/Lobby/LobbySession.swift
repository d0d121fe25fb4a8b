import ChatWire

/// Speaks v1 to the client on behalf of a server that knows only names and texts: one room, without
/// a log.
///
/// The server echoes each text. The session sends the next text when the echo of the one before has
/// arrived, so texts keep their order even if one is refused. If the connection ends before the
/// echo, it is unknown whether the text arrived. The client sends it again, so delivery is at least
/// once, not exactly once.
/// Edits, deletions and reactions are refused. Replies and payloads are not sent.
struct LobbySession {
    enum Input {
        case request(ClientFrame)
        /// `at`: milliseconds since 1970, if the server sends a time.
        case said(Author, text: String, id: EventID, at: Int64?)
        case arrived(Author)
        case departed(Author)
        case refused(WireError)
        /// The server assigned another name than the requested one.
        case renamed(Author)
    }

    enum Output: Hashable {
        case frame(ServerFrame)
        case introduce(Author)
        /// Send a text as this author.
        case say(Author, text: String)
    }

    /// How the protocols differ.
    struct Dialect: Sendable {
        /// The server's name in `welcome`.
        var server: String
        /// Whether the client must send a name first, which the server announces.
        var introduces: Bool
        /// The author for a name, and a token from an earlier welcome.
        var author: @Sendable (_ name: String, _ token: String?) -> Author
        /// The text as it will come back.
        var spoken: @Sendable (String) -> String
        /// The maximum length of such a text in bytes.
        var textBytes: Int
    }

    private struct Unanswered {
        var ref: UInt64
        var number: UInt64?
        var text: String

        /// The tutorial's server cuts a text at its first colon.
        func isHeard(as heard: String) -> Bool { text == heard || text.utf8.starts(with: (heard + ":").utf8) }
    }

    private let dialect: Dialect
    private var me: (author: Author, device: DeviceID)?
    private var hello: (ref: UInt64, rooms: [RoomName])?
    private var unanswered: [Unanswered] = []
    private var present: [Author] = []
    private var isJoined = false

    init(_ dialect: Dialect) { self.dialect = dialect }

    /// Handles an input.
    ///
    /// - Parameter now: Milliseconds since 1970.
    mutating func handle(_ input: Input, _ log: inout LobbyLog, now: Int64) -> [Output] {
        switch input {
        case .request(let frame): request(frame, &log, now)
        case .said(let author, let text, let id, let at): said(author, text, id, at ?? now, &log)
        case .arrived(let author): arrived(author, log, now)
        case .departed(let author): departed(author)
        case .refused(let error): refused(error)
        case .renamed(let author): renamed(author)
        }
    }
}

// Requests of the client.
extension LobbySession {
    private mutating func request(_ frame: ClientFrame, _ log: inout LobbyLog, _ now: Int64) -> [Output] {
        let ref = frame.ref
        switch frame.request {
        case .hello(let hello): return introduce(hello, ref, log, now)
        case .join(let room, let since): return join(room, since, ref, log)
        case .leave(let room):
            isJoined = isJoined && room != .lobby
            return [.frame(.left(ref: ref, room: room))]
        case .mutate(let room, let number, _, let mutation): return mutate(room, number, mutation, ref, log)
        case .history(_, let anchor, let limit): return [.frame(page(anchor, limit, ref, log))]
        case .here(let room):
            let members = present.map { Member(author: $0, read: nil) }
            return [.frame(.members(ref: ref, room: room, count: count, members: members))]
        case .rooms, .recentRooms: return [.frame(.rooms(ref: ref, [], next: nil))]
        case .profiles: return [.frame(.profiles(ref: ref, []))]
        case .people(let room, _): return [.frame(.people(ref: ref, room: room, [], next: nil))]
        case .report, .resolve, .reports, .held, .decide, .actions, .serverBan, .serverUnban, .serverBans:
            return [refusal(ref, .notAllowed, "This server's protocol has no moderators.")]
        case .links(let room): return [.frame(.links(ref: ref, room: room, []))]
        case .directory: return [.frame(.directory(ref: ref, [], next: nil))]
        case .search(let room, let words, let before):
            let (messages, next) = log.hits(of: WordSearch(words), before: before ?? .end)
            return [.frame(.hits(ref: ref, room: room, messages, next: next))]
        case .ping: return [.frame(.pong(ref: ref, at: now))]
        case .keepDraft: return [refusal(ref, .notAllowed, "This server's protocol has no drafts.")]
        case .typing, .stoppedTyping, .markRead, .renew: return [.frame(.ok(ref: ref))]
        }
    }

    private mutating func introduce(
        _ request: ClientFrame.Hello, _ ref: UInt64, _ log: LobbyLog, _ now: Int64
    ) -> [Output] {
        guard me == nil else {
            return [refusal(ref, .alreadyIntroduced, "This connection has already said hello.")]
        }
        let name = request.name ?? "guest-\(String(UInt16.random(in: 0x1000 ... .max), radix: 16, uppercase: true))"
        if let error = NameRule.check(name) { return [.frame(.error(ref: ref, error))] }
        let author = dialect.author(name, request.token)
        me = (author, request.device ?? .random())
        hello = (ref, request.join)
        return dialect.introduces ? [.introduce(author)] : welcome(log, now)
    }

    private mutating func welcome(_ log: LobbyLog, _ now: Int64) -> [Output] {
        guard let me, let (ref, rooms) = hello else { return [] }
        hello = nil
        let welcome = ServerFrame.Welcome(
            user: me.author.user, name: me.author.name, device: me.device, token: me.author.user.description,
            server: dialect.server, at: now)
        return [.frame(.welcome(ref: ref, welcome))] + rooms.flatMap { join($0, nil, ref, log) }
    }

    private mutating func join(_ room: RoomName, _ since: Position?, _ ref: UInt64, _ log: LobbyLog) -> [Output] {
        guard room == .lobby else { return [refusal(ref, .roomName, "This server has only one room: lobby.")] }
        isJoined = true
        let reset = since.map { $0.epoch != log.epoch || $0.seq > log.head } ?? false
        return [
            .frame(
                .joined(
                    ref: ref, .init(room: room, epoch: log.epoch, head: log.head, reset: reset, count: count)))
        ]
    }

    private mutating func mutate(
        _ room: RoomName, _ number: UInt64?, _ mutation: Mutation, _ ref: UInt64, _ log: LobbyLog
    ) -> [Output] {
        guard room == .lobby, isJoined, let me else { return [refusal(ref, .notJoined, "Join the lobby first.")] }
        guard case .message(let text, _, _, _) = mutation else {
            return [refusal(ref, .unknownType, "This server does not support edits, deletions or reactions.")]
        }
        if let error = TextRule.check(text) { return [.frame(.error(ref: ref, error))] }
        if let number, let event = log.event(of: IdempotencyKey(device: me.device, number: number)) {
            return [.frame(sent(event, ref, number))]
        }
        let spoken = dialect.spoken(text)
        guard spoken.utf8.count <= dialect.textBytes else {
            return [refusal(ref, .textTooLong, "A text on this server can have at most \(dialect.textBytes) bytes.")]
        }
        guard unanswered.count < Limits.sendsInFlight else {
            return [refusal(ref, .overloaded, "\(unanswered.count) messages wait for their replies. Try again later.")]
        }
        unanswered.append(Unanswered(ref: ref, number: number, text: spoken))
        return unanswered.count == 1 ? [.say(me.author, text: spoken)] : []
    }

    private func page(_ anchor: HistoryAnchor, _ limit: UInt64?, _ ref: UInt64, _ log: LobbyLog) -> ServerFrame {
        let limit = min(limit ?? UInt64(Limits.pageEventsDefault), UInt64(Limits.pageEvents))
        let events = log.page(anchor, limit: Int(limit))
        return .page(ref: ref, room: .lobby, epoch: log.epoch, head: log.head, events: events)
    }

    private func sent(_ event: Event, _ ref: UInt64, _ number: UInt64?) -> ServerFrame {
        .sent(ref: ref, room: .lobby, number: number, seq: event.seq, id: event.id, at: event.at)
    }

    private func refusal(_ ref: UInt64, _ code: WireError.Code, _ text: String) -> Output {
        .frame(.error(ref: ref, WireError(code, text)))
    }

    private var count: UInt64 { UInt64(max(present.count, 1)) }
}

// Events from the server.
extension LobbySession {
    private mutating func said(
        _ author: Author, _ text: String, _ id: EventID, _ at: Int64, _ log: inout LobbyLog
    ) -> [Output] {
        guard let me, author.user == me.author.user, let first = unanswered.first, first.isHeard(as: text) else {
            return tell(log.append(author, text, idempotencyKey: nil, id: id, at: at), log)
        }
        unanswered.removeFirst()
        let idempotencyKey = first.number.map { IdempotencyKey(device: me.device, number: $0) }
        let event = log.append(author, text, idempotencyKey: idempotencyKey, id: id, at: at)
        let next = unanswered.first.map { [Output.say(me.author, text: $0.text)] } ?? []
        return [.frame(sent(event, first.ref, first.number))] + tell(event, log) + next
    }

    private func tell(_ event: Event, _ log: LobbyLog) -> [Output] {
        isJoined ? [.frame(.event(room: .lobby, epoch: log.epoch, event))] : []
    }

    private mutating func arrived(_ author: Author, _ log: LobbyLog, _ now: Int64) -> [Output] {
        if !present.contains(author), present.count < Limits.membersListed { present.append(author) }
        if author == me?.author, hello != nil { return welcome(log, now) }
        return isJoined ? [.frame(.presence(room: .lobby, count: count, joined: [author], left: []))] : []
    }

    private mutating func departed(_ author: Author) -> [Output] {
        present.removeAll { $0 == author }
        return isJoined ? [.frame(.presence(room: .lobby, count: count, joined: [], left: [author]))] : []
    }

    private mutating func refused(_ error: WireError) -> [Output] {
        if let (ref, _) = hello {
            (hello, me) = (nil, nil)
            return [.frame(.error(ref: ref, error))]
        }
        guard let first = unanswered.first else { return [.frame(.error(ref: nil, error))] }
        defer { unanswered = [] }
        return [.frame(.error(ref: first.ref, error))]
            + unanswered.dropFirst().map { refusal($0.ref, .outOfTurn, "An earlier message was refused.") }
    }

    private mutating func renamed(_ author: Author) -> [Output] {
        me?.author = author
        return []
    }
}
