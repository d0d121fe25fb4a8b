import ChatRooms
import ChatWire
import Testing

@Suite struct SessionTests {
    private var session = Session(at: 0)
    /// Monotonic nanoseconds.
    private var now: Int64 = 0
    private static let epoch = Epoch(1).unsafelyUnwrapped
    private static func head(_ seq: Seq) -> Position { Position(epoch: epoch, seq: seq) }
    private let room = RoomName.lobby
    private let ann = Author(user: .issued(), name: "ann")
    private var newcomer: Visitor { Visitor(ann.user, .guest, mayHaveMark: false) }
    private let device = DeviceID.random()

    private mutating func handle(_ input: Session.Input) -> Session.Effect { session.handle(input, at: now) }

    private mutating func ask(_ request: ClientFrame.Request, ref: UInt64 = 1) -> Session.Effect {
        handle(.received(ClientFrame(ref: ref, request: request)))
    }

    @discardableResult
    private mutating func introduce(
        _ hello: ClientFrame.Hello = .init(), isReturning: Bool = false, role: ServerRole = .guest,
        mayWrite: Bool = true
    ) -> Session.Effect {
        let introduction = Session.Introduction(
            author: ann, role: role, token: "token", isReturning: isReturning, mayWrite: mayWrite, device: device,
            server: "test", at: 5)
        return handle(.introduced(ref: 1, hello, .success(introduction)))
    }

    private mutating func enter(_ room: RoomName) {
        _ = ask(.join(room: room, since: nil))
        _ = handle(.replied(ref: 1, .joinReady(room: room, head: Self.head(0), since: nil, read: nil, nil)))
    }

    private mutating func answer(_ ref: UInt64 = 1) {
        _ = handle(.replied(ref: ref, .marked))
    }

    private func code(_ effect: Session.Effect) -> WireError.Code? {
        if case .refuse(_, let error, _) = effect { error.code } else { nil }
    }

    private func send(_ number: UInt64, after: UInt64? = nil, _ mutation: Mutation = .message(text: "x"))
        -> Session.Effect
    {
        .submit(
            ref: 1,
            .append(room, ann, .guest, IdempotencyKey(device: device, number: number), after: after, mutation))
    }

    @Test mutating func `a client that does not read its answers is not read, and closed in the end`() {
        introduce()
        session.wrote(answer: Limits.unreadAnswerBytes - 1, at: now)
        session.wrote(answer: 1, at: now)
        #expect(session.isReading && !session.awaitsReader)
        session.wrote(answer: 1, at: now)
        #expect(!session.isReading && session.awaitsReader)
        now += Limits.unreadAnswerDeadline * 1_000_000 - 1
        // More of it gives no more time.
        session.wrote(answer: 1_000, at: now)
        #expect(handle(.tick) == .nothing)
        now += 1
        guard case .close(.tooSlow, _) = handle(.tick) else { return #expect(Bool(false)) }
        session.readerKeepsUp()
        #expect(session.isReading && !session.awaitsReader)
        #expect(handle(.tick) == .nothing)
        session.wrote(answer: Limits.unreadAnswerBytes, at: now)
        #expect(session.isReading)
        session.wrote(answer: .max, at: now)
        #expect(!session.isReading)
    }

    @Test mutating func `everything but hello is refused before hello`() {
        let requests: [ClientFrame.Request] = [
            .join(room: room, since: nil), .leave(room: room), .mutate(room: room, number: 1, .message(text: "x")),
            .mutate(room: room, number: 1, .edit(of: 1, text: "x")), .mutate(room: room, number: 1, .delete(of: 1)),
            .mutate(room: room, number: 1, .react(of: 1, emoji: "👍", on: true)), .markRead(room: room, seq: 1),
            .history(room: room, anchor: .newest, limit: nil), .typing(room: room), .here(room: room), .ping,
            .renew(token: "token"), .stoppedTyping(room: room),
        ]
        for request in requests { #expect(code(ask(request)) == .helloRequired) }
    }

    @Test mutating func `a second hello is refused`() {
        introduce()
        #expect(code(ask(.hello(.init(name: "bob")))) == .alreadyIntroduced)
    }

    @Test mutating func `another version is refused`() {
        #expect(code(ask(.hello(.init(version: 2)))) == .versionUnsupported)
    }

    @Test mutating func `a hello without a name is let through, one with a bad name is not`() {
        #expect(code(ask(.hello(.init(name: "admin")))) == .nameReserved)
        #expect(ask(.hello(.init()), ref: 9) == .introduce(ref: 9, .init()))
    }

    @Test mutating func `nothing is read while a hello waits for the authenticator`() {
        #expect(ask(.hello(.init(token: "slow"))) == .introduce(ref: 1, .init(token: "slow")))
        #expect(!session.isReading)
        // What arrived with the end of the input is dropped with the connection.
        #expect(ask(.ping) == .nothing)
        introduce(isReturning: true)
        #expect(session.isReading)
        #expect(ask(.ping) == .pong(ref: 1))
    }

    @Test mutating func `a refused hello is read on, and may be followed by another`() {
        _ = ask(.hello(.init(token: "old")))
        let refusal = WireError(.tokenRefused, "no")
        #expect(code(handle(.introduced(ref: 1, .init(), .failure(refusal)))) == .tokenRefused)
        #expect(session.isReading)
        #expect(ask(.hello(.init()), ref: 2) == .introduce(ref: 2, .init()))
    }

    @Test mutating func `an authenticator that does not answer costs its connection alone`() {
        _ = ask(.hello(.init(token: "slow")))
        now = Limits.authenticationDeadline * 1_000_000
        #expect(handle(.tick) == .nothing)
        now += 1
        guard case .close(.helloMissing, _) = handle(.tick) else { return #expect(Bool(false)) }
    }

    @Test mutating func `a connection ends with its token`() {
        let introduction = Session.Introduction(
            author: ann, role: .user, token: "token", isReturning: true, expires: 1_005, device: device,
            server: "test", at: 5)
        _ = handle(.introduced(ref: 1, .init(), .success(introduction)))
        now = 999_999_999
        #expect(handle(.tick) == .reply(.expiring(at: 1_005)))
        #expect(handle(.tick) == .nothing)
        now += 1
        #expect(handle(.tick) == .close(.tokenExpired, reason: "the token has expired; get a new one"))
    }

    private mutating func introduce(expires: Int64) {
        let introduction = Session.Introduction(
            author: ann, role: .user, token: "token", isReturning: true, expires: expires, device: device,
            server: "test", at: 5)
        _ = handle(.introduced(ref: 1, .init(), .success(introduction)))
    }

    @Test mutating func `a client is asked for a newer token once, a minute before the end`() {
        introduce(expires: 100_005)
        now = (100_000 - Limits.tokenNotice) * 1_000_000 - 1
        #expect(handle(.tick) == .nothing)
        now += 1
        #expect(handle(.tick) == .reply(.expiring(at: 100_005)))
        #expect(handle(.tick) == .nothing)
    }

    @Test mutating func `a newer token that is not one of this server's is to be replaced, and not left out`() {
        introduce(expires: 100_005)
        _ = ask(.renew(token: "x"), ref: 7)
        guard case .refuse(7, let error, _) = handle(.renewed(ref: 7, .failure(.unknownToken), at: 5)) else {
            return #expect(Bool(false))
        }
        #expect(error.code == .tokenRefused && error.text == "This token is not one of this server's; get a new one.")
        #expect(session.isReading)
    }

    @Test mutating func `a newer token of the same user counts, and nothing is read until it is checked`() {
        introduce(expires: 100_005)
        now = 99_999_000_000
        #expect(ask(.renew(token: "new"), ref: 7) == .renew(ref: 7, token: "new"))
        #expect(!session.isReading)
        let renewed = UserIdentity(
            user: ann.user, name: "anna", role: .administrator, mayWrite: false, expires: 300_004)
        #expect(handle(.renewed(ref: 7, .success(renewed), at: 100_004)) == .reply(.ok(ref: 7)))
        #expect(session.isReading)
        #expect(session.identity?.role == .administrator && session.identity?.mayWrite == false)
        #expect(session.identity?.author == ann)
        now = 239_998_999_999
        #expect(handle(.tick) == .nothing)
        now += 1
        #expect(handle(.tick) == .reply(.expiring(at: 300_004)))
        now = 299_998_999_999
        #expect(handle(.tick) == .nothing)
        now += 1
        guard case .close(.tokenExpired, _) = handle(.tick) else { return #expect(Bool(false)) }
    }

    @Test mutating func `a newer token that takes rights away ends the connection`() {
        introduce(expires: 100_005)
        let lesser = UserIdentity(user: ann.user, name: "ann", role: .guest)
        _ = ask(.renew(token: "lesser"), ref: 7)
        // A room from which an administrator is banned keeps them; the next join asks again.
        guard case .close(.roleLowered, _) = handle(.renewed(ref: 7, .success(lesser), at: 5)) else {
            return #expect(Bool(false))
        }
        #expect(CloseCode.roleLowered.advice == .reconnect)
    }

    @Test mutating func `another user's token, or none, changes nothing`() {
        introduce(expires: 100_005)
        #expect(ask(.renew(token: "other"), ref: 7) == .renew(ref: 7, token: "other"))
        let other = UserIdentity(user: .issued(), role: .administrator)
        #expect(code(handle(.renewed(ref: 7, .success(other), at: 5))) == .tokenRefused)
        _ = ask(.renew(token: "wrong"), ref: 8)
        let refusal = WireError(.tokenRefused, "no")
        #expect(code(handle(.renewed(ref: 8, .failure(refusal), at: 5))) == .tokenRefused)
        #expect(session.identity?.role == .user)
        now = 100_000_000_000
        guard case .close(.tokenExpired, _) = handle(.tick) else { return #expect(Bool(false)) }
    }

    @Test mutating func `a new token that nobody checks costs its connection alone`() {
        introduce()
        _ = ask(.renew(token: "slow"))
        now = Limits.authenticationDeadline * 1_000_000 + 1
        guard case .close(.helloMissing, _) = handle(.tick) else { return #expect(Bool(false)) }
    }

    @Test mutating func `a connection ends with its token also while a new one is checked`() {
        introduce(expires: 1_005)
        now = 999_999_999
        _ = ask(.renew(token: "slow"))
        guard case .nothing = handle(.tick) else { return #expect(Bool(false)) }
        now += 1
        guard case .close(.tokenExpired, _) = handle(.tick) else { return #expect(Bool(false)) }
    }

    @Test mutating func `what happens in a room is for those who joined it`() {
        introduce()
        #expect(code(ask(.mutate(room: room, number: 1, .message(text: "x")))) == .notJoined)
        #expect(code(ask(.history(room: room, anchor: .newest, limit: nil))) == .notJoined)
        enter(room)
        #expect(
            ask(.mutate(room: room, number: 1, .message(text: "x")))
                == send(1))
        #expect(ask(.leave(room: room)) == .leave(ref: 1, room, ann))
        #expect(code(ask(.mutate(room: room, number: 2, .message(text: "x")))) == .notJoined)
    }

    @Test mutating func `what asks about a room waits for its join, and nothing is read behind it`() throws {
        introduce()
        _ = ask(.join(room: room, since: nil))
        #expect(ask(.typing(room: room), ref: 2) == .nothing)
        #expect(!session.isReading)
        let early = session.takeParked()
        #expect(early == nil)
        _ = handle(.replied(ref: 1, .joinReady(room: room, head: Self.head(0), since: nil, read: nil, nil)))
        let taken = session.takeParked()
        let parked = try #require(taken)
        #expect(session.isReading)
        #expect(handle(.received(parked)) == .tellTyping(ref: 2, room, ann))
    }

    @Test mutating func `what waits for a join that is refused is refused`() throws {
        introduce()
        _ = ask(.join(room: room, since: nil))
        #expect(ask(.history(room: room, anchor: .newest, limit: nil)) == .nothing)
        #expect(code(handle(.replied(ref: 1, .joinRefused(room, .noSuchRoom)))) == .noSuchRoom)
        let taken = session.takeParked()
        let parked = try #require(taken)
        #expect(code(handle(.received(parked))) == .notJoined)
    }

    @Test mutating func `a page is not written to somebody who has lost the room meanwhile`() {
        introduce()
        enter(room)
        _ = ask(.history(room: room, anchor: .newest, limit: nil))
        #expect(handle(.evicted(room)) == .depart(room, ann))
        #expect(code(handle(.read(ref: 1, refusal: nil))) == .notJoined)
        #expect(handle(.evicted(room)) == .nothing)
    }

    @Test mutating func `an administrator is not put out of an open room, but out of a group`() throws {
        introduce(role: .administrator)
        let group = try #require(RoomName("g-00000000000000000000000001"))
        for room in [room, group] { enter(room) }
        #expect(handle(.evicted(room)) == .nothing)
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
        #expect(handle(.evicted(group)) == .depart(group, ann))
    }

    @Test mutating func `a guest who only reads tells nobody that they type`() {
        introduce(mayWrite: false)
        enter(room)
        #expect(code(ask(.typing(room: room))) == .guestsReadOnly)
    }

    @Test mutating func `held messages are seen and decided about without a join`() {
        let decision = HeldDecision(.publish, note: "fine")
        #expect(code(ask(.decide(room: room, place: 9, decision))) == .helloRequired)
        introduce()
        #expect(
            ask(.decide(room: room, place: 9, decision))
                == .submit(ref: 1, .decide(decision, room, place: 9, ann, .guest)))
        answer()
        #expect(code(ask(.decide(room: room, place: 9, HeldDecision(.publish, note: "a\nb")))) == .report)
        guard case .read(ref: 1, .held(nil, after: 3), _) = ask(.held(room: nil, after: 3)) else {
            return #expect(Bool(false), "it is not read")
        }
        #expect(!session.isReading)
    }

    @Test mutating func `rooms are made, and invitations accepted, without a join`() {
        introduce()
        let change = Mutation.membership(MembershipChange(ann.user, .join))
        for mutation in [Mutation.settings(SettingsChange(title: "Tea")), change] {
            #expect(ask(.mutate(room: room, number: 1, mutation)) == send(1, mutation))
        }
    }

    @Test mutating func `a room is told of typing once a second, and every request is answered`() throws {
        introduce()
        enter(room)
        let other = try #require(RoomName("other"))
        enter(other)
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
        #expect(ask(.typing(room: other)) == .tellTyping(ref: 1, other, ann))
        now = Limits.typingInterval * 1_000_000
        #expect(ask(.typing(room: room), ref: 2) == .reply(.ok(ref: 2)))
        now += 1
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
    }

    @Test mutating func `what is typed after a message is told at once`() throws {
        introduce()
        enter(room)
        let other = try #require(RoomName("other"))
        enter(other)
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
        #expect(ask(.typing(room: other)) == .tellTyping(ref: 1, other, ann))
        #expect(ask(.mutate(room: room, number: 1, .message(text: "x"))) == send(1))
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
        // Nothing was said in the other room.
        #expect(ask(.typing(room: other)) == .reply(.ok(ref: 1)))
    }

    @Test mutating func `a room is told once that somebody has stopped typing, if it may show that they type`() {
        let stopped = Session.Effect.tellTyping(ref: 1, room, ann, hasStopped: true)
        let ok = Session.Effect.reply(.ok(ref: 1))
        introduce()
        #expect(code(ask(.stoppedTyping(room: room))) == .notJoined)
        enter(room)
        #expect(ask(.stoppedTyping(room: room)) == ok)
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
        #expect(session.roomsTyped(at: now) == [room])
        #expect(ask(.stoppedTyping(room: room)) == stopped)
        #expect(session.roomsTyped(at: now).isEmpty)
        // Whoever goes on and off tells a room no more often.
        for _ in 0..<100 {
            #expect(ask(.stoppedTyping(room: room)) == ok)
            #expect(ask(.typing(room: room)) == ok)
        }
        now = Limits.typingInterval * 1_000_000 + 1
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
        now += Limits.typingShown * 1_000_000
        #expect(ask(.stoppedTyping(room: room)) == ok)
        #expect(session.roomsTyped(at: now).isEmpty)
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
        #expect(ask(.mutate(room: room, number: 1, .message(text: "x"))) == send(1))
        #expect(ask(.stoppedTyping(room: room)) == ok)
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room, ann))
        #expect(ask(.leave(room: room)) == .leave(ref: 1, room, ann, hasTyped: true))
    }

    @Test mutating func `a send right behind its join need not wait for the answer`() {
        introduce()
        #expect(ask(.join(room: room, since: nil)) == .submit(ref: 1, .join(room, since: nil, newcomer)))
        #expect(ask(.mutate(room: room, number: 1, .message(text: "x"))) == send(1))
    }

    @Test mutating func `a room left while its join was under way is not subscribed to`() {
        introduce()
        _ = ask(.join(room: room, since: nil))
        #expect(ask(.leave(room: room)) == .reply(.left(ref: 1, room: room)))
        let ready = handle(.replied(ref: 7, .joinReady(room: room, head: Self.head(0), since: nil, read: nil, nil)))
        #expect(ready == .reply(.left(ref: 7, room: room)))
        #expect(session.subscriptions.isEmpty)
    }

    @Test mutating func `a room that is joined again is told, but not entered again`() throws {
        introduce()
        for isNew in [true, false] {
            _ = ask(.join(room: room, since: nil))
            let effect = handle(.replied(ref: 3, .joinReady(room: room, head: Self.head(8), since: nil, read: 7, nil)))
            guard case .enter(let arrival) = effect else { throw Unexpected(effect: effect) }
            #expect(arrival.isNew == isNew)
            #expect(
                arrival.joined(count: 2)
                    == .joined(ref: 3, .init(room: room, epoch: Self.epoch, head: 8, count: 2, read: 7)))
        }
        #expect(session.subscriptions == [room])
    }

    @Test(
        arguments: [
            (nil, false), (Position(epoch: epoch, seq: 0), false), (Position(epoch: epoch, seq: 8), false),
            (Position(epoch: epoch, seq: 9), true), (Position(epoch: Epoch(2).unsafelyUnwrapped, seq: 1), true),
        ] as [(Position?, Bool)])
    mutating func `a position of another epoch or beyond the head is a reset`(
        _ since: Position?, _ reset: Bool
    ) throws {
        introduce()
        _ = ask(.join(room: room, since: since))
        let effect = handle(.replied(ref: 1, .joinReady(room: room, head: Self.head(8), since: since, read: nil, nil)))
        guard case .enter(let arrival) = effect else { throw Unexpected(effect: effect) }
        #expect(arrival.reset == reset)
    }

    @Test mutating func `a read mark is asked for only if the user has returned or has set one`() {
        introduce()
        #expect(ask(.join(room: room, since: nil)) == .submit(ref: 1, .join(room, since: nil, newcomer)))
        _ = handle(.replied(ref: 1, .joinReady(room: room, head: Self.head(3), since: nil, read: nil, nil)))
        #expect(ask(.markRead(room: room, seq: 3)) == .submit(ref: 1, .markRead(room, ann, seq: 3)))
        #expect(
            ask(.join(room: room, since: nil)) == .submit(ref: 1, .join(room, since: nil, Visitor(ann.user, .guest))))
        session = Session(at: 0)
        introduce(isReturning: true)
        #expect(
            ask(.join(room: room, since: nil)) == .submit(ref: 1, .join(room, since: nil, Visitor(ann.user, .guest))))
    }

    @Test mutating func `leaving a room that is not joined is answered all the same`() {
        introduce()
        #expect(ask(.leave(room: room)) == .reply(.left(ref: 1, room: room)))
    }

    @Test mutating func `the last room allowed is joined, the one after it is not`() throws {
        introduce()
        for number in 1...Limits.roomsPerConnection {
            let name = try #require(RoomName("room-\(number)"))
            #expect(ask(.join(room: name, since: nil)) == .submit(ref: 1, .join(name, since: nil, newcomer)))
        }
        #expect(code(ask(.join(room: room, since: nil))) == .tooManyRooms)
        let first = try #require(RoomName("room-1"))
        #expect(ask(.join(room: first, since: nil)) == .submit(ref: 1, .join(first, since: nil, newcomer)))
    }

    @Test mutating func `a page is never longer than the limit`() {
        introduce()
        enter(room)
        let longest = Limits.pageEvents
        for (asked, given) in [
            (UInt64(longest - 1), longest - 1), (UInt64(longest), longest), (UInt64(longest + 1), longest),
            (Limits.largestInteger, longest),
        ] {
            #expect(
                ask(.history(room: room, anchor: .newest, limit: asked))
                    == .read(ref: 1, .history(room, .newest, limit: given), newcomer))
        }
        #expect(
            ask(.history(room: room, anchor: .newest, limit: nil))
                == .read(ref: 1, .history(room, .newest, limit: Limits.pageEventsDefault), newcomer))
        session = Session(pageEvents: 10, at: 0)
        introduce()
        enter(room)
        #expect(
            ask(.history(room: room, anchor: .newest, limit: nil))
                == .read(ref: 1, .history(room, .newest, limit: 10), newcomer))
    }

    @Test mutating func `requests that can't be understood end the connection after so many in a row`() {
        introduce()
        let nonsense = WireError(.badJSON, "nonsense")
        for _ in 1..<Limits.strikes {
            #expect(handle(.unreadable(ref: nil, nonsense)) == .refuse(ref: nil, nonsense, .goOn))
        }
        #expect(ask(.ping) == .pong(ref: 1))
        for _ in 1..<Limits.strikes { _ = handle(.unreadable(ref: nil, nonsense)) }
        guard case .refuse(ref: 7, nonsense, .close(.tooManyRefusals, _)) = handle(.unreadable(ref: 7, nonsense))
        else {
            Issue.record("not closed")
            return
        }
    }

    @Test mutating func `a rate that is exceeded does not count as a strike`() {
        introduce()
        enter(room)
        for _ in 0..<Limits.strikes * 2 {
            let refusal = WireError(.rateLimited, "slow down", retry: 50)
            _ = ask(.mutate(room: room, number: nil, .message(text: "x")))
            #expect(handle(.replied(ref: 3, .refused(refusal))) == .refuse(ref: 3, refusal, .goOn))
        }
    }

    @Test mutating func `a flood of refused requests pauses the connection, and cuts it in the end`() {
        introduce()
        for _ in 0..<Limits.refusalBurst { #expect(code(ask(.typing(room: room))) == .notJoined) }
        var pauses: [Int64] = []
        while pauses.count <= Limits.refusalPauses {
            #expect(session.isReading)
            guard case .refuse(_, _, let verdict) = ask(.markRead(room: room, seq: 1)) else { break }
            switch verdict {
            case .goOn: continue
            case .close(let code, _):
                #expect(code == .refusalFlood)
                #expect(pauses.count == Limits.refusalPauses)
                return
            case .pause(let milliseconds):
                pauses.append(milliseconds)
                #expect(!session.isReading)
                now += milliseconds * 1_000_000
                #expect(handle(.pauseEnded) == .nothing)
            }
        }
        Issue.record("not cut")
    }

    @Test mutating func `a connection is read on when all of its pauses are over`() {
        introduce()
        enter(room)
        for _ in 0..<Limits.refusalBurst { _ = ask(.here(room: .init("other") ?? room)) }
        for _ in 0..<2 { _ = ask(.mutate(room: room, number: nil, .message(text: "x"))) }
        var pauses = 0
        for ref in 1...2 as ClosedRange<UInt64> {
            let effect = handle(.replied(ref: ref, .refused(WireError(.noSuchMessage, "none"))))
            if case .refuse(_, _, .pause) = effect { pauses += 1 }
        }
        #expect(pauses == 2)
        #expect(!session.isReading)
        _ = handle(.pauseEnded)
        #expect(!session.isReading)
        _ = handle(.pauseEnded)
        #expect(session.isReading)
    }

    @Test mutating func `so many requests may wait for an answer, then nothing more is read`() {
        introduce()
        enter(room)
        for number in 1...UInt64(Limits.sendsInFlight) {
            #expect(session.isReading)
            #expect(ask(.mutate(room: room, number: number, .message(text: "x"))) == send(number))
        }
        #expect(!session.isReading)
        // What the committer did not take is answered, too.
        _ = handle(.replied(ref: 1, .refused(WireError(.overloaded, "later", retry: 1_000))))
        #expect(session.isReading)
        _ = ask(.join(room: room, since: nil))
        #expect(!session.isReading)
        answer()
        _ = ask(.markRead(room: room, seq: 1))
        #expect(!session.isReading)
        answer()
        #expect(session.isReading)
    }

    @Test(arguments: [nil, WireError(.overloaded, "later", retry: 1_000)])
    mutating func `while a page of history is awaited nothing is read`(_ refusal: WireError?) {
        introduce()
        enter(room)
        _ = ask(.history(room: room, anchor: .newest, limit: nil))
        #expect(!session.isReading)
        let effect = handle(.read(ref: 1, refusal: refusal))
        #expect(effect == refusal.map { .refuse(ref: 1, $0, .goOn) } ?? .writeAnswer)
        #expect(session.isReading)
    }

    @Test mutating func `requests have a rate, in which leaving counts for more; mutations have not`() {
        introduce()
        enter(room)
        for _ in 0..<Limits.requestBurst / Limits.costlyRequest { _ = ask(.leave(room: room)) }
        guard case .refuse(ref: 9, let error, .goOn) = ask(.ping, ref: 9) else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == .rateLimited)
        #expect(code(ask(.mutate(room: room, number: 1, .message(text: "x")))) == .notJoined)
        now += Int64(error.retry ?? 0) * 1_000_000
        #expect(ask(.ping) == .pong(ref: 1))
    }

    @Test mutating func `a connection without a hello is closed after the deadline`() {
        now = Limits.helloDeadline * 1_000_000
        #expect(handle(.tick) == .nothing)
        now += 1
        guard case .close(.helloMissing, _) = handle(.tick) else {
            Issue.record("not closed")
            return
        }
        introduce()
        #expect(handle(.tick) == .nothing)
    }

    @Test mutating func `the welcome names the user, the device and the limits, and the rooms are joined`() throws {
        let own = DeviceID.random()
        let other = try #require(RoomName("other"))
        let effect = introduce(.init(device: own, join: [room, other]))
        guard case .welcome(ref: 1, let welcome, joining: [room, other]) = effect else {
            throw Unexpected(effect: effect)
        }
        #expect(welcome.user == ann.user && welcome.name == "ann" && welcome.device == own)
        #expect(welcome.token == "token" && welcome.server == "test" && welcome.at == 5)
        #expect(
            handle(.joinWithHello(ref: 1, room)) == .submit(ref: 1, .join(room, since: nil, newcomer)))
        session = Session(at: 0)
        guard case .welcome(_, let guest, joining: []) = introduce() else { throw Unexpected(effect: effect) }
        #expect(guest.device == device)
    }

    @Test mutating func `a user with too many connections is told, and closed`() {
        let error = WireError(.tooManyConnections, "You are connected 9 times already.")
        let effect = handle(.introduced(ref: 2, .init(), .failure(error)))
        #expect(effect == .refuse(ref: 2, error, .close(.tooManyConnections, reason: error.text)))
    }

    @Test mutating func `the committer's replies become the wire's frames`() {
        introduce()
        enter(room)
        let id = EventID.random()
        #expect(
            handle(.replied(ref: 4, .appended(room: room, number: 7, seq: 9, id: id, at: 11)))
                == .reply(.sent(ref: 4, room: room, number: 7, seq: 9, id: id, at: 11)))
        #expect(handle(.replied(ref: 5, .marked)) == .reply(.ok(ref: 5)))
    }

    @Test mutating func `a text that may not be sent is refused with its own number`() {
        introduce()
        enter(room)
        #expect(code(ask(.mutate(room: room, number: 1, .message(text: "")))) == .textEmpty)
        #expect(
            code(ask(.mutate(room: room, number: 1, .message(text: "a\u{0}b"))))
                == .textCharacters)
    }

    @Test mutating func `the texts of every mutation are checked`() {
        introduce()
        enter(room)
        let refused: [(Mutation, WireError.Code)] = [
            (.edit(of: 1, text: ""), .textEmpty), (.edit(of: 1, text: "a\u{0}b"), .textCharacters),
            (.react(of: 1, emoji: "", on: false), .reaction),
            (.message(text: "x", payload: Payload(type: "", data: "")), .payload),
        ]
        for (mutation, wanted) in refused {
            #expect(code(ask(.mutate(room: room, number: 1, mutation))) == wanted)
        }
        let allowed: [Mutation] = [
            .edit(of: 1, text: "x"), .delete(of: 1), .react(of: 1, emoji: "👍", on: true),
            .message(text: "x", reply: 1, payload: Payload(type: "p", data: "")),
        ]
        for mutation in allowed {
            let effect = ask(.mutate(room: room, number: 2, after: 1, mutation))
            #expect(effect == send(2, after: 1, mutation))
        }
        #expect(ask(.markRead(room: room, seq: 7)) == .submit(ref: 1, .markRead(room, ann, seq: 7)))
    }

    @Test(arguments: [(nil, 1), (1, 1), (1, 2)] as [(UInt64?, UInt64)])
    mutating func `what comes after a number has a higher one itself`(_ number: UInt64?, _ after: UInt64) {
        introduce()
        enter(room)
        let effect = ask(.mutate(room: room, number: number, after: after, .message(text: "x")))
        #expect(code(effect) == .badRequest)
    }

    private struct Unexpected: Error {
        var effect: Session.Effect
    }
}
