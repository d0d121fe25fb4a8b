import ChatWire

/// What one connection of Martlet v1 may do, and when: hello first, then rooms, then what goes on
/// in them.
///
/// A value: it knows no socket, clock or store. The connection that owns it gives it each
/// ``Input``, performs the one ``Effect`` that comes back, and then reads on or not
/// (``isReading``).
package struct Session: Sendable {
    /// Who a connection speaks for, once it has introduced itself.
    package struct Identity: Hashable, Sendable {
        package var author: Author
        package var device: DeviceID
        package var role = ServerRole.guest
        /// Whether the user may send.
        package var mayWrite = true
        /// The account's session, which can be ended.
        package var session: SessionID?
        /// Whether others may bear the name, too.
        package var sharesName = false
    }

    package enum Input: Sendable {
        case received(ClientFrame)
        /// A frame that is not a request.
        case unreadable(ref: UInt64?, WireError)
        /// What ``Effect/introduce(ref:_:)`` came to.
        case introduced(ref: UInt64, ClientFrame.Hello, Result<Introduction, WireError>)
        /// What ``Effect/renew(ref:token:)`` came to. `at`: milliseconds since 1970-01-01 UTC.
        case renewed(ref: UInt64, Result<UserIdentity, WireError>, at: Int64)
        /// A room that the hello names. It does not count for the rate of requests.
        case joinWithHello(ref: UInt64, RoomName)
        /// The committer's answer to what was submitted, or the refusal to take it.
        case replied(ref: UInt64, Reply.Result)
        /// What was asked for has been read, or why there is nothing. The connection writes the
        /// answer itself (``Effect/writeAnswer``): its bytes come encoded.
        case read(ref: UInt64, refusal: WireError?)
        /// The user may not be in the room any more.
        case evicted(RoomName)
        /// A pause begins because of what other connections of the address had refused.
        case pauseBegan
        /// A pause, also one of ``Refusals/Verdict/pause(_:)``, is over.
        case pauseEnded
        /// About once a second.
        case tick
    }

    /// The one thing to do now.
    package enum Effect: Hashable, Sendable {
        case nothing
        case reply(ServerFrame)
        /// Send the refusal, then do what the verdict says.
        case refuse(ref: UInt64?, WireError, Refusals.Verdict)
        case close(CloseCode, reason: String)
        /// Find the hello's user, claim its name, and answer with
        /// ``Input/introduced(ref:_:_:)``.
        case introduce(ref: UInt64, ClientFrame.Hello)
        /// Find the token's user, and answer with ``Input/renewed(ref:_:at:)``.
        case renew(ref: UInt64, token: String)
        /// Send the welcome, then join these rooms (``Input/joinWithHello(ref:_:)``).
        case welcome(ref: UInt64, ServerFrame.Welcome, joining: [RoomName])
        /// Submit it to the group commit, and answer with ``Input/replied(ref:_:)``.
        case submit(ref: UInt64, LogRequest)
        /// Enter the room, send ``Arrival/joined(count:)`` and subscribe.
        case enter(Arrival)
        /// Unsubscribe, leave the room and send `left`.
        ///
        /// `hasTyped`: whether the others may show that the user types there
        case leave(ref: UInt64, RoomName, Author, hasTyped: Bool = false)
        /// Unsubscribe and leave the room, and send nothing.
        case depart(RoomName, Author)
        /// Do what an administrator asks of the server, and answer with ``Input/replied(ref:_:)``.
        case administer(ref: UInt64, AdministratorRequest, by: UserID)
        /// Read for the user, and answer with ``Input/read(ref:refusal:)``.
        case read(ref: UInt64, StoreQuery, Visitor)
        /// Write what was read.
        case writeAnswer
        /// Tell the room that somebody types, or has stopped, and send `ok`.
        case tellTyping(ref: UInt64, RoomName, Author, hasStopped: Bool = false)
        case listMembers(ref: UInt64, RoomName)
        case pong(ref: UInt64)
    }

    enum Membership {
        /// `pending`: joins without an answer.
        case joining(pending: Int)
        /// `typed`: when the room was last told that this connection types; `nil` after a message.
        case subscribed(typed: Typed?)
    }

    struct Typed {
        var at: Int64
        var hasStopped = false

        /// Whether the others may still show that the user types.
        func isShown(at now: Int64) -> Bool { !hasStopped && now - at < Limits.typingShown * 1_000_000 }
    }

    /// Indirect: connections are many, and seldom have one.
    indirect enum Parked {
        case frame(ClientFrame)
    }

    package internal(set) var identity: Identity?
    /// Since when a token waits for the authenticator.
    var introducing: Int64?
    /// When the user's token expires, and whether the client was told.
    var expiry: Expiry?
    let pageEvents: Int
    let opened: Int64
    var rooms: [RoomName: Membership] = [:]
    var reading = ReadingRule()
    var unreadAnswers: UnreadAnswers
    /// For everything but mutations, which have a budget of their user's.
    var requests = TokenBucket(.ofRequests)
    /// Only a returning user can have a stored read mark.
    var isReturning = false
    /// What is being read for the client.
    var awaitedQuery: StoreQuery?
    /// A request that waits until the join of its room is answered. Nothing is read behind it.
    var parked: Parked?
    /// Whether requests about a room need a join before. Not so for a single request over HTTP.
    let joinsRooms: Bool

    /// - Parameters:
    ///   - pageEvents: events of the longest page of history
    ///   - joinsRooms: whether requests about a room need a join before
    ///   - unreadAnswerBytes: bytes of answers that may wait for the client while more is read
    ///   - now: nanoseconds of a clock that does not go back
    package init(
        pageEvents: Int = Limits.pageEvents, joinsRooms: Bool = true,
        unreadAnswerBytes: Int = Limits.unreadAnswerBytes, at now: Int64
    ) {
        self.pageEvents = pageEvents
        self.joinsRooms = joinsRooms
        unreadAnswers = UnreadAnswers(most: unreadAnswerBytes)
        opened = now
    }

    /// Whether the connection may be read further. A client that asks faster than it can be
    /// answered is held back by its own socket.
    package var isReading: Bool {
        reading.isReading && awaitedQuery == nil && parked == nil && introducing == nil
            && !unreadAnswers.areTooMany
    }

    /// An answer of so many bytes was written. It may wait for the client to read.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func wrote(answer bytes: Int, at now: @autoclosure () -> Int64) {
        unreadAnswers.add(bytes, at: now())
    }

    /// Whether the connection is to say when its socket takes bytes (``readerKeepsUp()``).
    package var awaitsReader: Bool { unreadAnswers.areTooMany }

    /// The socket takes what is written: no answer waits for long.
    package mutating func readerKeepsUp() { unreadAnswers.clear() }

    /// The request that waited for a join which has been answered now. To be given to
    /// ``handle(_:at:)`` at once.
    package mutating func takeParked() -> ClientFrame? {
        guard case .frame(let frame)? = parked, let room = frame.request.roomEntered, !isJoining(room)
        else { return nil }
        parked = nil
        return frame
    }

    /// The rooms where the others may show that this connection's user types.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    package func roomsTyped(at now: Int64) -> Set<RoomName> {
        Set(
            rooms.compactMap {
                if case .subscribed(let typed?) = $0.value, typed.isShown(at: now) { $0.key } else { nil }
            })
    }

    /// The rooms this connection is subscribed to.
    package var subscriptions: [RoomName] {
        rooms.compactMap { if case .subscribed = $0.value { $0.key } else { nil } }
    }

    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func handle(_ input: Input, at now: Int64) -> Effect {
        switch input {
        case .received(let frame): return received(frame, now)
        case .unreadable(let ref, let error): return refuse(ref, error, now)
        case .introduced(let ref, let hello, let result): return introduced(ref, hello, result, now)
        case .renewed(let ref, let result, let at): return renewed(ref, result, at, now)
        case .joinWithHello(let ref, let room): return join(room, since: nil, ref, now)
        case .replied(let ref, let result): return replied(ref, result, now)
        case .read(let ref, let refusal): return read(ref, refusal, now)
        case .evicted(let room):
            guard let identity, case .subscribed = rooms[room], !identity.role.isAboveSanctions(in: room.kind) else {
                return .nothing
            }
            rooms[room] = nil
            return .depart(room, identity.author)
        case .pauseBegan:
            reading.refusals.pauseBegan()
            return .nothing
        case .pauseEnded:
            reading.refusals.pauseEnded()
            return .nothing
        case .tick:
            return tick(now)
        }
    }

    mutating func refuse(_ ref: UInt64?, _ error: WireError, _ now: Int64) -> Effect {
        .refuse(ref: ref, error, reading.refusals.count(error, at: now))
    }

    mutating func allowed(_ effect: Effect) -> Effect {
        reading.refusals.forgive()
        return effect
    }
}
