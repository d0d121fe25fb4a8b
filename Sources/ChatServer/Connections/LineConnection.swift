import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// A connection of the line protocol. On its event loop only.
final class LineConnection: RefusingConnection, LineEndpoint {
    let id: ConnectionID
    var awaitsFlush = false
    private(set) var socket: LineHandler?
    private let client: ClientAddress
    let table: LoopTable
    private let server: ServerContext
    private var session = LineSession()
    private let user: UserID
    private var gate: SubmissionGate
    var refusals = Refusals()
    private var hasEnded = false

    init(_ client: ClientAddress, table: LoopTable, server: ServerContext) {
        self.client = client
        self.table = table
        self.server = server
        id = table.makeConnectionID()
        user = table.makeUserID()
        gate = SubmissionGate(id, of: client, table: table, server: server)
    }

    func opened(_ socket: LineHandler) {
        self.socket = socket
        table.metrics.connectionsLines += 1
        server.fanout.changeAudience { $0.lines += 1 }
        table.add(self, on: socket.channel)
        server.logger.debug("opened", metadata: table.metadata(id, "lines"))
        table.subscribe(self)
    }

    func received(line: ByteBuffer) {
        let parsed = line.withUnsafeReadableBytes { bytes in
            Result { () throws(WireError) in try LineRequest(bytes.bindMemory(to: UInt8.self)) }
        }
        switch parsed {
        case .success(let line): perform(session.handle(.received(line)))
        case .failure(let error): perform(session.handle(.unreadable(error)))
        }
    }

    func refused(_ why: LineSplitter.Refusal) {
        switch why {
        case .tooLong: tell(.lineTooLong)
        case .unfinished: tell(WireError(.lineUnknown, "Nothing was said for too long: iam:NAME, then msg:TEXT."))
        case .foreign: tell(WireError(.lineUnknown, "This port speaks lines: iam:NAME, then msg:TEXT."))
        }
    }

    /// The other side has nothing more to say: what it said is answered before the connection closes.
    func ended() {
        hasEnded = true
        closeIfDone()
    }

    func closed(_ code: CloseCode?) {
        if code == .tooSlow { table.metrics.outboxCuts += 1 }
        table.metrics.connectionsLines -= 1
        server.fanout.changeAudience { $0.lines -= 1 }
        table.unsubscribe(self)
        table.remove(self)
        if let author = session.author {
            // The name is free before anyone hears that its bearer has left.
            server.presence.dismiss(author)
            server.presence.exit(.lobby, author)
        }
        server.logger.debug("closed", metadata: table.metadata(id, "lines", code))
        server.security.closed(code, session.author?.user, client, "lines")
        socket = nil
    }

    /// Lines are flushed one by one, as they are sent.
    func flush() {}
    func tick(_ now: NIODeadline) { socket?.tick(now) }

    func dismiss(_ code: CloseCode, _ reason: String) {
        server.security.closed(code, session.author?.user, client, "lines")
        send(.notice("Goodbye: \(reason)."))
        socket?.close()
    }

    func answer(_ reply: Reply) {
        gate.answered()
        if case .refused(let error) = reply.result { perform(session.handle(.refused(error))) }
        updateReading()
        closeIfDone()
    }

    private func perform(_ effect: LineSession.Effect) {
        switch effect {
        case .nothing: break
        case .introduce(let name): introduce(name)
        case .append(let author, let text):
            if let refusal = gate.append(.message(text: text), in: .lobby, by: author) {
                perform(session.handle(.refused(refusal)))
            }
            updateReading()
        case .refuse(let error, let close):
            tell(error)
            if close {
                // Lines have no codes to close with.
                server.security.closed(.tooManyRefusals, session.author?.user, client, "lines")
                socket?.close()
            }
        }
    }

    private func introduce(_ name: String) {
        if let refusal = gate.refusalOfHello() { return perform(session.handle(.refused(refusal))) }
        do throws(WireError) {
            let (given, budget) = try server.presence.introduce(user, .like(name))
            gate.budget = budget
            server.security.signedIn(user, client, "lines")
            let author = Author(user: user, name: given)
            perform(session.handle(.introduced(author)))
            if given != name {
                send(.notice("The name \(name) is taken; you are \(given)."))
            }
            server.presence.enter(.lobby, author)
        } catch {
            perform(session.handle(.refused(error)))
        }
    }

    private func tell(_ error: WireError) {
        table.metrics.count(error)
        server.logger.debug("refused", metadata: table.metadata(id, "lines", error))
        server.security.refused(error, session.author?.user, client, "lines")
        send(.refusal(error))
        countRefusal()
    }

    private func send(_ line: Line) { socket?.send(line: line.buffer) }

    func updateReading() {
        if gate.isFull || refusals.arePausing {
            socket?.pauseReading()
        } else {
            socket?.resumeReading()
        }
    }

    private func closeIfDone() {
        guard hasEnded, gate.inFlight == 0 else { return }
        // Behind what already waits for this loop: the notice of one's own arrival, for one.
        table.loop.assumeIsolated().execute { self.socket?.close() }
    }
}
