import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// A connection of the SwiftChat protocol. On its event loop only.
final class SwiftChatConnection: RefusingConnection, WebSocketEndpoint {
    let id: ConnectionID
    var awaitsFlush = false
    private(set) var socket: WebSocketHandler?
    private let client: ClientAddress
    let table: LoopTable
    private let server: ServerContext
    private var session = SwiftChatSession()
    private var gate: SubmissionGate
    /// Who has spoken here last, or was refused: each counts as one who introduces themselves.
    private var introduced: Author?
    var refusals = Refusals()
    /// As whom this connection stands in the lobby, once it has spoken.
    private var present: Author?
    /// The userID that belongs to this connection.
    private var held: UserID?
    /// The id under which this connection speaks where another one uses its userID.
    private let standIn: UserID
    /// What the name of `present` looks like.
    private var look: ConfusableSkeleton?
    private var writer = JSONWriter()

    init(_ client: ClientAddress, table: LoopTable, server: ServerContext) {
        self.client = client
        self.table = table
        self.server = server
        id = table.makeConnectionID()
        standIn = table.makeUserID()
        gate = SubmissionGate(
            id, of: client, table: table, server: server, budget: server.presence.anonymousBudget())
    }

    func opened(_ socket: WebSocketHandler) {
        self.socket = socket
        table.metrics.connectionsSwiftChat += 1
        server.fanout.changeAudience { $0.swiftChat += 1 }
        table.add(self, on: socket.channel)
        server.logger.debug("opened", metadata: table.metadata(id, "swiftchat"))
        table.subscribe(self)
    }

    func received(text: ByteBuffer) {
        let frame = text.withUnsafeReadableBytes { bytes in
            Result { () throws(WireError) in try SwiftChatFrame.Submitted(json: bytes.bindMemory(to: UInt8.self)) }
        }
        switch frame {
        case .success(let frame): perform(session.handle(.received(frame)))
        case .failure(let error): perform(session.handle(.unreadable(error)))
        }
    }

    func received(binary: ByteBuffer) {}

    func closed(_ code: CloseCode?) {
        if code == .tooSlow { table.metrics.outboxCuts += 1 }
        table.metrics.connectionsSwiftChat -= 1
        server.fanout.changeAudience { $0.swiftChat -= 1 }
        table.unsubscribe(self)
        table.remove(self)
        server.security.closed(code, present?.user, client, "swiftchat")
        if let held { server.presence.fallSilent(held) }
        stand(as: nil)
        server.logger.debug("closed", metadata: table.metadata(id, "swiftchat", code))
        socket = nil
    }

    func flush() { socket?.flush() }
    func tick(_ now: NIODeadline) { socket?.tick(now) }

    func dismiss(_ code: CloseCode, _ reason: String) {
        // The protocol's own clients know the standard's codes only.
        socket?.close(code == .draining ? .goingAway : code, reason)
    }

    func answer(_ reply: Reply) {
        gate.answered()
        if case .refused(let error) = reply.result { perform(session.handle(.refused(error))) }
        updateReading()
    }

    private func perform(_ effect: SwiftChatSession.Effect) {
        switch effect {
        case .append(let author, let text):
            do throws(WireError) {
                let author = try speak(as: author)
                if let refusal = gate.append(.message(text: text), in: .lobby, by: author) { throw refusal }
            } catch {
                perform(session.handle(.refused(error)))
            }
            updateReading()
        case .refuse(let error, let close):
            tell(error)
            if close { socket?.close(.tooManyRefusals, "too many messages that were refused") }
        }
    }

    /// Asked for each message: someone may have introduced themselves under this name since the last one.
    /// - Returns: who speaks: `author`, or the stand-in where another connection uses that id.
    private func speak(as author: Author) throws(WireError) -> Author {
        if introduced != author {
            if let refusal = gate.refusalOfHello() { throw refusal }
            introduced = author
        }
        let look = if let look, present?.name == author.name { look } else { ConfusableSkeleton(of: author.name) }
        let user = try server.presence.speak(as: author.user, look, held: held, standIn: standIn)
        self.look = look
        held = user == standIn ? nil : user
        if present?.user != user { server.security.signedIn(user, client, "swiftchat") }
        let speaker = Author(user: user, name: author.name)
        if present != speaker { stand(as: speaker) }
        return speaker
    }

    /// The members' list shows who has spoken here; the protocol has no joining that could be announced.
    private func stand(as author: Author?) {
        if let present { server.presence.exit(.lobby, present, silently: true) }
        if let author { server.presence.enter(.lobby, author, silently: true) }
        present = author
    }

    private func tell(_ error: WireError) {
        table.metrics.count(error)
        server.logger.debug("refused", metadata: table.metadata(id, "swiftchat", error))
        server.security.refused(error, present?.user, client, "swiftchat")
        writer.removeAll()
        SwiftChatFrame.Delivered(refusal: error, at: table.clock.milliseconds(), id: table.makeRandomID()).write(
            to: &writer)
        socket?.send(framed: writer.framed())
        table.flushLater(self)
        countRefusal()
    }

    func updateReading() {
        if gate.isFull || refusals.arePausing {
            socket?.pauseReading()
        } else {
            socket?.resumeReading()
        }
    }
}
