import ChatWire

/// What one connection of Martlet v1 may do, and when: hello first, then rooms, then what goes on in them.
///
/// A value: it knows no socket, clock or store. The connection that owns it performs the ``Effect``.
public struct Session: Sendable {
    /// Who a connection speaks for, once it has introduced itself.
    public struct Identity: Hashable, Sendable {
        public var author: Author
        public var device: DeviceID

        public init(author: Author, device: DeviceID) {
            self.author = author
            self.device = device
        }
    }

    public enum Input: Sendable {
        case received(ClientFrame)
        case unreadable(ref: UInt64?, WireError)
        case introduced(Identity)
        /// The room's head is known; the join can be completed.
        case joinReady(RoomName)
        /// A refusal decided elsewhere (the name is taken, the rate is exceeded, …).
        case refused(ref: UInt64, WireError)
    }

    /// The one thing to do now.
    public enum Effect: Hashable, Sendable {
        case nothing
        case reply(ServerFrame)
        /// Reply, then close.
        case close(CloseCode, ServerFrame)
        case introduce(ref: UInt64, ClientFrame.Hello)
        /// Find the room's head, say ``Input/joinReady(_:)``, and subscribe if told to.
        case join(ref: UInt64, RoomName, since: Position?)
        case subscribe(RoomName)
        case leave(ref: UInt64, RoomName)
        case append(ref: UInt64, RoomName, number: UInt64?, after: UInt64?, Mutation)
        case markRead(ref: UInt64, RoomName, seq: UInt64)
        case history(ref: UInt64, RoomName, HistoryAnchor, limit: Int)
        case tellTyping(ref: UInt64, RoomName)
        case listMembers(ref: UInt64, RoomName)
        case pong(ref: UInt64)
    }

    private enum Membership {
        case joining
        case subscribed
    }

    public private(set) var identity: Identity?
    private var rooms: [RoomName: Membership] = [:]
    private var strikes = Strikes()

    public init() {}

    /// The rooms this connection is subscribed to.
    public var subscriptions: [RoomName] {
        rooms.compactMap { $0.value == .subscribed ? $0.key : nil }
    }

    public mutating func handle(_ input: Input) -> Effect {
        switch input {
        case .received(let frame): received(frame)
        case .unreadable(let ref, let error): refuse(ref, error)
        case .introduced(let identity): introduced(identity)
        case .joinReady(let room): joinReady(room)
        case .refused(let ref, let error): refuse(ref, error)
        }
    }

    private mutating func introduced(_ identity: Identity) -> Effect {
        self.identity = identity
        return .nothing
    }

    private mutating func joinReady(_ room: RoomName) -> Effect {
        // It may have left while its join was under way.
        guard rooms[room] != nil else { return .nothing }
        rooms[room] = .subscribed
        return .subscribe(room)
    }

    private mutating func received(_ frame: ClientFrame) -> Effect {
        if case .hello(let hello) = frame.request { return received(hello, frame.ref) }
        guard identity != nil else {
            return refuse(frame.ref, WireError(.helloRequired, "Introduce yourself first: the first request is hello."))
        }
        switch frame.request {
        case .hello: return .nothing
        case .join(let room, let since): return join(room, since: since, frame.ref)
        case .leave(let room): return leave(room, frame.ref)
        case .ping: return allowed(.pong(ref: frame.ref))
        case .mutate(let room, let number, let after, let mutation):
            if let error = mutation.check() ?? turn(number, after: after) { return refuse(frame.ref, error) }
            return inside(room, frame.ref, .append(ref: frame.ref, room, number: number, after: after, mutation))
        case .markRead(let room, let seq): return inside(room, frame.ref, .markRead(ref: frame.ref, room, seq: seq))
        case .history(let room, let anchor, let limit):
            let limit = min(limit ?? UInt64(Limits.pageEventsDefault), UInt64(Limits.pageEvents))
            return inside(room, frame.ref, .history(ref: frame.ref, room, anchor, limit: Int(limit)))
        // Until the join completes there is nobody to notify.
        case .typing(let room) where rooms[room] == .joining: return allowed(.reply(.ok(ref: frame.ref)))
        case .typing(let room): return inside(room, frame.ref, .tellTyping(ref: frame.ref, room))
        case .here(let room): return inside(room, frame.ref, .listMembers(ref: frame.ref, room))
        }
    }

    private mutating func received(_ hello: ClientFrame.Hello, _ ref: UInt64) -> Effect {
        guard identity == nil else {
            return refuse(ref, WireError(.alreadyIntroduced, "This connection has already introduced itself."))
        }
        guard hello.version == 1 else {
            return refuse(ref, WireError(.versionUnsupported, "This server speaks version 1 of the protocol."))
        }
        if let name = hello.name, let error = NameRule.refusal(of: name) { return refuse(ref, error) }
        return allowed(.introduce(ref: ref, hello))
    }

    private mutating func join(_ room: RoomName, since: Position?, _ ref: UInt64) -> Effect {
        if rooms[room] == nil {
            guard rooms.count < Limits.roomsPerConnection else {
                let text = "A connection can be in \(Limits.roomsPerConnection) rooms; leave one first."
                return refuse(ref, WireError(.tooManyRooms, text))
            }
            rooms[room] = .joining
        }
        return allowed(.join(ref: ref, room, since: since))
    }

    private mutating func leave(_ room: RoomName, _ ref: UInt64) -> Effect {
        guard let membership = rooms.removeValue(forKey: room), membership == .subscribed else {
            return allowed(.reply(.left(ref: ref, room: room)))
        }
        return allowed(.leave(ref: ref, room))
    }

    private func turn(_ number: UInt64?, after: UInt64?) -> WireError? {
        guard let after else { return nil }
        guard let number, after < number else {
            return WireError(.badRequest, "The key \"after\" must be lower than \"number\", which must be there.")
        }
        return nil
    }

    private mutating func inside(_ room: RoomName, _ ref: UInt64, _ effect: Effect) -> Effect {
        // A pending join counts: clients may pipeline requests behind it.
        guard rooms[room] != nil else {
            return refuse(ref, WireError(.notJoined, "Join the room \(room.text) first."))
        }
        return allowed(effect)
    }

    private mutating func allowed(_ effect: Effect) -> Effect {
        strikes.forgive()
        return effect
    }

    private mutating func refuse(_ ref: UInt64?, _ error: WireError) -> Effect {
        let reply = ServerFrame.error(ref: ref, error)
        return strikes.count(error) ? .close(.tooManyRefusals, reply) : .reply(reply)
    }
}
