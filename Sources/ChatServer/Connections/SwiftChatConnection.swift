import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// A connection of the SwiftChat protocol: performs what its ``SwiftChatSession`` decides. On its
/// event loop only.
final class SwiftChatConnection: ClientConnection, WebSocketEndpoint {
    let id: ConnectionID
    var awaitsFlush = false
    private(set) var socket: WebSocketHandler?
    let record: ConnectionRecord
    private var session: SwiftChatSession
    private var gate: SubmissionGate
    private var writer = JSONWriter()

    init(_ client: ClientAddress, table: LoopTable, server: ServerContext) {
        id = table.makeConnectionID()
        record = ConnectionRecord(spoken: .swiftChat, id: id, client: client, table: table, server: server)
        session = SwiftChatSession(standIn: table.makeUserID())
        gate = SubmissionGate(
            id, of: client, table: table, server: server, budget: server.presence.anonymousBudget())
    }

    var isReading: Bool { session.isReading }

    func opened(_ socket: WebSocketHandler) {
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

    func received(text: ByteBuffer) {
        let frame = text.withUnsafeReadableBytes { bytes in
            Result { () throws(WireError) in
                try SwiftChatFrame.Submitted(json: bytes.bindMemory(to: UInt8.self))
            }
        }
        switch frame {
        case .success(let frame): handle(.received(frame))
        case .failure(let error): handle(.unreadable(error))
        }
    }

    func received(binary: ByteBuffer) {}

    func closed(_ code: CloseCode?) {
        table.unsubscribe(self)
        table.remove(self)
        record.closed(code, session.present?.user)
        if let held = session.held { server.presence.fallSilent(held) }
        if let present = session.present { server.presence.exit(.lobby, present, silently: true) }
        socket = nil
    }

    func flush() { socket?.flush() }
    func tick(_ now: NIODeadline) { socket?.tick(now) }

    func dismiss(_ code: CloseCode, _ reason: String) {
        // The protocol's own clients know the standard's codes only.
        socket?.close(code == .draining ? .goingAway : code, reason)
    }

    var addressBudget: SharedAddressBudget? { gate.addressBudget }

    /// `nil` before they have said something.
    var user: UserID? { session.present?.user }

    func pauseBegan() { handle(.pauseBegan) }
    func pauseEnded() { handle(.pauseEnded) }

    func answer(_ reply: Reply) { handle(.replied(reply.result)) }

    private func handle(_ input: SwiftChatSession.Input) {
        let now = now
        perform(session.handle(input, at: now), now)
        updateReading()
    }

    private func perform(_ effect: SwiftChatSession.Effect, _ now: Int64) {
        switch effect {
        case .nothing: break
        case .introduce(let utterance):
            let user = utterance.author.user
            let refusal = gate.refusalOfHello() ?? gate.refusal(of: user) ?? admit(user)
            handle(refusal.map { .refused($0) } ?? .introduced(utterance))
        case .claim(let utterance, let look): handle(claim(utterance, look))
        case .append(let author, let text, let arrival):
            if let arrival { stand(arrival, author) }
            if let result = gate.submit(.message(text, by: author), at: now) { handle(.replied(result)) }
        case .refuse(let error, let verdict):
            record.refused(error, session.present?.user)
            tell(error)
            carryOut(verdict)
        }
    }

    /// - Returns: why the user may not speak here
    private func admit(_ user: UserID) -> WireError? {
        do throws(WireError) {
            let identity = try server.authenticator.guest(user)
            gate.mayWrite = identity.mayWrite
            return identity.mayWrite ? nil : .guestsReadOnly
        } catch {
            return error
        }
    }

    private func claim(
        _ utterance: SwiftChatSession.Utterance, _ look: ConfusableSkeleton
    ) -> SwiftChatSession.Input {
        do throws(WireError) {
            if let refusal = server.filter?.refusal(ofName: look.name) { throw refusal }
            let user = try server.presence.speak(
                as: utterance.author.user, look, held: session.held, standIn: session.standIn)
            return .admitted(utterance, as: user)
        } catch {
            return .refused(error)
        }
    }

    /// The members' list shows who has spoken here. The protocol has no joining that could be
    /// announced.
    private func stand(_ arrival: SwiftChatSession.Arrival, _ author: Author) {
        if arrival.isSignIn { record.signedIn(author.user) }
        if let leaving = arrival.leaving { server.presence.exit(.lobby, leaving, silently: true) }
        server.presence.enter(.lobby, author, silently: true)
    }

    private func tell(_ error: WireError) {
        writer.removeAll()
        SwiftChatFrame.Delivered(refusal: error, at: table.clock.milliseconds(), id: table.makeRandomID()).write(
            to: &writer)
        socket?.send(framed: writer.framed())
        table.flushLater(self)
    }
}
