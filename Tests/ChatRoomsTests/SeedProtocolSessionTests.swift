import ChatRooms
import ChatWire
import Testing

@Suite struct SeedProtocolSessionTests {
    private let id = UserID(high: 0xE621_E1F8_C36C_495A, low: 0x93FC_0C24_7A3E_6E5F)

    private func code(_ effect: SwiftChatSession.Effect) -> WireError.Code? {
        if case .refuse(let error, _) = effect { error.code } else { nil }
    }

    private func code(_ effect: LineSession.Effect) -> WireError.Code? {
        if case .refuse(let error, _) = effect { error.code } else { nil }
    }

    @Test func `a SwiftChat user speaks under the name of each message`() {
        var session = SwiftChatSession()
        func say(_ name: String) -> SwiftChatSession.Effect {
            session.handle(.received(.init(message: "hi", user: name, userID: id)))
        }
        #expect(say("bob") == .append(Author(user: id, name: "bob"), text: "hi"))
        #expect(say("rob") == .append(Author(user: id, name: "rob"), text: "hi"))
        #expect(code(say("аdmin")) == .nameReserved)
    }

    @Test func `a SwiftChat user can't speak under an id of the native protocol`() {
        var session = SwiftChatSession()
        #expect(code(session.handle(.received(.init(message: "hi", user: "bob", userID: .issued())))) == .badRequest)
        #expect(session.author == nil)
    }

    @Test func `a SwiftChat name is held to the rule for names`() {
        var session = SwiftChatSession()
        for (name, expected) in [
            ("admin", WireError.Code.nameReserved), ("", .nameLength), ("a\u{202E}b", .nameCharacters),
        ] {
            #expect(code(session.handle(.received(.init(message: "hi", user: name, userID: id)))) == expected)
        }
    }

    @Test func `a line client introduces itself before it speaks, and once`() {
        var session = LineSession()
        #expect(code(session.handle(.received(.speak(text: "hi")))) == .helloRequired)
        #expect(session.handle(.received(.introduce(name: "bob"))) == .introduce(name: "bob"))
        let bob = Author(user: id, name: "bob2")
        #expect(session.handle(.introduced(bob)) == .nothing)
        #expect(session.handle(.received(.speak(text: "hi"))) == .append(bob, text: "hi"))
        #expect(code(session.handle(.received(.introduce(name: "rob")))) == .alreadyIntroduced)
    }

    @Test func `lines that can't be understood end the connection after so many in a row`() {
        var session = LineSession()
        let unknown = WireError(.lineUnknown, "what?")
        for _ in 1..<Limits.strikes { #expect(session.handle(.unreadable(unknown)) == .refuse(unknown, close: false)) }
        #expect(session.handle(.unreadable(unknown)) == .refuse(unknown, close: true))
    }
}
