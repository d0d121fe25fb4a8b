import ChatWire
import Testing

@testable import ChatRooms

@Suite struct SwiftChatSessionTests {
    private let id = UserID(high: 0xE621_E1F8_C36C_495A, low: 0x93FC_0C24_7A3E_6E5F)
    private let standIn = UserID.issued()
    private var session: SwiftChatSession

    init() { session = SwiftChatSession(standIn: standIn) }

    private mutating func receive(_ name: String, _ text: String = "hi", user: UserID? = nil)
        -> SwiftChatSession.Effect
    {
        session.handle(.received(.init(message: text, user: name, userID: user ?? id)), at: 0)
    }

    /// Passes every stage.
    private mutating func say(_ name: String, as user: UserID? = nil) -> SwiftChatSession.Effect {
        var effect = receive(name)
        if case .introduce(let utterance) = effect { effect = session.handle(.introduced(utterance), at: 0) }
        guard case .claim(let utterance, _) = effect else { return effect }
        return session.handle(.admitted(utterance, as: user ?? id), at: 0)
    }

    private func code(_ effect: SwiftChatSession.Effect) -> WireError.Code? {
        if case .refuse(let error, _) = effect { error.code } else { nil }
    }

    @Test mutating func `a SwiftChat user speaks under the name of each message`() {
        let (bob, rob) = (Author(user: id, name: "bob"), Author(user: id, name: "rob"))
        #expect(say("bob") == .append(bob, text: "hi", .init(leaving: nil, isSignIn: true)))
        #expect(say("bob") == .append(bob, text: "hi", nil))
        #expect(say("rob") == .append(rob, text: "hi", .init(leaving: bob, isSignIn: false)))
        #expect(code(say("аdmin")) == .nameReserved)
        #expect(session.present == rob)
    }

    @Test mutating func `a SwiftChat user whose id belongs to another connection speaks under the stand-in`() {
        let bob = Author(user: id, name: "bob")
        _ = say("bob")
        #expect(session.held == id)
        let stranger = Author(user: standIn, name: "bob")
        #expect(
            say("bob", as: standIn)
                == .append(stranger, text: "hi", .init(leaving: bob, isSignIn: true)))
        #expect(session.held == nil)
        #expect(session.present == stranger)
    }

    @Test mutating func `each name spoken under counts as one hello, and its name is claimed for each message`() {
        guard case .introduce(let first) = receive("bob") else { return fail("no hello") }
        // A hello that was refused is asked for again.
        let refusal = WireError(.addressLimited, "too many")
        #expect(session.handle(.refused(refusal), at: 0) == .refuse(refusal, .goOn))
        guard case .introduce(first) = receive("bob") else { return fail("no hello") }
        guard case .claim(first, let look) = session.handle(.introduced(first), at: 0) else {
            return fail("no claim")
        }
        #expect(look == ConfusableSkeleton(of: "bob"))
        // A claim that was refused is made again, without a hello.
        #expect(session.handle(.refused(WireError(.nameTaken, "taken")), at: 0) != .nothing)
        guard case .claim = receive("bob") else { return fail("no claim") }
        guard case .introduce = receive("rob") else { return fail("no hello") }
        #expect(session.present == nil)
    }

    @Test mutating func `a SwiftChat user can't speak under an id of the native protocol`() {
        #expect(code(receive("bob", user: .issued())) == .badRequest)
    }

    @Test mutating func `a SwiftChat name is held to the rule for names`() {
        for (name, expected) in [
            ("admin", WireError.Code.nameReserved), ("", .nameLength), ("a\u{202E}b", .nameCharacters),
        ] {
            #expect(code(receive(name)) == expected)
        }
    }

    @Test mutating func `spaces at the ends of a SwiftChat name are dropped`() {
        let bob = Author(user: id, name: "bob")
        #expect(say(" bob ") == .append(bob, text: "hi", .init(leaving: nil, isSignIn: true)))
        // It is the same name.
        #expect(say("bob") == .append(bob, text: "hi", nil))
        #expect(code(receive("Martlet ")) == .nameReserved)
        #expect(code(receive("bob  b")) == .nameCharacters)
        #expect(code(receive("  ")) == .nameLength)
    }

    /// Canonically equal to one of 64 bytes that was accepted, and as long as no name may be.
    @Test mutating func `a SwiftChat name that is written in more bytes than the last one is checked, too`() {
        let short = String(repeating: "\u{1D6}", count: 32)
        let long = String(repeating: "u\u{308}\u{304}", count: 32)
        #expect(short == long)
        _ = say(short)
        #expect(session.present?.name == short)
        #expect(code(receive(long)) == .nameLength)
    }

    @Test mutating func `a SwiftChat connection is read no further while too much waits for an answer`() {
        for _ in 0..<Limits.sendsInFlight {
            #expect(session.isReading)
            _ = say("bob")
        }
        #expect(!session.isReading)
        #expect(session.handle(.replied(.marked), at: 0) == .nothing)
        #expect(session.isReading)
    }
}

@Suite struct LineSessionTests {
    private let id = UserID.issued()
    private var session: LineSession

    init() { session = LineSession(user: id) }

    private func code(_ effect: LineSession.Effect) -> WireError.Code? {
        if case .refuse(let error, _) = effect { error.code } else { nil }
    }

    private mutating func introduce(_ asked: String = "bob", given: String = "bob") -> LineSession.Effect {
        session.handle(.introduced(asked: asked, .success(given)), at: 0)
    }

    private mutating func speak() -> LineSession.Effect { session.handle(.received(.speak(text: "hi")), at: 0) }

    @Test mutating func `a line client introduces itself before it speaks, and once`() {
        #expect(code(speak()) == .helloRequired)
        #expect(session.handle(.received(.introduce(name: "bob")), at: 0) == .introduce(name: "bob"))
        let bob = Author(user: id, name: "bob2")
        let notice = Line.notice("The name bob is taken; you are bob2.")
        #expect(introduce(given: "bob2") == .enter(bob, notice: notice))
        #expect(speak() == .append(bob, text: "hi"))
        #expect(code(session.handle(.received(.introduce(name: "rob")), at: 0)) == .alreadyIntroduced)
    }

    @Test mutating func `spaces at the ends of a line client's name are dropped`() {
        for (name, expected) in [
            ("Martlet ", WireError.Code.nameReserved), ("  ", .nameLength), ("a  b", .nameCharacters),
        ] {
            #expect(code(session.handle(.received(.introduce(name: name)), at: 0)) == expected)
        }
        #expect(session.handle(.received(.introduce(name: " bob ")), at: 0) == .introduce(name: "bob"))
    }

    @Test mutating func `a name that was free is given without a notice, and a refused one leaves another try`() {
        let taken = WireError(.nameTaken, "taken")
        #expect(session.handle(.introduced(asked: "ann", .failure(taken)), at: 0) == .refuse(taken, .goOn))
        #expect(code(speak()) == .helloRequired)
        #expect(introduce() == .enter(Author(user: id, name: "bob"), notice: nil))
    }

    @Test mutating func `lines that can't be understood end the connection after so many in a row`() {
        let unknown = WireError(.lineUnknown, "what?")
        for _ in 1..<Limits.strikes {
            #expect(session.handle(.unreadable(unknown), at: 0) == .refuse(unknown, .goOn))
        }
        guard case .refuse(unknown, .close(.tooManyRefusals, _)) = session.handle(.unreadable(unknown), at: 0)
        else { return fail("not closed") }
    }

    @Test mutating func `a client that ended is answered before its connection closes`() {
        _ = introduce()
        _ = speak()
        _ = speak()
        #expect(!session.isDone)
        _ = session.handle(.ended, at: 0)
        #expect(!session.isDone)
        _ = session.handle(.replied(.refused(WireError(.overloaded, "later"))), at: 0)
        #expect(!session.isDone)
        _ = session.handle(.replied(.marked), at: 0)
        #expect(session.isDone)
    }

    @Test mutating func `a line connection is read no further while too much waits for an answer`() {
        _ = introduce()
        for _ in 0..<Limits.sendsInFlight {
            #expect(session.isReading)
            _ = speak()
        }
        #expect(!session.isReading)
        _ = session.handle(.replied(.marked), at: 0)
        #expect(session.isReading)
    }
}

private func fail(_ why: Comment) { Issue.record(why) }
