import ChatNIO
import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// A connection of Martlet v1: performs what its ``Session`` decides. On its event loop only.
final class V1Connection: RefusingConnection, WebSocketEndpoint {
    let id: ConnectionID
    var awaitsFlush = false
    private(set) var socket: WebSocketHandler?
    private let client: ClientAddress
    let table: LoopTable
    private let server: ServerContext
    private var session = Session()
    private var gate: SubmissionGate
    var refusals = Refusals()
    /// For everything but sends, which have a budget of their user's.
    private var requests = TokenBucket(.init(perSecond: Limits.requestsPerSecond, burst: Limits.requestBurst))
    /// Whether the user was here before: only then are there marks of theirs.
    private var isReturning = false
    /// There while a page of history is being read: false when the connection has closed, and nobody waits for it.
    private var awaitedPage: NIOLockedValueBox<Bool>?
    private let helloDeadline: NIODeadline
    private var lastTyping: [RoomName: NIODeadline] = [:]
    private var writer = JSONWriter()

    init(_ client: ClientAddress, table: LoopTable, server: ServerContext) {
        self.client = client
        self.table = table
        self.server = server
        helloDeadline = table.loop.now + .milliseconds(Limits.helloDeadline)
        id = table.makeConnectionID()
        gate = SubmissionGate(id, of: client, table: table, server: server)
    }

    func opened(_ socket: WebSocketHandler) {
        self.socket = socket
        table.metrics.connectionsV1 += 1
        server.fanout.changeAudience { $0.v1 += 1 }
        table.add(self, on: socket.channel)
        server.logger.debug("opened", metadata: table.metadata(id, "v1"))
    }

    func received(text: ByteBuffer) {
        let frame = text.withUnsafeReadableBytes { bytes in
            Result { () throws(FrameError) in try ClientFrame(json: bytes.bindMemory(to: UInt8.self)) }
        }
        switch frame {
        case .success(let frame): received(frame)
        case .failure(let error): perform(session.handle(.unreadable(ref: error.ref, error.error)))
        }
    }

    func received(binary: ByteBuffer) {}

    func closed(_ code: CloseCode?) {
        if code == .tooSlow { table.metrics.outboxCuts += 1 }
        table.metrics.connectionsV1 -= 1
        server.fanout.changeAudience { $0.v1 -= 1 }
        awaitedPage?.withLockedValue { $0 = false }
        table.remove(self)
        for room in session.subscriptions { table.unsubscribe(self, from: room) }
        if let author = session.identity?.author {
            // The name is free before anyone hears that its bearer has left.
            server.presence.dismiss(author)
            for room in session.subscriptions { server.presence.exit(room, author) }
        }
        server.logger.debug("closed", metadata: table.metadata(id, "v1", code))
        server.security.closed(code, session.identity?.author.user, client, "v1")
        socket = nil
    }

    func flush() { socket?.flush() }

    func tick(_ now: NIODeadline) {
        if session.identity == nil, helloDeadline < now {
            socket?.close(.helloMissing, "no hello within \(Limits.helloDeadline / 1_000) s")
        }
        socket?.tick(now)
    }

    func dismiss(_ code: CloseCode, _ reason: String) { socket?.close(code, reason) }

    func answer(_ reply: Reply) {
        gate.answered()
        let ref = reply.ref ?? 0
        switch reply.result {
        case .appended(let room, let number, let seq, let id, let at):
            send(.sent(ref: ref, room: room, number: number, seq: seq, id: id, at: at))
        case .refused(let error):
            perform(session.handle(.refused(ref: ref, error)))
        case .marked:
            send(.ok(ref: ref))
        case .joinReady(let room, let head, let since, let read):
            located(room, head: head, since: since, read: read, ref)
        }
        updateReading()
    }

    /// A page has been read: `frame` is it, or the refusal.
    func historyRead(_ frame: ByteBuffer) {
        awaitedPage = nil
        socket?.send(framed: frame)
        table.flushLater(self)
        updateReading()
    }

    private func received(_ frame: ClientFrame) {
        let now = table.clock.nanoseconds()
        if case .mutate = frame.request {
            // Asked when the message is about to be submitted.
        } else if let wait = requests.wait(at: now) {
            let error = WireError(.rateLimited, "Too many requests; try again in \(wait) ms.", retry: wait)
            return perform(session.handle(.refused(ref: frame.ref, error)))
        } else {
            requests.spend(frame.request.cost, at: now)
        }
        perform(session.handle(.received(frame)))
    }

    private func perform(_ effect: Session.Effect) {
        switch effect {
        case .nothing: break
        case .reply(let frame): send(frame)
        case .close(let code, let frame):
            send(frame)
            socket?.close(code, "too many requests that were refused")
        case .introduce(let ref, let hello): introduce(hello, ref)
        case .join(let ref, let room, let since):
            let user = isReturning ? session.identity?.author.user : nil
            settle(gate.locate(room, since: since, for: user, ref: ref), ref)
        case .subscribe(let room): table.subscribe(self, to: room)
        case .leave(let ref, let room): leave(room, ref)
        case .append(let ref, let room, let number, let after, let mutation):
            append(mutation, in: room, number: number, after: after, ref)
        case .markRead(let ref, let room, let seq): mark(room, seq: seq, ref)
        case .history(let ref, let room, let anchor, let limit): read(room, anchor, limit: limit, ref)
        case .tellTyping(let ref, let room): tellTyping(room, ref)
        case .listMembers(let ref, let room): listMembers(room, ref)
        case .pong(let ref): send(.pong(ref: ref, at: table.clock.milliseconds()))
        }
    }

    private func introduce(_ hello: ClientFrame.Hello, _ ref: UInt64) {
        if let refusal = gate.refusalOfHello() { return perform(session.handle(.refused(ref: ref, refusal))) }
        var user = table.makeUserID()
        if let token = hello.token {
            guard let known = server.authenticator.user(of: token) else {
                let error = WireError(.tokenRefused, "This token is not one of this server's; say hello without it.")
                return perform(session.handle(.refused(ref: ref, error)))
            }
            user = known
            isReturning = true
        }
        do throws(WireError) {
            let (name, budget) = try server.presence.introduce(user, hello.name.map { .exactly($0) } ?? .guest)
            gate.budget = budget
            server.security.signedIn(user, client, "v1")
            let author = Author(user: user, name: name)
            let device = hello.device ?? table.makeRandomID()
            perform(session.handle(.introduced(Session.Identity(author: author, device: device))))
            send(
                .welcome(
                    ref: ref,
                    ServerFrame.Welcome(
                        user: user, name: name, device: device, token: server.authenticator.token(for: user),
                        server: ServerVersion.name, at: table.clock.milliseconds(), limits: server.limits)))
            for room in hello.join {
                perform(session.handle(.received(ClientFrame(ref: ref, request: .join(room: room, since: nil)))))
            }
        } catch {
            perform(session.handle(.refused(ref: ref, error)))
            if error.code == .tooManyConnections { socket?.close(.tooManyConnections, error.text) }
        }
    }

    private func located(_ room: RoomName, head: UInt64, since: Position?, read: UInt64?, _ ref: UInt64) {
        let isNew = !session.subscriptions.contains(room)
        guard case .subscribe = session.handle(.joinReady(room)), let author = session.identity?.author else {
            return send(.left(ref: ref, room: room))
        }
        let count = isNew ? server.presence.enter(room, author, read: read) : server.presence.count(in: room)
        let reset = since.map { $0.epoch != server.epoch || $0.seq > head } ?? false
        send(
            .joined(
                ref: ref, room: room, epoch: server.epoch, head: head, reset: reset, count: UInt64(count), read: read))
        table.subscribe(self, to: room)
    }

    private func leave(_ room: RoomName, _ ref: UInt64) {
        table.unsubscribe(self, from: room)
        if let author = session.identity?.author { server.presence.exit(room, author) }
        lastTyping[room] = nil
        send(.left(ref: ref, room: room))
    }

    private func append(
        _ mutation: Mutation, in room: RoomName, number: UInt64?, after: UInt64?, _ ref: UInt64
    ) {
        guard let identity = session.identity else { return }
        let idempotencyKey = number.map { IdempotencyKey(device: identity.device, number: $0) }
        settle(
            gate.append(
                mutation, in: room, by: identity.author, idempotencyKey: idempotencyKey, after: after, ref: ref), ref)
    }

    private func mark(_ room: RoomName, seq: UInt64, _ ref: UInt64) {
        guard let author = session.identity?.author else { return }
        isReturning = true
        settle(gate.mark(room, by: author, seq: seq, ref: ref), ref)
    }

    private func settle(_ refusal: WireError?, _ ref: UInt64) {
        if let refusal { perform(session.handle(.refused(ref: ref, refusal))) }
        updateReading()
    }

    private func read(_ room: RoomName, _ anchor: HistoryAnchor, limit: Int, _ ref: UInt64) {
        guard let user = session.identity?.author.user else { return }
        let isAwaited = NIOLockedValueBox(true)
        let page = HistoryRequest(
            room, anchor, limit: limit, largest: server.pageEvents, ref: ref, origin: table.origin(of: id))
        let refusal = server.history.read(
            HistoryReader.Request(page: page, isAwaited: isAwaited), for: user, at: client)
        if refusal == nil { awaitedPage = isAwaited }
        settle(refusal, ref)
    }

    private func tellTyping(_ room: RoomName, _ ref: UInt64) {
        let now = table.loop.now
        if let author = session.identity?.author, lastTyping[room].map({ now - $0 > .seconds(1) }) ?? true {
            lastTyping[room] = now
            server.presence.tellTyping(room, author, except: table.origin(of: id))
        }
        send(.ok(ref: ref))
    }

    private func listMembers(_ room: RoomName, _ ref: UInt64) {
        let (count, members) = server.presence.members(of: room)
        send(.members(ref: ref, room: room, count: UInt64(count), members: members))
    }

    private func send(_ frame: ServerFrame) {
        if case .error(_, let error) = frame {
            table.metrics.count(error)
            server.logger.debug("refused", metadata: table.metadata(id, "v1", error))
            server.security.refused(error, session.identity?.author.user, client, "v1")
        }
        writer.removeAll()
        frame.write(to: &writer)
        socket?.send(framed: writer.framed())
        table.flushLater(self)
        if case .error = frame { countRefusal() }
    }

    /// A client that asks faster than it can be answered is read no further: its own socket holds it back.
    func updateReading() {
        if gate.isFull || awaitedPage != nil || refusals.arePausing {
            socket?.pauseReading()
        } else {
            socket?.resumeReading()
        }
    }
}
