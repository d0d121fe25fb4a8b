import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// A connection of the line protocol: performs what its ``LineSession`` decides. On its event loop
/// only.
final class LineConnection: ClientConnection, LineEndpoint {
    let id: ConnectionID
    var awaitsFlush = false
    private(set) var socket: LineHandler?
    let record: ConnectionRecord
    private var session: LineSession
    private var gate: SubmissionGate

    init(_ client: ClientAddress, table: LoopTable, server: ServerContext) {
        id = table.makeConnectionID()
        record = ConnectionRecord(spoken: .lines, id: id, client: client, table: table, server: server)
        session = LineSession(user: table.makeUserID())
        gate = SubmissionGate(id, of: client, table: table, server: server)
    }

    var isReading: Bool { session.isReading }

    /// `nil` before they have introduced themselves.
    var user: UserID? { session.author?.user }

    func opened(_ socket: LineHandler) {
        self.socket = socket
        record.opened()
        table.add(self, on: socket.channel)
        if let refusal = gate.refusalOfAddress {
            perform(.refuse(refusal, .goOn), now)
            table.loop.assumeIsolated().execute { self.dismissBanned() }
        } else {
            table.subscribe(self)
        }
    }

    func received(line: ByteBuffer) {
        let parsed = line.withUnsafeReadableBytes { bytes in
            Result { () throws(WireError) in try LineRequest(bytes.bindMemory(to: UInt8.self)) }
        }
        switch parsed {
        case .success(let line): handle(.received(line))
        case .failure(let error): handle(.unreadable(error))
        }
    }

    func refused(_ why: LineSplitter.Refusal) {
        switch why {
        case .tooLong: handle(.unreadable(.lineTooLong))
        case .unfinished: handle(.unreadable(.lineUnfinished))
        case .foreign: handle(.unreadable(.lineForeign))
        }
    }

    func ended() { handle(.ended) }

    func closed(_ code: CloseCode?) {
        table.unsubscribe(self)
        table.remove(self)
        if let author = session.author {
            // Release the name before announcing the departure.
            server.presence.dismiss(author)
            server.presence.exit(.lobby, author)
        }
        record.closed(code, session.author?.user)
        socket = nil
    }

    /// Sends what was said in the lobby.
    func deliver(_ lines: LineBlock) {
        socket?.send(lines)
        table.flushLater(self)
    }

    func flush() { socket?.flush() }
    func tick(_ now: NIODeadline) { socket?.tick(now) }

    /// Lines have no codes to close with.
    func dismiss(_ code: CloseCode, _ reason: String) {
        record.cut(code, session.author?.user)
        send(.notice("Goodbye: \(reason)."))
        socket?.close()
    }

    var addressBudget: SharedAddressBudget? { gate.addressBudget }

    func pauseBegan() { handle(.pauseBegan) }
    func pauseEnded() { handle(.pauseEnded) }

    func answer(_ reply: Reply) { handle(.replied(reply.result)) }

    private func handle(_ input: LineSession.Input) {
        let now = now
        perform(session.handle(input, at: now), now)
        updateReading()
        if session.isDone { closeLater() }
    }

    private func perform(_ effect: LineSession.Effect, _ now: Int64) {
        switch effect {
        case .nothing: break
        case .introduce(let name): handle(.introduced(asked: name, introduce(name)))
        case .enter(let author, let notice):
            if let notice { send(notice) }
            server.presence.enter(.lobby, author)
        case .append(let author, let text):
            if let result = gate.submit(.message(text, by: author), at: now) { handle(.replied(result)) }
        case .refuse(let error, let verdict):
            record.refused(error, session.author?.user)
            send(.refusal(error))
            carryOut(verdict)
        }
    }

    private func introduce(_ name: String) -> Result<String, WireError> {
        Result { () throws(WireError) in
            if let refusal = gate.refusalOfHello() ?? server.filter?.refusal(ofName: name) { throw refusal }
            gate.mayWrite = try server.authenticator.guest(session.user).mayWrite
            let (given, budget) = try server.presence.introduce(session.user, .like(name))
            gate.budget = budget
            record.signedIn(session.user)
            return given
        }
    }

    private func send(_ line: Line) {
        socket?.send(line: ByteBuffer(bytes: line.bytes))
        table.flushLater(self)
    }

    /// Closes behind what already waits for this loop: the notice of one's own arrival, for one.
    private func closeLater() {
        table.loop.assumeIsolated().execute { self.socket?.close() }
    }
}
