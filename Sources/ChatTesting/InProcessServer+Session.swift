import ChatRooms
import ChatWire

extension InProcessServer {
    /// Nanoseconds.
    var now: Int64 { clock.milliseconds * 1_000_000 }

    /// Handles what has arrived, as far as the connection may be read.
    mutating func readOn(_ id: ConnectionID) {
        while let frame = connections[id]?.nextFrame() { perform(.received(frame), id) }
    }

    mutating func send(_ frame: ServerFrame, to id: ConnectionID) { connections[id]?.send(frame) }

    mutating func tell(_ notice: Notice?) {
        guard let notice else { return }
        let inside = members[notice.room] ?? []
        let told =
            switch notice.audience {
            case .room: inside
            case .user(let user): connections(of: user)
            case .roomAnd(let user): inside + connections(of: user).filter { !inside.contains($0) }
            }
        for id in told where id != notice.except?.connection { send(notice.frame, to: id) }
    }

    /// Delivers an event to those who have joined its room; of a user's own log, to all connections
    /// of the user.
    mutating func deliver(_ event: Event, of room: RoomName, _ epoch: Epoch) {
        let frame = ServerFrame.event(room: room, epoch: epoch, event)
        guard case .own(let user) = room.kind else { return tell(Notice(room: room, frame: frame)) }
        for id in connections(of: user) { send(frame, to: id) }
    }

    /// Passes an input to the session and performs its effect; then also a request that waited for
    /// this input.
    ///
    /// - Parameter answer: the frame that was read from the store for the connection
    mutating func perform(_ input: Session.Input, _ id: ConnectionID, writing answer: ServerFrame? = nil) {
        performOne(input, id, writing: answer)
        if let frame = connections[id]?.session.takeParked() { perform(.received(frame), id) }
    }

    private mutating func performOne(_ input: Session.Input, _ id: ConnectionID, writing answer: ServerFrame?) {
        let now = now
        guard let effect = connections[id]?.session.handle(input, at: now) else { return }
        switch effect {
        case .nothing: break
        case .reply(let frame): send(frame, to: id)
        case .refuse(let ref, let error, let verdict):
            send(.error(ref: ref, error), to: id)
            connections[id]?.carryOut(verdict, at: now)
        case .close(let code, _): connections[id]?.close(code)
        case .introduce(let ref, let hello): introduce(hello, ref, id)
        case .renew(let ref, let token): renew(token, ref, id)
        case .welcome(let ref, let welcome, let rooms):
            send(.welcome(ref: ref, welcome), to: id)
            for room in rooms { perform(.joinWithHello(ref: ref, room), id) }
        case .submit(let ref, let request): submit(request, ref, id)
        case .enter(let arrival): enter(arrival, id)
        case .leave(let ref, let room, let author, let hasTyped):
            members[room]?.removeAll { $0 == id }
            tell(presence.exit(room, author, hasTyped: hasTyped))
            send(.left(ref: ref, room: room), to: id)
        case .depart(let room, let author):
            members[room]?.removeAll { $0 == id }
            tell(presence.exit(room, author))
        case .administer(let ref, _, _): perform(.replied(ref: ref, .refused(.accountsOff)), id)
        case .read(let ref, let query, let visitor):
            let request = ReadRequest(query, for: visitor, ref: ref, origin: origin(id))
            switch reads.add(request, of: visitor.user, at: Self.client) {
            case .added: break
            case .replaced(let other):
                perform(.read(ref: other.ref, refusal: .overloaded), other.origin.connection)
                readOn(other.origin.connection)
            case .refused: perform(.read(ref: ref, refusal: .overloaded), id)
            }
        case .writeAnswer: if let answer { send(answer, to: id) }
        case .tellTyping(let ref, let room, let author, let hasStopped):
            tell(presence.typing(in: room, author, hasStopped: hasStopped, except: origin(id)))
            send(.ok(ref: ref), to: id)
        case .listMembers(let ref, let room):
            let count = UInt64(presence.count(in: room))
            send(.members(ref: ref, room: room, count: count, members: presence.members(of: room)), to: id)
        case .pong(let ref): send(.pong(ref: ref, at: clock.wall), to: id)
        }
    }

    /// Makes a user who closes their account leave a group. Nobody gets the reply.
    mutating func leave(_ group: RoomName, _ author: Author) {
        submit(.append(group, author, .user, nil, after: nil, .membership(MembershipChange(author.user, .leave))), 0, 0)
    }

    /// The address of all clients.
    static let client = ClientAddress(.fileSystem, isLocal: true)

    private func origin(_ id: ConnectionID) -> Origin { Origin(table: 0, connection: id) }

    /// Adds a request to the queue, or refuses it.
    private mutating func submit(_ request: LogRequest, _ ref: UInt64, _ id: ConnectionID) {
        let identity = connections[id]?.session.identity
        let submission = Submission(
            origin: origin(id), ref: ref, client: Self.client,
            request: request.submitted(
                at: clock.wall, accounts: accountNames, namesUsers: authenticator.namesUsers
            ) { EventID.random(using: &random) },
            submitted: now)
        let refusal = submission.refusal(mayWrite: identity?.mayWrite != false) { cost in
            if let identity, case .message(let bytes) = cost { charge(bytes, to: identity.author.user) } else { nil }
        }
        if let refusal = refusal ?? queue.add(submission) {
            perform(.replied(ref: ref, submission.refused(refusal).result), id)
        }
    }

    func connections(of user: UserID) -> [ConnectionID] {
        connections.filter { $0.value.session.identity?.author.user == user }.keys.sorted()
    }

    mutating func evict(_ user: UserID, from room: RoomName) {
        for id in connections(of: user) { perform(.evicted(room), id) }
    }

    private mutating func charge(_ bytes: Int, to user: UserID) -> WireError? {
        guard let rate = configuration.rate else { return nil }
        return budgets[user, default: SendBudget(ofUser: rate)].refusal(ofMessage: bytes, at: now)
    }

    private mutating func introduce(_ hello: ClientFrame.Hello, _ ref: UInt64, _ id: ConnectionID) {
        switch authenticator.admission(ofHello: hello.token, newUser: { UserID.issued(using: &random) }) {
        case .now(let admission): perform(.introduced(ref: ref, hello, introduction(hello, admission)), id)
        case .later(let token): unadmitted.append(Unadmitted(connection: id, ref: ref, hello: hello, token: token))
        }
    }

    private mutating func renew(_ token: String, _ ref: UInt64, _ id: ConnectionID) {
        switch authenticator.admission(ofHello: token, newUser: { UserID.issued(using: &random) }) {
        case .now(let admission):
            perform(.renewed(ref: ref, admission.map(\.identity), at: clock.wall), id)
        case .later(let token): unadmitted.append(Unadmitted(connection: id, ref: ref, hello: nil, token: token))
        }
    }

    /// Asks an asynchronous authenticator about the hellos and new tokens that wait for it.
    public mutating func authenticate() async {
        while !unadmitted.isEmpty {
            let next = unadmitted.removeFirst()
            let admission = await authenticator.admission(of: next.token)
            // The connection may have ended meanwhile.
            guard connections[next.connection] != nil else { continue }
            if let hello = next.hello {
                perform(.introduced(ref: next.ref, hello, introduction(hello, admission)), next.connection)
            } else {
                let renewal = admission.map(\.identity)
                perform(.renewed(ref: next.ref, renewal, at: clock.wall), next.connection)
            }
            readOn(next.connection)
        }
    }

    private mutating func introduction(
        _ hello: ClientFrame.Hello, _ admission: Result<Admission, WireError>
    ) -> Result<Session.Introduction, WireError> {
        do throws(WireError) {
            let admission = try admission.get()
            let user = admission.identity.user
            let wish = try RequestedName(of: admission, hello: hello.name)
            let name = try wish.claim(wish.candidates(using: &random)) { look throws(WireError) in
                try presence.introduce(user, look, sharing: wish.isShared)
            }
            return .success(
                Session.Introduction(
                    admission, name: name, device: DeviceID.random(using: &random), server: "in-process",
                    limits: configuration.announced, at: clock.wall))
        } catch {
            return .failure(error)
        }
    }

    private mutating func enter(_ arrival: Session.Arrival, _ id: ConnectionID) {
        let room = arrival.room
        let notice = arrival.isNew ? presence.enter(room, arrival.author, read: arrival.read) : nil
        send(arrival.joined(count: presence.count(in: room)), to: id)
        if arrival.isNew { members[room, default: []].append(id) }
        tell(notice)
    }
}
