import ChatWire

extension Session {
    mutating func received(_ frame: ClientFrame, _ now: Int64) -> Effect {
        let ref = frame.ref
        // Only of a connection whose input has ended: it is not read while it waits.
        guard introducing == nil else { return .nothing }
        if let room = frame.request.roomEntered, isJoining(room) {
            parked = .frame(frame)
            return .nothing
        }
        if let refusal = requests.refusal(of: frame.request, at: now) { return refuse(ref, refusal, now) }
        if case .hello(let hello) = frame.request { return received(hello, ref, now) }
        guard let identity else {
            let text = "Introduce yourself first: the first request is hello."
            return refuse(ref, WireError(.helloRequired, text), now)
        }
        return received(frame.request, of: identity, ref, now)
    }

    /// Takes a request that is within its rate, of a connection that has introduced itself.
    private mutating func received(
        _ request: ClientFrame.Request, of identity: Identity, _ ref: UInt64, _ now: Int64
    ) -> Effect {
        switch request {
        // It was taken before.
        case .hello: return .nothing
        case .renew(let token): return renew(token, ref, now)
        case .join(let room, let since): return join(room, since: since, ref, now)
        case .leave(let room): return leave(room, identity.author, ref, now)
        case .mutate(let room, let number, let after, let mutation):
            return append(mutation, in: room, number, after, identity, ref, now)
        case .markRead(let room, let seq): return markRead(room, identity.author, seq, ref, now)
        case .keepDraft(let room, let text):
            if let error = DraftRule.check(text, for: room) { return refuse(ref, error, now) }
            return submit(.keepDraft(room, identity.author, text), ref)
        case .history(let room, let anchor, let limit):
            guard isInside(room) else { return refuseNotJoined(room, ref, now) }
            let limit = min(limit.map { Int(clamping: $0) } ?? Limits.pageEventsDefault, pageEvents)
            return read(.history(room, anchor, limit: limit), identity, ref)
        case .rooms(let after): return read(.rooms(after: after), identity, ref)
        case .recentRooms: return read(.recentRooms, identity, ref)
        case .people(let room, let after):
            guard isInside(room) else { return refuseNotJoined(room, ref, now) }
            return read(.people(room, after: after), identity, ref)
        case .links(let room):
            guard isInside(room) else { return refuseNotJoined(room, ref, now) }
            return read(.links(room), identity, ref)
        case .directory(let search, let after):
            if let error = search.flatMap(SearchRule.check) { return refuse(ref, error, now) }
            return read(.directory(WordSearch(search ?? ""), after: after), identity, ref)
        case .search(let room, let words, let before):
            if let error = SearchRule.checkWords(words) { return refuse(ref, error, now) }
            guard isInside(room) else { return refuseNotJoined(room, ref, now) }
            return read(.search(room, WordSearch(words), before: before), identity, ref)
        case .profiles(let users): return read(.profiles(users), identity, ref)
        case .typing(let room): return type(in: room, identity.author, ref, now)
        case .stoppedTyping(let room): return stopTyping(in: room, identity.author, ref, now)
        case .here(let room):
            guard isInside(room) else { return refuseNotJoined(room, ref, now) }
            return allowed(.listMembers(ref: ref, room))
        case .report(let room, let seq, let report):
            if let error = report.check() { return refuse(ref, error, now) }
            return submit(.report(.report(report), room, seq: seq, identity.author, identity.role), ref)
        case .resolve(let room, let seq, let resolution):
            if let error = resolution.check() { return refuse(ref, error, now) }
            return submit(.report(.resolve(resolution), room, seq: seq, identity.author, identity.role), ref)
        case .reports(let room, let after): return read(.reports(room, after: after), identity, ref)
        case .held(let room, let after): return read(.held(room, after: after), identity, ref)
        case .decide(let room, let place, let decision):
            if let error = decision.check() { return refuse(ref, error, now) }
            return submit(.decide(decision, room, place: place, identity.author, identity.role), ref)
        case .actions(let room, let before): return read(.actions(room, before: before), identity, ref)
        case .serverBan(let ban):
            if let error = ban.check() { return refuse(ref, error, now) }
            return administer(.ban(ban), identity, ref, now)
        case .serverUnban(let subject): return administer(.unban(subject), identity, ref, now)
        case .serverBans(let after): return administer(.bans(after: after), identity, ref, now)
        case .ping: return allowed(.pong(ref: ref))
        }
    }

    private mutating func administer(
        _ request: AdministratorRequest, _ identity: Identity, _ ref: UInt64, _ now: Int64
    ) -> Effect {
        guard identity.role == .administrator else {
            return refuse(ref, WireError(.notAllowed, "Only administrators of this server may do that."), now)
        }
        reading.submitted()
        return allowed(.administer(ref: ref, request, by: identity.author.user))
    }

    mutating func join(_ room: RoomName, since: Position?, _ ref: UInt64, _ now: Int64) -> Effect {
        guard let identity else { return .nothing }
        switch rooms[room] {
        case .subscribed: break
        case .joining(let pending): rooms[room] = .joining(pending: pending + 1)
        case nil:
            guard rooms.count < Limits.roomsPerConnection else {
                let text = "A connection can be in \(Limits.roomsPerConnection) rooms; leave one first."
                return refuse(ref, WireError(.tooManyRooms, text), now)
            }
            rooms[room] = .joining(pending: 1)
        }
        return submit(.join(room, since: since, visitor(identity)), ref)
    }

    private mutating func leave(_ room: RoomName, _ author: Author, _ ref: UInt64, _ now: Int64) -> Effect {
        guard case .subscribed(let typed) = rooms.removeValue(forKey: room) else {
            return allowed(.reply(.left(ref: ref, room: room)))
        }
        return allowed(.leave(ref: ref, room, author, hasTyped: typed?.isShown(at: now) == true))
    }

    private mutating func append(
        _ mutation: Mutation, in room: RoomName, _ number: UInt64?, _ after: UInt64?, _ identity: Identity,
        _ ref: UInt64, _ now: Int64
    ) -> Effect {
        if let error = mutation.check() ?? Self.refusal(of: number, after: after) { return refuse(ref, error, now) }
        guard let mutation = mutation.withKnownEmoji else { return refuse(ref, .unknownEmoji, now) }
        // A pending join counts: clients may pipeline requests behind it. Who may not enter is
        // refused by the store. A room that is to be made, or to be joined, can't be entered yet.
        guard !mutation.needsJoin || isInside(room) else { return refuseNotJoined(room, ref, now) }
        // The message ends what the others show, so what is typed next is told at once.
        if case .message = mutation, case .subscribed = rooms[room] { rooms[room] = .subscribed(typed: nil) }
        let key = number.map { IdempotencyKey(device: identity.device, number: $0) }
        return submit(.append(room, identity.author, identity.role, key, after: after, mutation), ref)
    }

    private mutating func markRead(
        _ room: RoomName, _ author: Author, _ seq: Seq, _ ref: UInt64, _ now: Int64
    ) -> Effect {
        guard isInside(room) else { return refuseNotJoined(room, ref, now) }
        // From now on there is a mark to ask for.
        isReturning = true
        return submit(.markRead(room, author, seq: seq), ref)
    }

    private mutating func read(_ query: StoreQuery, _ identity: Identity, _ ref: UInt64) -> Effect {
        awaitedQuery = query
        var visitor = visitor(identity)
        if query.countsMentions { visitor.name = identity.author.name }
        return allowed(.read(ref: ref, query, visitor))
    }

    /// What was read is not written to somebody who has lost the room meanwhile.
    mutating func read(_ ref: UInt64, _ refusal: WireError?, _ now: Int64) -> Effect {
        let room = awaitedQuery?.room
        awaitedQuery = nil
        if let refusal { return refuse(ref, refusal, now) }
        if let room, !isInside(room) { return refuseNotJoined(room, ref, now) }
        return .writeAnswer
    }

    private func visitor(_ identity: Identity) -> Visitor {
        Visitor(identity.author.user, identity.role, mayHaveMark: isReturning)
    }

    private func isInside(_ room: RoomName) -> Bool { !joinsRooms || rooms[room] != nil }

    func isJoining(_ room: RoomName) -> Bool {
        if case .joining = rooms[room] { true } else { false }
    }

    /// A room is told at most once in ``Limits/typingInterval`` and after each message.
    private mutating func type(in room: RoomName, _ author: Author, _ ref: UInt64, _ now: Int64) -> Effect {
        guard isInside(room) else { return refuseNotJoined(room, ref, now) }
        if identity?.mayWrite == false { return refuse(ref, .guestsReadOnly, now) }
        guard case .subscribed(let last) = rooms[room],
            last.map({ now - $0.at > Limits.typingInterval * 1_000_000 }) ?? true
        else { return allowed(.reply(.ok(ref: ref))) }
        rooms[room] = .subscribed(typed: Typed(at: now))
        return allowed(.tellTyping(ref: ref, room, author))
    }

    /// Tells the room if it was told of typing, and not that the typing has ended. So it is not
    /// told more often than of typing.
    private mutating func stopTyping(in room: RoomName, _ author: Author, _ ref: UInt64, _ now: Int64) -> Effect {
        guard isInside(room) else { return refuseNotJoined(room, ref, now) }
        guard case .subscribed(let last?) = rooms[room], last.isShown(at: now) else {
            return allowed(.reply(.ok(ref: ref)))
        }
        rooms[room] = .subscribed(typed: Typed(at: last.at, hasStopped: true))
        return allowed(.tellTyping(ref: ref, room, author, hasStopped: true))
    }

    private mutating func submit(_ request: LogRequest, _ ref: UInt64) -> Effect {
        reading.submitted()
        return allowed(.submit(ref: ref, request))
    }

    private mutating func refuseNotJoined(_ room: RoomName, _ ref: UInt64, _ now: Int64) -> Effect {
        refuse(ref, WireError(.notJoined, "Join the room \(room.text) first."), now)
    }

    private static func refusal(of number: UInt64?, after: UInt64?) -> WireError? {
        guard let after else { return nil }
        guard let number, after < number else {
            return WireError(.badRequest, "The key \"after\" must be lower than \"number\", which must be there.")
        }
        return nil
    }
}

extension ClientFrame.Request {
    /// The room that the connection must be in, and about which it learns something from the
    /// answer: such a request waits until the join is answered. Mutations don't: the store decides
    /// about them, behind the join. Reports and the moderation log need no join: whether the user
    /// may read them is decided when they are read.
    var roomEntered: RoomName? {
        switch self {
        case .history(let room, _, _), .people(let room, _), .links(let room), .typing(let room),
            .stoppedTyping(let room), .here(let room), .markRead(let room, _), .search(let room, _, _):
            room
        case .hello, .renew, .join, .leave, .mutate, .keepDraft, .rooms, .recentRooms, .profiles, .directory, .report,
            .reports,
            .resolve, .held, .decide, .actions, .serverBan, .serverUnban, .serverBans, .ping:
            nil
        }
    }
}
