import ChatWire

extension Session {
    mutating func received(_ frame: ClientFrame, _ now: Int64) -> Effect {
        let ref = frame.ref
        // A mutation is charged to its user's budget, when it is submitted.
        if !frame.request.isMutation {
            if let wait = requests.wait(at: now) {
                let text = "Too many requests; try again in \(wait) ms."
                return refuse(ref, WireError(.rateLimited, text, retry: wait), now)
            }
            requests.spend(frame.request.cost, at: now)
        }
        if case .hello(let hello) = frame.request { return received(hello, ref, now) }
        guard let identity else {
            let text = "Introduce yourself first: the first request is hello."
            return refuse(ref, WireError(.helloRequired, text), now)
        }
        switch frame.request {
        case .hello: return .nothing
        case .join(let room, let since): return join(room, since: since, ref, now)
        case .leave(let room): return leave(room, identity.author, ref)
        case .mutate(let room, let number, let after, let mutation):
            return append(mutation, in: room, number, after, identity, ref, now)
        case .markRead(let room, let seq): return markRead(room, identity.author, seq, ref, now)
        case .history(let room, let anchor, let limit):
            return history(room, anchor, limit, identity.author.user, ref, now)
        case .typing(let room): return type(in: room, identity.author, ref, now)
        case .here(let room):
            guard rooms[room] != nil else { return refuseNotJoined(room, ref, now) }
            return allowed(.listMembers(ref: ref, room))
        case .ping: return allowed(.pong(ref: ref))
        }
    }

    mutating func join(_ room: RoomName, since: Position?, _ ref: UInt64, _ now: Int64) -> Effect {
        if rooms[room] == nil {
            guard rooms.count < Limits.roomsPerConnection else {
                let text = "A connection can be in \(Limits.roomsPerConnection) rooms; leave one first."
                return refuse(ref, WireError(.tooManyRooms, text), now)
            }
            rooms[room] = .joining
        }
        return submit(.join(ref: ref, room, since: since, markOf: isReturning ? identity?.author.user : nil))
    }

    private mutating func leave(_ room: RoomName, _ author: Author, _ ref: UInt64) -> Effect {
        guard case .subscribed = rooms.removeValue(forKey: room) else {
            return allowed(.reply(.left(ref: ref, room: room)))
        }
        return allowed(.leave(ref: ref, room, author))
    }

    private mutating func append(
        _ mutation: Mutation, in room: RoomName, _ number: UInt64?, _ after: UInt64?, _ identity: Identity,
        _ ref: UInt64, _ now: Int64
    ) -> Effect {
        if let error = mutation.check() ?? Self.refusal(of: number, after: after) { return refuse(ref, error, now) }
        // A pending join counts: clients may pipeline requests behind it.
        guard rooms[room] != nil else { return refuseNotJoined(room, ref, now) }
        let key = number.map { IdempotencyKey(device: identity.device, number: $0) }
        return submit(.append(ref: ref, room, identity.author, key, after: after, mutation))
    }

    private mutating func markRead(
        _ room: RoomName, _ author: Author, _ seq: UInt64, _ ref: UInt64, _ now: Int64
    ) -> Effect {
        guard rooms[room] != nil else { return refuseNotJoined(room, ref, now) }
        // From now on there is a mark to ask for.
        isReturning = true
        return submit(.markRead(ref: ref, room, author, seq: seq))
    }

    private mutating func history(
        _ room: RoomName, _ anchor: HistoryAnchor, _ limit: UInt64?, _ user: UserID, _ ref: UInt64, _ now: Int64
    ) -> Effect {
        guard rooms[room] != nil else { return refuseNotJoined(room, ref, now) }
        awaitsHistory = true
        let limit = min(limit.map { Int(clamping: $0) } ?? Limits.pageEventsDefault, pageEvents)
        return allowed(.history(ref: ref, room, anchor, limit: limit, user))
    }

    /// A room is told at most once in ``Limits/typingInterval``. Until the join completes there is
    /// nobody to tell.
    private mutating func type(in room: RoomName, _ author: Author, _ ref: UInt64, _ now: Int64) -> Effect {
        guard let membership = rooms[room] else { return refuseNotJoined(room, ref, now) }
        guard case .subscribed(let last) = membership,
            last.map({ now - $0 > Limits.typingInterval * 1_000_000 }) ?? true
        else { return allowed(.reply(.ok(ref: ref))) }
        rooms[room] = .subscribed(typed: now)
        return allowed(.tellTyping(ref: ref, room, author))
    }

    private mutating func submit(_ effect: Effect) -> Effect {
        reading.submitted()
        return allowed(effect)
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
