import ChatNIO
import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// A connection of Martlet v1: performs what its ``Session`` decides. On its event loop only.
final class V1Connection: ClientConnection, WebSocketEndpoint {
    let id: ConnectionID
    var awaitsFlush = false
    private(set) var socket: WebSocketHandler?
    let record: ConnectionRecord
    private var session: Session
    private var gate: SubmissionGate
    /// Non-nil while something is being read; set to false on close, so the read is skipped.
    private var isAwaited: NIOLockedValueBox<Bool>?
    /// The store's answer, until it is sent.
    private var awaited: ByteBuffer?
    private var introduction: PendingIntroduction?
    private var writer = JSONWriter()

    init(_ client: ClientAddress, table: LoopTable, server: ServerContext) {
        id = table.makeConnectionID()
        record = ConnectionRecord(spoken: .v1, id: id, client: client, table: table, server: server)
        session = Session(
            pageEvents: server.pageEvents, unreadAnswerBytes: server.bounds.unreadAnswerBytes,
            at: table.clock.nanoseconds())
        gate = SubmissionGate(id, of: client, table: table, server: server)
    }

    var isReading: Bool { session.isReading }

    func opened(_ socket: WebSocketHandler) {
        self.socket = socket
        record.opened()
        table.add(self, on: socket.channel)
    }

    func received(text: ByteBuffer) {
        let frame = text.withUnsafeReadableBytes { bytes in
            Result { () throws(FrameError) in try ClientFrame(json: bytes.bindMemory(to: UInt8.self)) }
        }
        switch frame {
        case .success(let frame): handle(.received(frame))
        case .failure(let error): handle(.unreadable(ref: error.ref, error.error))
        }
    }

    func received(binary: ByteBuffer) {}

    func closed(_ code: CloseCode?) {
        isAwaited?.withLockedValue { $0 = false }
        introduction?.task.cancel()
        introduction = nil
        table.remove(self)
        // In an order of their own: a simulated run must not depend on hashing.
        let rooms = session.subscriptions.sorted { $0.text < $1.text }
        for room in rooms { table.unsubscribe(self, from: room) }
        if let identity = session.identity {
            let author = identity.author
            table.dismiss(self, of: author.user)
            // Release the name before announcing the departure.
            server.presence.dismiss(author, sharesName: identity.sharesName)
            server.presence.exit(
                rooms, author, typed: session.roomsTyped(at: now), returns: code == .returning)
        }
        record.closed(code, session.identity?.author.user)
        socket = nil
    }

    func flush() {
        socket?.flush()
        if session.awaitsReader, socket?.isBackedUp == false { caughtUp() }
    }

    func caughtUp() {
        session.readerKeepsUp()
        updateReading()
    }

    func tick(_ now: NIODeadline) {
        handle(.tick)
        socket?.tick(now)
    }

    func dismiss(_ code: CloseCode, _ reason: String) { socket?.close(code, reason) }

    var addressBudget: SharedAddressBudget? { gate.addressBudget }

    func pauseBegan() { handle(.pauseBegan) }
    func pauseEnded() { handle(.pauseEnded) }

    func answer(_ reply: Reply) { handle(.replied(ref: reply.ref ?? 0, reply.result)) }

    /// What was asked for has been read.
    func read(_ ref: UInt64, _ answer: Result<ByteBuffer, WireError>) {
        isAwaited = nil
        switch answer {
        case .success(let frame):
            awaited = frame
            handle(.read(ref: ref, refusal: nil))
            awaited = nil
        case .failure(let error): handle(.read(ref: ref, refusal: error))
        }
    }

    /// The user may not be in a room any more.
    func evict(from room: RoomName) { handle(.evicted(room)) }

    private func handle(_ input: Session.Input) {
        let now = now
        perform(session.handle(input, at: now), now)
        if let frame = session.takeParked() { return handle(.received(frame)) }
        updateReading()
    }

    private func perform(_ effect: Session.Effect, _ now: Int64) {
        switch effect {
        case .nothing: break
        case .reply(let frame): send(frame)
        case .refuse(let ref, let error, let verdict):
            record.refused(error, session.identity?.author.user)
            send(.error(ref: ref, error))
            carryOut(verdict)
        case .close(let code, let reason): dismiss(code, reason)
        case .introduce(let ref, let hello): introduce(hello, ref)
        case .renew(let ref, let token): renew(token, ref)
        case .welcome(let ref, let welcome, let rooms):
            table.introduce(self, as: welcome.user)
            send(.welcome(ref: ref, welcome))
            for room in rooms { handle(.joinWithHello(ref: ref, room)) }
        case .submit(let ref, let request):
            if let result = gate.submit(request, ref: ref, at: now) { handle(.replied(ref: ref, result)) }
        case .enter(let arrival): enter(arrival)
        case .leave(let ref, let room, let author, let hasTyped):
            table.unsubscribe(self, from: room)
            server.presence.exit([room], author, typed: hasTyped ? [room] : [])
            send(.left(ref: ref, room: room))
        case .depart(let room, let author):
            table.unsubscribe(self, from: room)
            server.presence.exit(room, author)
        case .administer(let ref, let request, let user):
            server.answer(request, by: user, at: record.client, ref: ref, to: table.origin(of: id))
        case .read(let ref, let query, let visitor): read(query, for: visitor, ref)
        case .writeAnswer:
            guard let awaited else { return }
            write(awaited)
        case .tellTyping(let ref, let room, let author, let hasStopped):
            if let refusal = gate.refusalOfSignal(at: now) { return handle(.replied(ref: ref, .refused(refusal))) }
            server.presence.tellTyping(room, author, hasStopped: hasStopped, except: table.origin(of: id))
            send(.ok(ref: ref))
        case .listMembers(let ref, let room):
            let (count, members) = server.presence.members(of: room)
            send(.members(ref: ref, room: room, count: UInt64(count), members: members))
        case .pong(let ref): send(.pong(ref: ref, at: table.clock.milliseconds()))
        }
    }

    private func introduce(_ hello: ClientFrame.Hello, _ ref: UInt64) {
        if let refusal = gate.refusalOfHello() { return handle(.introduced(ref: ref, hello, .failure(refusal))) }
        admit(hello.token) { connection, admission in connection.introduce(hello, admission, ref) }
    }

    private func renew(_ token: String, _ ref: UInt64) {
        if let refusal = gate.refusalOfHello() { return renewed(.failure(refusal), ref) }
        admit(token) { connection, admission in connection.renewed(admission.map(\.identity), ref) }
    }

    private func renewed(_ identity: Result<UserIdentity, WireError>, _ ref: UInt64) {
        handle(.renewed(ref: ref, identity, at: table.clock.milliseconds()))
        gate.mayWrite = session.identity?.mayWrite ?? gate.mayWrite
    }

    /// Finds the user of a token, at once or later. Nothing is done for a connection that is closed
    /// meanwhile.
    private func admit(_ token: String?, then: @escaping (V1Connection, Result<Admission, WireError>) -> Void) {
        switch server.authenticator.admission(ofHello: token, newUser: table.makeUserID) {
        case .now(let admission): then(self, admission.flatMap(admitted))
        case .later(let token):
            introduction = PendingIntroduction(token, server.authenticator, on: table.loop) { [weak self] admission in
                guard let self, let pending = introduction else { return }
                introduction = nil
                if case .success(let admission) = admission, pending.hasNewRole(admission.identity) {
                    return dismiss(.roleLowered, Self.newRole)
                }
                then(self, admission.flatMap { pending.hasEnded($0.identity) ? .failure(.unknownToken) : admitted($0) })
            }
        }
    }

    /// A token may be right, and its user banned.
    private func admitted(_ admission: Admission) -> Result<Admission, WireError> {
        gate.refusal(of: admission.identity.user).map { .failure($0) } ?? .success(admission)
    }

    private func introduce(_ hello: ClientFrame.Hello, _ admission: Result<Admission, WireError>, _ ref: UInt64) {
        let introduction = admission.flatMap { admission in
            Result { () throws(WireError) in
                // The name of an account was looked at when it was made, and that of a signed
                // token is the issuer's.
                if let wish = hello.name, admission.identity.name == nil,
                    let refusal = server.filter?.refusal(ofName: wish)
                {
                    throw refusal
                }
                let name = try RequestedName(of: admission, hello: hello.name)
                let (given, budget) = try server.presence.introduce(admission.identity.user, name)
                gate.budget = budget
                gate.mayWrite = admission.identity.mayWrite
                record.signedIn(admission.identity.user)
                return Session.Introduction(
                    admission, name: given, device: table.makeRandomID(), server: ServerVersion.name,
                    limits: server.limits, at: table.clock.milliseconds())
            }
        }
        handle(.introduced(ref: ref, hello, introduction))
    }

    var user: UserID? { session.identity?.author.user }

    /// The session of its user's account, if it was introduced with one, and the user's role.
    var signedIn: ConnectedSession? { session.identity.map { ConnectedSession(id: $0.session, role: $0.role) } }

    /// Closes the connection if its session is one of these, or will be.
    func endSessions(_ ended: EndedSessions) {
        introduction?.note(ended)
        guard let identity = session.identity, ended.contains(identity.author.user, identity.session) else { return }
        if ended.isRoleChange { return dismiss(.roleLowered, Self.newRole) }
        dismiss(.tokenRefused, "the session has ended; sign in again")
    }

    private static let newRole = "your role on this server has changed; connect again"

    private func enter(_ arrival: Session.Arrival) {
        let room = arrival.room
        let count =
            arrival.isNew
            ? server.presence.enter(room, arrival.author, read: arrival.read) : server.presence.count(in: room)
        send(arrival.joined(count: count))
        table.subscribe(self, to: room)
    }

    private func read(_ query: StoreQuery, for visitor: Visitor, _ ref: UInt64) {
        let isAwaited = NIOLockedValueBox(true)
        let request = HistoryReader.Request(
            read: ReadRequest(query, for: visitor, ref: ref, origin: table.origin(of: id)), isAwaited: isAwaited)
        if let refusal = server.history.read(request, for: visitor.user, at: record.client) {
            return handle(.read(ref: ref, refusal: refusal))
        }
        self.isAwaited = isAwaited
    }

    private func send(_ frame: ServerFrame) {
        writer.removeAll()
        frame.write(to: &writer)
        write(writer.framed())
    }

    /// Writes an answer. What others say goes to the socket past this connection.
    private func write(_ answer: ByteBuffer) {
        session.wrote(answer: answer.readableBytes, at: now)
        socket?.send(framed: answer)
        table.flushLater(self)
    }
}
