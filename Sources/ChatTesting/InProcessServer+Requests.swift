import ChatRooms
import ChatWire

extension InProcessServer {
    /// Lets the session decide, and does what it says.
    mutating func perform(_ input: Session.Input, _ id: ConnectionID) {
        let now = now
        guard let effect = connections[id]?.session.handle(input, at: now) else { return }
        switch effect {
        case .nothing: break
        case .reply(let frame): send(frame, to: id)
        case .refuse(let ref, let error, let verdict):
            send(.error(ref: ref, error), to: id)
            carryOut(verdict, id)
        case .close(let code, _): close(id, code)
        case .introduce(let ref, let hello):
            perform(.introduced(ref: ref, hello, introduction(hello)), id)
        case .welcome(let ref, let welcome, let rooms):
            send(.welcome(ref: ref, welcome), to: id)
            for room in rooms { perform(.joinWithHello(ref: ref, room), id) }
        case .append(let ref, let room, let author, let key, let after, let mutation):
            append(mutation, in: room, author, key, after: after, ref, id)
        case .join(let ref, let room, let since, let user): submit(.join(room, since: since, user: user), ref, id)
        case .markRead(let ref, let room, let author, let seq):
            submit(.markRead(room, author, seq: seq), ref, id)
        case .enter(let arrival): enter(arrival, id)
        case .leave(let ref, let room, let author):
            members[room]?.removeAll { $0 == id }
            tell(presence.exit(room, author))
            send(.left(ref: ref, room: room), to: id)
        case .history(let ref, let room, let anchor, let limit, let user):
            let page = HistoryRequest(
                room, anchor, limit: limit, ref: ref, origin: Origin(table: 0, connection: id))
            if let refusal = reads.add(page, of: user, at: Self.client) {
                perform(.historyRead(ref: ref, refusal: refusal), id)
            }
        case .tellTyping(let ref, let room, let author):
            tell(presence.typing(in: room, author, except: Origin(table: 0, connection: id)))
            send(.ok(ref: ref), to: id)
        case .listMembers(let ref, let room):
            let count = UInt64(presence.count(in: room))
            send(.members(ref: ref, room: room, count: count, members: presence.members(of: room)), to: id)
        case .pong(let ref): send(.pong(ref: ref, at: clock.wall), to: id)
        }
    }

    private mutating func carryOut(_ verdict: Refusals.Verdict, _ id: ConnectionID) {
        switch verdict {
        case .goOn: break
        case .pause(let milliseconds): connections[id]?.pauses.append(clock.milliseconds + milliseconds)
        case .close(let code, _): close(id, code)
        }
    }

    private mutating func introduction(_ hello: ClientFrame.Hello) -> Result<Session.Introduction, WireError> {
        do throws(WireError) {
            let known = try authenticator.user(ofHello: hello.token)
            let user = known ?? UserID.random(using: &random)
            let author = Author(user: user, name: try admit(user, hello.name.map { .exactly($0) } ?? .guest))
            return .success(
                Session.Introduction(
                    author: author, token: authenticator.token(for: user), isReturning: known != nil,
                    device: DeviceID.random(using: &random), server: "in-process", at: clock.wall))
        } catch {
            return .failure(error)
        }
    }

    /// The name under which a user comes in.
    private mutating func admit(_ user: UserID, _ name: RequestedName) throws(WireError) -> String {
        let candidates = name.candidates(using: &random)
        return try name.claim(candidates) { look throws(WireError) in try presence.introduce(user, look) }
    }

    private mutating func append(
        _ mutation: Mutation, in room: RoomName, _ author: Author, _ key: IdempotencyKey?, after: UInt64?,
        _ ref: UInt64, _ id: ConnectionID
    ) {
        if let wait = takeBudget(of: author.user, bytes: mutation.textBytes) {
            let text = "Too many messages; this one was not sent. Try again in \(wait) ms."
            return perform(.replied(ref: ref, .refused(WireError(.rateLimited, text, retry: wait))), id)
        }
        let draft = Draft(
            room: room, id: EventID.random(using: &random), at: clock.wall, author: author, idempotencyKey: key,
            after: after, mutation: mutation)
        submit(.append(draft), ref, id)
    }

    private mutating func enter(_ arrival: Session.Arrival, _ id: ConnectionID) {
        let room = arrival.room
        let notice = arrival.isNew ? presence.enter(room, arrival.author, read: arrival.read) : nil
        send(arrival.joined(count: presence.count(in: room)), to: id)
        if arrival.isNew { members[room, default: []].append(id) }
        tell(notice)
    }

    private mutating func takeBudget(of user: UserID, bytes: Int) -> UInt64? {
        guard let rate = configuration.rate else { return nil }
        var budget = budgets[user] ?? SendBudget(ofUser: rate)
        if let wait = budget.wait(at: now) { return wait }
        budget.spend(bytes: bytes, at: now)
        budgets[user] = budget
        return nil
    }
}
