import ChatNIO
import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// One request of the HTTP API: a connection of Martlet v1 that makes one request, gets one reply,
/// and ends. It performs the effects of its ``Session`` as a WebSocket does, but presence does not
/// count it. On its event loop only.
final class RequestConnection: Connection {
    /// The bytes of the reply's frame, or the error.
    typealias Outcome = Result<ByteBuffer, WireError>

    let id: ConnectionID
    var awaitsFlush = false
    private let table: LoopTable
    private let server: ServerContext
    private let client: ClientAddress
    private var session: Session
    private var gate: SubmissionGate
    /// The request that waits for the join of its room.
    private var pending: ClientFrame?
    /// Non-nil while something is being read; set to false when nobody waits for it any more.
    private var isAwaited: NIOLockedValueBox<Bool>?
    /// The store's answer, until it is sent.
    private var awaited: ByteBuffer?
    private let begun: NIODeadline
    private let done: EventLoopPromise<Outcome>
    private var isDone = false

    /// - Parameter name: the identity's name, which only guests do not have
    init(
        _ identity: UserIdentity, name: String, device: DeviceID, client: ClientAddress, table: LoopTable,
        server: ServerContext, done: EventLoopPromise<Outcome>
    ) {
        id = table.makeConnectionID()
        self.table = table
        self.server = server
        self.client = client
        self.done = done
        begun = table.loop.now
        session = Session(pageEvents: server.pageEvents, joinsRooms: false, at: table.clock.nanoseconds())
        gate = SubmissionGate(id, of: client, table: table, server: server, isCounted: false)
        gate.mayWrite = identity.mayWrite
        let admission = Admission(identity: identity, token: "", isReturning: true)
        let introduction = Session.Introduction(
            admission, name: name, device: device, server: ServerVersion.name, at: table.clock.milliseconds())
        _ = session.handle(
            .introduced(ref: 0, .init(), .success(introduction)), at: table.clock.nanoseconds())
    }

    /// Makes a request for a user.
    ///
    /// - Parameters:
    ///   - name: the name of the account or the token; empty for a guest
    ///   - device: `nil` for a new one
    ///   - isLimited: whether it is charged to the user's budgets
    ///   - loop: one of the server's
    static func outcome(
        of frame: ClientFrame, by identity: UserIdentity, name: String, device: DeviceID? = nil, client: ClientAddress,
        isLimited: Bool = true, on loop: any EventLoop, server: ServerContext
    ) async throws -> Outcome {
        try await loop.flatSubmit { () -> EventLoopFuture<Outcome> in
            let done = loop.makePromise(of: Outcome.self)
            guard let table = server.fanout.table(of: loop) else {
                done.succeed(.failure(.accountsBusy))
                return done.futureResult
            }
            RequestConnection(
                identity, name: name, device: device ?? table.makeRandomID(), client: client, table: table,
                server: server, done: done
            ).ask(frame, isLimited: isLimited)
            return done.futureResult
        }.get()
    }

    /// Makes the request. The promise always gets an outcome.
    func ask(_ frame: ClientFrame, isLimited: Bool = true) {
        guard let user = session.identity?.author.user else { return finish(.failure(.guestsNotOverHTTP)) }
        switch frame.request {
        // Nobody sees that this connection types: it is in no room.
        case .hello, .renew, .typing, .stoppedTyping: return finish(.failure(.notOverHTTP))
        default: break
        }
        if isLimited {
            switch server.userBudgets.admit(frame.request, of: user, at: table.clock.nanoseconds()) {
            case .failure(let refusal): return finish(.failure(refusal))
            case .success(let budget): gate.budget = budget
            }
        }
        table.add(self, on: nil)
        guard !isDone else { return }
        guard let room = frame.request.roomToJoin else { return handle(.received(frame)) }
        // The join decides who may ask: the store, which decides the rest, is not asked.
        pending = frame
        handle(.received(ClientFrame(ref: frame.ref, request: .join(room: room, since: nil))))
    }

    func flush() {}

    func answer(_ reply: Reply) { handle(.replied(ref: reply.ref ?? 0, reply.result)) }

    func read(_ ref: UInt64, _ answer: Result<ByteBuffer, WireError>) {
        isAwaited = nil
        switch answer {
        case .success(let frame):
            awaited = WebSocketFraming.payload(ofServerFrame: frame)
            handle(.read(ref: ref, refusal: nil))
        case .failure(let error): handle(.read(ref: ref, refusal: error))
        }
    }

    func tick(_ now: NIODeadline) {
        guard now - begun > .milliseconds(Limits.httpRequestDeadline) else { return }
        finish(.failure(.notInTime))
    }

    func dismiss(_ code: CloseCode, _ reason: String) {
        let text = "The server is stopping; this request may have been done. Send it again under the same number."
        finish(.failure(WireError(.shuttingDown, text, retry: 1_000)))
    }

    private func handle(_ input: Session.Input) {
        let now = table.clock.nanoseconds()
        perform(session.handle(input, at: now), now)
    }

    private func perform(_ effect: Session.Effect, _ now: Int64) {
        switch effect {
        case .nothing: finish(.failure(.notOverHTTP))
        case .reply(let frame): reply(frame)
        case .refuse(_, let error, _): finish(.failure(error))
        case .submit(let ref, let request):
            if let result = gate.submit(request, ref: ref, at: now) { handle(.replied(ref: ref, result)) }
        case .enter(let arrival):
            if let frame = pending {
                pending = nil
                return handle(.received(frame))
            }
            reply(arrival.joined(count: server.presence.count(in: arrival.room)))
        case .leave(let ref, let room, _, _): reply(.left(ref: ref, room: room))
        case .administer(let ref, let request, let user):
            server.answer(request, by: user, at: client, ref: ref, to: table.origin(of: id))
        case .read(let ref, let query, let visitor): read(query, for: visitor, ref)
        case .writeAnswer: if let awaited { finish(.success(awaited)) }
        case .listMembers(let ref, let room):
            let (count, members) = server.presence.members(of: room)
            reply(.members(ref: ref, room: room, count: UInt64(count), members: members))
        case .pong(let ref): reply(.pong(ref: ref, at: table.clock.milliseconds()))
        case .close, .introduce, .renew, .welcome, .depart, .tellTyping: finish(.failure(.notOverHTTP))
        }
    }

    private func read(_ query: StoreQuery, for visitor: Visitor, _ ref: UInt64) {
        let isAwaited = NIOLockedValueBox(true)
        let request = HistoryReader.Request(
            read: ReadRequest(query, for: visitor, ref: ref, origin: table.origin(of: id)), isAwaited: isAwaited)
        self.isAwaited = isAwaited
        if let refusal = server.history.read(request, for: visitor.user, at: client) { finish(.failure(refusal)) }
    }

    private func reply(_ frame: ServerFrame) {
        var writer = JSONWriter()
        frame.write(to: &writer)
        finish(.success(ByteBuffer(bytes: writer.bytes)))
    }

    private func finish(_ outcome: Outcome) {
        guard !isDone else { return }
        isDone = true
        isAwaited?.withLockedValue { $0 = false }
        table.remove(self)
        done.succeed(outcome)
    }
}

extension ClientFrame.Request {
    /// The room whose join decides whether this may be asked for.
    fileprivate var roomToJoin: RoomName? {
        switch self {
        case .here(let room), .markRead(let room, _): room
        default: nil
        }
    }
}

extension WireError {
    fileprivate static let notInTime = WireError(
        .overloaded,
        "No answer came in time, so this request may have been done. Send it again in a second: a request with a number is done only once.",
        retry: 1_000)
    fileprivate static let notOverHTTP = WireError(
        .badRequest, "This request makes sense on a WebSocket only: connect to /v1.")
}
