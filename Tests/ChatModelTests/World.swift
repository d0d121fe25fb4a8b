import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

/// One client, a server that keeps to the protocol, and a network in between that delivers when it
/// is told to.
struct World {
    var chat: Chat
    var now: Int64 = 1_000_000
    var random = SeededGenerator(seed: 1)

    // The server.
    var epoch = Epoch.first
    var logs: [RoomName: [Event]] = [:]
    var accepted: [UInt64: (room: RoomName, mutation: Mutation, seq: Seq)] = [:]
    var highest: UInt64 = 0
    var marks: [RoomName: Seq] = [:]
    var drafts: [RoomName: String] = [:]
    var profiles: [ShownProfile] = []
    /// What was uploaded and went with no message yet.
    var files: [FileID: ChatWire.Attachment] = [:]
    /// The user's, on the whole server.
    var role = ServerRole.guest
    var mayWrite = true
    var fileLimit = UInt64(Limits.fileBytes)
    var members: Set<RoomName> = []
    /// What the server says of rooms with settings, and the pages of the user's list.
    var infos: [RoomName: RoomInfo] = [:]
    var pages: [[RoomEntry]] = []
    /// The rooms that stand first on that list; empty for those of an older server.
    var recent: [RoomEntry] = []
    var blocked: [UserID] = []
    /// Refuses a request, where it says how.
    var refuse: (ClientFrame.Request) -> WireError? = { _ in nil }
    var isDeaf = false
    var user = Author.ann

    // What is on its way, and what was asked of the shell.
    var toClient: [ServerFrame] = []
    var isOpen = false
    var isDialling = false
    var timers: [Chat.Timer: Int64] = [:]
    var asked: [ClientFrame.Request] = []
    var records: [Record] = []
    var settled: [Ticket: [Settlement]] = [:]
    var authentications = 0
    /// What is being uploaded, and whose bytes are not needed any more.
    var uploads: [(ticket: Ticket, upload: Upload, token: String)] = []
    var released: [Ticket] = []
    var moderation: [Ticket: [Result<ModerationAnswer, WireError>]] = [:]
    var reported: [PendingReport] = []
    var found: [Ticket: [Result<Findings, WireError>]] = [:]
    private var tickets: UInt64 = 0

    init(configuration: Chat.Configuration = Chat.Configuration(entersOwnRooms: false)) {
        chat = Chat(device: .phone, name: "ann", token: nil, configuration: configuration)
    }

    /// A world whose client is connected and in the lobby.
    static func ready(configuration: Chat.Configuration = Chat.Configuration(entersOwnRooms: false)) -> World {
        var world = World(configuration: configuration)
        world.tell(.start)
        world.tell(.join(.lobby))
        world.quiesce()
        return world
    }

    @discardableResult
    mutating func tell(_ input: Input) -> [Effect] {
        let effects = chat.handle(input, at: Now(monotonic: now, wall: now, random: random.next()))
        for effect in effects { perform(effect) }
        return effects
    }

    private mutating func perform(_ effect: Effect) {
        switch effect {
        case .keep(let record): records.append(record)
        case .open: isDialling = true
        case .close: hangUp()
        case .send(let frame):
            asked.append(frame.request)
            if isOpen && !isDeaf { answer(frame) }
        case .wait(let timer, let milliseconds): timers[timer] = now + milliseconds
        case .cancel(let timer): timers[timer] = nil
        case .authenticate: authentications += 1
        case .upload(let ticket, let upload, let token): uploads.append((ticket, upload, token))
        case .cancelUpload(let ticket): uploads.removeAll { $0.ticket == ticket }
        case .release(let ticket): released.append(ticket)
        case .settled(let ticket, let settlement): settled[ticket, default: []].append(settlement)
        case .moderation(let ticket, let answer): moderation[ticket, default: []].append(answer)
        case .found(let ticket, let answer): found[ticket, default: []].append(answer)
        case .changed: break
        }
    }

    private mutating func hangUp() {
        isOpen = false
        isDialling = false
        toClient.removeAll()
        members.removeAll()
    }

    mutating func accept() {
        guard isDialling else { return }
        isDialling = false
        isOpen = true
        tell(.opened)
    }

    mutating func cut(_ code: UInt16? = nil) {
        guard isOpen || isDialling else { return }
        hangUp()
        tell(.closed(code.map { CloseCode($0) }))
    }

    mutating func deliver(_ count: Int = 1) {
        for _ in 0..<count where isOpen && !toClient.isEmpty { tell(.received(toClient.removeFirst())) }
    }

    mutating func deliverAll() { while isOpen && !toClient.isEmpty { deliver() } }

    mutating func fire(_ timer: Chat.Timer) {
        guard let due = timers.removeValue(forKey: timer) else { return }
        now = max(now, due)
        tell(.timer(timer))
    }

    /// Until nothing happens any more but silence.
    mutating func quiesce() {
        for _ in 0..<5_000 {
            if isDialling {
                accept()
            } else if !toClient.isEmpty && isOpen {
                deliver()
            } else if let timer = due {
                fire(timer)
            } else {
                return
            }
        }
        Issue.record("It never rests; last asked: \(asked.suffix(4)), timers: \(timers.keys)")
    }

    private var due: Chat.Timer? {
        timers.filter { $0.key != .silence }.min { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }?.key
    }

    /// The app is killed and started again: what was kept is all it has.
    mutating func restart() {
        hangUp()
        timers.removeAll()
        uploads.removeAll()
        let restored = Restored(records.compactMap { try? Record(json: $0.json) })
        records = restored.records
        chat = Chat(
            device: DeviceID(high: 99, low: 99), name: nil, token: nil, restored: restored,
            configuration: chat.configuration)
        tell(.start)
    }

    /// Says something; the ticket it goes under.
    @discardableResult
    mutating func say(_ text: String, in room: RoomName = .lobby, reply: Seq? = nil) -> Ticket {
        perform(.message(text: text, reply: reply, payload: nil), in: room)
    }

    @discardableResult
    mutating func perform(_ mutation: Mutation, in room: RoomName = .lobby) -> Ticket {
        tickets += 1
        let ticket = Ticket(tickets)
        tell(.perform(mutation, in: room, ticket: ticket))
        return ticket
    }

    /// Sends a file; the ticket it goes under.
    @discardableResult
    mutating func attach(
        _ name: String = "swift.jpg", size: UInt64 = 1_000, text: String? = nil, in room: RoomName = .lobby
    ) -> Ticket {
        tickets += 1
        let ticket = Ticket(tickets)
        let upload = Upload(id: FileID(high: 77, low: tickets), name: name, type: "image/jpeg", size: size)
        tell(.attach(upload, to: .message(text: text ?? name), in: room, ticket: ticket))
        return ticket
    }

    /// Sends photos as one album; the tickets they go under.
    mutating func attachAlbum(_ names: [String], number: UInt64 = 7) -> [Ticket] {
        names.map { name in
            tickets += 1
            let ticket = Ticket(tickets)
            let upload = Upload(
                id: FileID(high: 77, low: tickets), name: name, type: "image/png", size: 1_000,
                dimensions: .init(width: 16, height: 9), album: number)
            tell(.attach(upload, to: .message(text: name), in: .lobby, ticket: ticket))
            return ticket
        }
    }

    /// The server has the file that is being uploaded under this ticket, or all of them; and
    /// forgets it before the message comes.
    mutating func finishUploads(_ ticket: Ticket? = nil, forgetting: Bool = false) {
        for (known, upload, _) in uploads where ticket == nil || known == ticket {
            uploads.removeAll { $0.ticket == known }
            if !forgetting { files[upload.id] = upload.answer }
            tell(.uploaded(known, upload.answer))
        }
    }

    mutating func failUpload(_ ticket: Ticket, _ error: WireError? = nil) {
        guard uploads.contains(where: { $0.ticket == ticket }) else { return }
        uploads.removeAll { $0.ticket == ticket }
        tell(.uploadFailed(ticket, error))
    }

    /// Someone else does something.
    mutating func other(_ content: Event.Content, in room: RoomName = .lobby, by author: Author = .bob) {
        append(content, in: room, by: author, idempotencyKey: nil)
    }

    mutating func other(_ text: String, in room: RoomName = .lobby, by author: Author = .bob) {
        other(.message(Message(text: text)), in: room, by: author)
    }

    func texts(_ room: RoomName = .lobby) -> [String] { (logs[room] ?? []).compactMap { $0.text } }

    func shown(_ room: RoomName = .lobby) -> [String] {
        chat.conversations[room]?.timeline.events.compactMap { $0.text } ?? []
    }

    var timeline: Timeline { chat.conversations[.lobby]?.timeline ?? Timeline() }
}

// The server's rules.
extension World {
    @discardableResult
    private mutating func append(
        _ content: Event.Content, in room: RoomName, by author: Author, idempotencyKey: IdempotencyKey?
    ) -> Seq {
        let seq = Seq(count: logs[room]?.count ?? 0) + 1
        let event = Event(
            seq: seq, id: EventID(high: epoch.number, low: seq.number), at: now, author: author,
            idempotencyKey: idempotencyKey,
            content: content)
        logs[room, default: []].append(event)
        if isOpen && (members.contains(room) || room == .own(user.user)) {
            toClient.append(.event(room: room, epoch: epoch, event))
        }
        return seq
    }

    private mutating func answer(_ frame: ClientFrame) {
        let ref = frame.ref
        if let error = refuse(frame.request) { return toClient.append(.error(ref: ref, error)) }
        switch frame.request {
        case .hello(let hello):
            var welcome = ServerFrame.Welcome(
                user: user.user, name: hello.name ?? "guest", device: .phone, token: hello.token ?? "token",
                server: "test", at: now, role: role, mayWrite: mayWrite)
            welcome.limits.file = fileLimit
            toClient.append(.welcome(ref: ref, welcome))
        case .join(let room, let since):
            members.insert(room)
            let head = Seq(count: logs[room]?.count ?? 0)
            let reset = since.map { $0.epoch != epoch || $0.seq > head } ?? false
            toClient.append(
                .joined(
                    ref: ref,
                    .init(
                        room: room, epoch: epoch, head: head, reset: reset, count: 1, read: marks[room],
                        info: infos[room])))
        case .leave(let room):
            members.remove(room)
            toClient.append(.left(ref: ref, room: room))
        case .mutate(let room, let number, let after, let mutation):
            toClient.append(accept(ref, room, number ?? 0, after, mutation))
        case .history(let room, let anchor, let limit):
            toClient.append(page(ref, room, anchor, Int(limit ?? 50)))
        case .markRead(let room, let seq):
            marks[room] = max(marks[room] ?? 0, seq)
            toClient.append(.ok(ref: ref))
        case .keepDraft(let room, let text):
            drafts[room] = text.isEmpty ? nil : text
            toClient.append(.ok(ref: ref))
        case .typing, .stoppedTyping: toClient.append(.ok(ref: ref))
        case .here(let room):
            toClient.append(.members(ref: ref, room: room, count: 1, members: [Member(author: user)]))
        case .recentRooms where !recent.isEmpty:
            toClient.append(.rooms(ref: ref, recent, blocked: blocked, next: nil, isPart: true))
        // Older servers do not know the key of recent rooms.
        case .recentRooms: answer(ClientFrame(ref: ref, request: .rooms(after: nil)))
        case .rooms(let after):
            let index = after.flatMap { after in pages.firstIndex { $0.last?.room == after } }.map { $0 + 1 } ?? 0
            let page = index < pages.count ? pages[index] : []
            toClient.append(
                .rooms(
                    ref: ref, page, blocked: after == nil ? blocked : [],
                    next: index + 1 < pages.count ? page.last?.room : nil))
        case .people(let room, _):
            let person = Person(author: .bob, standing: Standing(membership: .member))
            toClient.append(.people(ref: ref, room: room, [person], next: nil))
        case .profiles(let users): toClient.append(.profiles(ref: ref, profiles.filter { users.contains($0.user) }))
        case .report(let room, let of, let report):
            reported.append(PendingReport(room: room, seq: of, report))
            toClient.append(.ok(ref: ref))
        case .serverBans: toClient.append(.bans(ref: ref, [ServerBan(.network("192.0.2.7/32"))], next: nil))
        case .resolve, .decide, .serverBan, .serverUnban: toClient.append(.ok(ref: ref))
        case .reports(let room, _): toClient.append(.reports(ref: ref, room: room, [], next: nil))
        case .held(let room, _): toClient.append(.held(ref: ref, room: room, [], next: nil))
        case .actions(let room, _): toClient.append(.actions(ref: ref, room: room, [], next: nil))
        case .links(let room):
            toClient.append(.links(ref: ref, room: room, [InviteLink(LinkID(high: 1, low: 1), by: user.user)]))
        case .directory(let search, let after):
            let entry = DirectoryEntry(room: after ?? .garden, title: search ?? "", at: 1)
            toClient.append(.directory(ref: ref, [entry], next: nil))
        case .search(let room, let words, let before):
            let search = WordSearch(words)
            let messages = (logs[room] ?? []).filter { $0.seq < before ?? .end && search.matches($0) }
            toClient.append(.hits(ref: ref, room: room, messages.reversed(), next: nil))
        case .ping: toClient.append(.pong(ref: ref, at: now))
        case .renew: toClient.append(.ok(ref: ref))
        }
    }

    private mutating func accept(
        _ ref: UInt64, _ room: RoomName, _ number: UInt64, _ after: UInt64?, _ mutation: Mutation
    ) -> ServerFrame {
        guard !mutation.needsJoin || members.contains(room) else {
            return .error(ref: ref, WireError(.notJoined, "Join first."))
        }
        if let known = accepted[number] {
            guard known.room == room && known.mutation == mutation else {
                return .error(ref: ref, WireError(.numberConflict, "Something else."))
            }
            return .sent(
                ref: ref, room: room, number: number, seq: known.seq,
                id: EventID(high: epoch.number, low: known.seq.number),
                at: now)
        }
        if number <= highest { return .error(ref: ref, WireError(.numberPassed, "Passed.")) }
        if let after, highest < after { return .error(ref: ref, WireError(.outOfTurn, "Out of turn.")) }
        if var file = mutation.attachment {
            file.album = nil
            if files.removeValue(forKey: file.id) != file {
                return .error(ref: ref, WireError(.noSuchFile, "No such file."))
            }
        }
        let seq = append(
            mutation.content, in: room, by: user, idempotencyKey: IdempotencyKey(device: .phone, number: number))
        accepted[number] = (room, mutation, seq)
        highest = number
        return .sent(
            ref: ref, room: room, number: number, seq: seq, id: EventID(high: epoch.number, low: seq.number), at: now)
    }

    private func page(_ ref: UInt64, _ room: RoomName, _ anchor: HistoryAnchor, _ limit: Int) -> ServerFrame {
        let log = logs[room] ?? []
        let range: Range<Int>
        switch anchor {
        case .newest: range = max(0, log.count - limit)..<log.count
        case .before(let seq):
            let end = min(Int(clamping: seq.number) - 1, log.count)
            range = max(0, end - limit)..<end
        case .after(let seq):
            let start = min(Int(clamping: seq.number), log.count)
            range = start..<min(start + limit, log.count)
        case .around(let seq):
            let start = max(0, min(Int(clamping: seq.number), log.count) - limit / 2)
            range = start..<min(start + limit, log.count)
        case .at(let time):
            let start = max(0, (log.firstIndex { $0.at >= time } ?? log.count) - limit / 2)
            range = start..<min(start + limit, log.count)
        }
        let folded = log[range].map { event in
            var event = event
            for later in log where later.seq > event.seq { event.fold(later) }
            return event
        }
        return .page(ref: ref, room: room, epoch: epoch, head: Seq(count: log.count), events: folded)
    }
}

extension Upload {
    /// What the server answers: it finds out by itself what a file is.
    var answer: ChatWire.Attachment {
        ChatWire.Attachment(id: id, name: name, type: "image/png", size: size, dimensions: .init(width: 16, height: 9))
    }
}
