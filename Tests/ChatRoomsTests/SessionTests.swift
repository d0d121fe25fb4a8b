import ChatRooms
import ChatWire
import Testing

@Suite struct SessionTests {
    private var session = Session()
    private let room = RoomName.lobby
    private let ann = Author(user: .issued(), name: "ann")

    private mutating func ask(_ request: ClientFrame.Request, ref: UInt64 = 1) -> Session.Effect {
        session.handle(.received(ClientFrame(ref: ref, request: request)))
    }

    private mutating func introduce() {
        _ = session.handle(.introduced(Session.Identity(author: ann, device: .random())))
    }

    private mutating func enter(_ room: RoomName) {
        _ = ask(.join(room: room, since: nil))
        _ = session.handle(.joinReady(room))
    }

    private func code(_ effect: Session.Effect) -> UInt16? {
        switch effect {
        case .reply(.error(_, let error)), .close(_, .error(_, let error)): error.code.rawValue
        default: nil
        }
    }

    @Test mutating func `everything but hello is refused before hello`() {
        let requests: [ClientFrame.Request] = [
            .join(room: room, since: nil), .leave(room: room), .mutate(room: room, number: 1, .message(text: "x")),
            .mutate(room: room, number: 1, .edit(of: 1, text: "x")), .mutate(room: room, number: 1, .delete(of: 1)),
            .mutate(room: room, number: 1, .react(of: 1, emoji: "👍", on: true)), .markRead(room: room, seq: 1),
            .history(room: room, anchor: .newest, limit: nil), .typing(room: room), .here(room: room), .ping,
        ]
        for request in requests { #expect(code(ask(request)) == WireError.Code.helloRequired.rawValue) }
    }

    @Test mutating func `a second hello is refused`() {
        introduce()
        #expect(code(ask(.hello(.init(name: "bob")))) == WireError.Code.alreadyIntroduced.rawValue)
    }

    @Test mutating func `another version is refused`() {
        #expect(code(ask(.hello(.init(version: 2)))) == WireError.Code.versionUnsupported.rawValue)
    }

    @Test mutating func `a hello without a name is let through, one with a bad name is not`() {
        #expect(ask(.hello(.init()), ref: 9) == .introduce(ref: 9, .init()))
        #expect(code(ask(.hello(.init(name: "admin")))) == WireError.Code.nameReserved.rawValue)
    }

    @Test mutating func `what happens in a room is for those who joined it`() {
        introduce()
        #expect(code(ask(.mutate(room: room, number: 1, .message(text: "x")))) == WireError.Code.notJoined.rawValue)
        #expect(code(ask(.history(room: room, anchor: .newest, limit: nil))) == WireError.Code.notJoined.rawValue)
        enter(room)
        #expect(
            ask(.mutate(room: room, number: 1, .message(text: "x")))
                == .append(ref: 1, room, number: 1, after: nil, .message(text: "x")))
        #expect(ask(.leave(room: room)) == .leave(ref: 1, room))
        #expect(code(ask(.mutate(room: room, number: 2, .message(text: "x")))) == WireError.Code.notJoined.rawValue)
    }

    @Test mutating func `nobody is told that someone types who is not inside yet`() {
        introduce()
        _ = ask(.join(room: room, since: nil))
        #expect(ask(.typing(room: room)) == .reply(.ok(ref: 1)))
        _ = session.handle(.joinReady(room))
        #expect(ask(.typing(room: room)) == .tellTyping(ref: 1, room))
    }

    @Test mutating func `a send right behind its join need not wait for the answer`() {
        introduce()
        #expect(ask(.join(room: room, since: nil)) == .join(ref: 1, room, since: nil))
        #expect(
            ask(.mutate(room: room, number: 1, .message(text: "x")))
                == .append(ref: 1, room, number: 1, after: nil, .message(text: "x")))
    }

    @Test mutating func `a room left while its join was under way is not subscribed to`() {
        introduce()
        _ = ask(.join(room: room, since: nil))
        #expect(ask(.leave(room: room)) == .reply(.left(ref: 1, room: room)))
        #expect(session.handle(.joinReady(room)) == .nothing)
        #expect(session.subscriptions.isEmpty)
    }

    @Test mutating func `leaving a room one is not in is answered all the same`() {
        introduce()
        #expect(ask(.leave(room: room)) == .reply(.left(ref: 1, room: room)))
    }

    @Test mutating func `the last room allowed is joined, the one after it is not`() throws {
        introduce()
        for number in 1...Limits.roomsPerConnection {
            let name = try #require(RoomName("room-\(number)"))
            #expect(ask(.join(room: name, since: nil)) == .join(ref: 1, name, since: nil))
        }
        #expect(code(ask(.join(room: room, since: nil))) == WireError.Code.tooManyRooms.rawValue)
        let first = try #require(RoomName("room-1"))
        #expect(ask(.join(room: first, since: nil)) == .join(ref: 1, first, since: nil))
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
                ask(.history(room: room, anchor: .newest, limit: asked)) == .history(ref: 1, room, .newest, limit: given))
        }
        #expect(
            ask(.history(room: room, anchor: .newest, limit: nil))
                == .history(ref: 1, room, .newest, limit: Limits.pageEventsDefault))
    }

    @Test mutating func `requests that can't be understood end the connection after so many in a row`() {
        introduce()
        let nonsense = WireError(.badJSON, "nonsense")
        for _ in 1..<Limits.strikes {
            #expect(session.handle(.unreadable(ref: nil, nonsense)) == .reply(.error(ref: nil, nonsense)))
        }
        #expect(ask(.ping) == .pong(ref: 1))
        for _ in 1..<Limits.strikes { _ = session.handle(.unreadable(ref: nil, nonsense)) }
        #expect(session.handle(.unreadable(ref: 7, nonsense)) == .close(.tooManyRefusals, .error(ref: 7, nonsense)))
    }

    @Test mutating func `what happens to the best does not count against a connection`() {
        introduce()
        enter(room)
        for _ in 0..<Limits.strikes * 2 {
            let refusal = WireError(.rateLimited, "slow down", retry: 50)
            #expect(session.handle(.refused(ref: 3, refusal)) == .reply(.error(ref: 3, refusal)))
        }
    }

    @Test mutating func `a text that may not be sent is refused with its own number`() {
        introduce()
        enter(room)
        #expect(code(ask(.mutate(room: room, number: 1, .message(text: "")))) == WireError.Code.textEmpty.rawValue)
        #expect(
            code(ask(.mutate(room: room, number: 1, .message(text: "a\u{0}b"))))
                == WireError.Code.textCharacters.rawValue)
    }

    @Test mutating func `whatever is done to a room follows the rules for what it says`() {
        introduce()
        enter(room)
        let refused: [(Mutation, WireError.Code)] = [
            (.edit(of: 1, text: ""), .textEmpty), (.edit(of: 1, text: "a\u{0}b"), .textCharacters),
            (.react(of: 1, emoji: "", on: false), .reaction),
            (.message(text: "x", payload: Payload(type: "", data: "")), .payload),
        ]
        for (mutation, wanted) in refused {
            #expect(code(ask(.mutate(room: room, number: 1, mutation))) == wanted.rawValue)
        }
        let allowed: [Mutation] = [
            .edit(of: 1, text: "x"), .delete(of: 1), .react(of: 1, emoji: "👍", on: true),
            .message(text: "x", reply: 1, payload: Payload(type: "p", data: "")),
        ]
        for mutation in allowed {
            let effect = ask(.mutate(room: room, number: 2, after: 1, mutation))
            #expect(effect == .append(ref: 1, room, number: 2, after: 1, mutation))
        }
        #expect(ask(.markRead(room: room, seq: 7)) == .markRead(ref: 1, room, seq: 7))
    }

    @Test(arguments: [(nil, 1), (1, 1), (1, 2)] as [(UInt64?, UInt64)])
    mutating func `what comes after a number has a higher one itself`(_ number: UInt64?, _ after: UInt64) {
        introduce()
        enter(room)
        let effect = ask(.mutate(room: room, number: number, after: after, .message(text: "x")))
        #expect(code(effect) == WireError.Code.badRequest.rawValue)
    }
}
