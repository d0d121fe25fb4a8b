import ChatRooms
import ChatWire

extension InProcessServer {
    mutating func handle(_ frame: ClientFrame, from id: ConnectionID) {
        let now = now
        if case .mutate = frame.request {
            // Has its user's budget.
        } else if let wait = connections[id]?.requests.take(at: now) {
            let error = WireError(.rateLimited, "Too many requests; try again in \(wait) ms.", retry: wait)
            return perform(.refused(ref: frame.ref, error), id)
        }
        perform(.received(frame), id)
    }

    /// Lets the session decide, and does what it says.
    mutating func perform(_ input: Session.Input, _ id: ConnectionID) {
        guard let effect = connections[id]?.session.handle(input) else { return }
        switch effect {
        case .nothing, .subscribe: break
        case .reply(let frame): send(frame, to: id)
        case .close(let code, let frame):
            send(frame, to: id)
            close(id, code)
        case .introduce(let ref, let hello): introduce(hello, ref, id)
        case .join(let ref, let room, let since):
            submit(.join(room, since: since, user: connections[id]?.session.identity?.author.user), ref, id)
        case .leave(let ref, let room): leave(room, ref, id)
        case .append(let ref, let room, let number, let after, let mutation):
            append(mutation, in: room, number: number, after: after, ref, id)
        case .markRead(let ref, let room, let seq): mark(room, seq, ref, id)
        case .history(let ref, let room, let anchor, let limit): read(room, anchor, limit, ref, id)
        case .tellTyping(let ref, let room): tellTyping(room, ref, id)
        case .listMembers(let ref, let room):
            let count = UInt64(presence.count(in: room))
            send(.members(ref: ref, room: room, count: count, members: presence.members(of: room)), to: id)
        case .pong(let ref): send(.pong(ref: ref, at: clock.wall), to: id)
        }
    }

    private mutating func introduce(_ hello: ClientFrame.Hello, _ ref: UInt64, _ id: ConnectionID) {
        var user = UserID.random(using: &random)
        if let token = hello.token {
            guard let known = authenticator.user(of: token) else {
                let error = WireError(.tokenRefused, "This token is not one of this server's; say hello without it.")
                return perform(.refused(ref: ref, error), id)
            }
            user = known
        }
        do throws(WireError) {
            let author = Author(user: user, name: try admit(user, hello.name.map { .exactly($0) } ?? .guest))
            let device = hello.device ?? DeviceID.random(using: &random)
            perform(.introduced(Session.Identity(author: author, device: device)), id)
            let welcome = ServerFrame.Welcome(
                user: user, name: author.name, device: device, token: authenticator.token(for: user),
                server: "in-process", at: clock.wall)
            send(.welcome(ref: ref, welcome), to: id)
            for room in hello.join {
                perform(.received(ClientFrame(ref: ref, request: .join(room: room, since: nil))), id)
            }
        } catch {
            perform(.refused(ref: ref, error), id)
            if error.code == .tooManyConnections { close(id, .tooManyConnections) }
        }
    }

    /// The name under which a user comes in.
    private mutating func admit(_ user: UserID, _ name: RequestedName) throws(WireError) -> String {
        let candidates = name.candidates(using: &random)
        return try name.claim(candidates) { look throws(WireError) in try presence.introduce(user, look) }
    }

    private mutating func leave(_ room: RoomName, _ ref: UInt64, _ id: ConnectionID) {
        members[room]?.removeAll { $0 == id }
        if let author = connections[id]?.session.identity?.author { tell(presence.exit(room, author)) }
        connections[id]?.lastTyping[room] = nil
        send(.left(ref: ref, room: room), to: id)
    }

    private mutating func append(
        _ mutation: Mutation, in room: RoomName, number: UInt64?, after: UInt64?, _ ref: UInt64, _ id: ConnectionID
    ) {
        guard let identity = connections[id]?.session.identity else { return }
        if let wait = takeBudget(of: identity.author.user, bytes: mutation.textBytes) {
            let text = "Too many messages; this one was not sent. Try again in \(wait) ms."
            return perform(.refused(ref: ref, WireError(.rateLimited, text, retry: wait)), id)
        }
        let draft = Draft(
            room: room, id: EventID.random(using: &random), at: clock.wall, author: identity.author,
            idempotencyKey: number.map { IdempotencyKey(device: identity.device, number: $0) }, after: after,
            mutation: mutation)
        submit(.append(draft), ref, id)
    }

    private mutating func mark(_ room: RoomName, _ seq: UInt64, _ ref: UInt64, _ id: ConnectionID) {
        guard let author = connections[id]?.session.identity?.author else { return }
        submit(.markRead(room, author, seq: seq), ref, id)
    }

    private mutating func takeBudget(of user: UserID, bytes: Int) -> UInt64? {
        guard let rate = configuration.rate else { return nil }
        var budget = budgets[user] ?? SendBudget(ofUser: rate)
        if let wait = budget.wait(at: now) { return wait }
        budget.spend(bytes: bytes, at: now)
        budgets[user] = budget
        return nil
    }

    private mutating func read(
        _ room: RoomName, _ anchor: HistoryAnchor, _ limit: Int, _ ref: UInt64, _ id: ConnectionID
    ) {
        guard let user = connections[id]?.session.identity?.author.user else { return }
        let request = HistoryRequest(room, anchor, limit: limit, ref: ref, origin: Origin(table: 0, connection: id))
        if let refusal = reads.add(request, of: user, at: Self.client) {
            return perform(.refused(ref: ref, refusal), id)
        }
        connections[id]?.isReadingHistory = true
    }

    private mutating func tellTyping(_ room: RoomName, _ ref: UInt64, _ id: ConnectionID) {
        let now = clock.milliseconds
        let isNews = connections[id]?.lastTyping[room].map { now - $0 > 1_000 } ?? true
        if isNews, let author = connections[id]?.session.identity?.author {
            connections[id]?.lastTyping[room] = now
            tell(presence.typing(in: room, author, except: Origin(table: 0, connection: id)))
        }
        send(.ok(ref: ref), to: id)
    }
}
