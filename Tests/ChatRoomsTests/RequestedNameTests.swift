import ChatRooms
import ChatTesting
import ChatWire
import Testing

@Suite struct RequestedNameTests {
    private var presence = Presence()
    private var random = SeededGenerator(seed: 1)
    private let ann = UserID.issued()
    private let bob = UserID.issued()

    private mutating func introduce(_ user: UserID, _ name: RequestedName) throws(WireError) -> String {
        let candidates = name.candidates(using: &random)
        return try name.claim(candidates) { look throws(WireError) in try presence.introduce(user, look) }
    }

    @Test mutating func `a client that can choose is refused a name that is taken`() throws {
        let first = try introduce(ann, .exactly("ann"))
        #expect(first == "ann")
        let error = #expect(throws: WireError.self) { try introduce(bob, .exactly("Ann")) }
        #expect(error?.code == .nameTaken)
    }

    @Test mutating func `a client that can't choose gets a number, until those are taken, too`() throws {
        let names = try (0..<3).map { _ in try introduce(.issued(), .like("ann")) }
        #expect(names == ["ann", "ann2", "ann3"])
        let taken = RequestedName.like("ann")
        let error = #expect(throws: WireError.self) {
            try taken.claim(["ann", "ann2"]) { look throws(WireError) in try presence.introduce(bob, look) }
        }
        #expect(error?.code == .nameTaken && error?.text.contains("those like it") == true)
    }

    @Test mutating func `a guest gets a name that nobody has`() throws {
        var (one, same) = (Repeating(), Repeating())
        let names = RequestedName.guest.candidates(using: &one)
        #expect(names.first == RequestedName.guest.candidates(using: &same).first)
        #expect(names.allSatisfy { $0.hasPrefix("guest-") && NameRule.refusal(of: $0) == nil })
        for user in [ann, bob] {
            let name = try RequestedName.guest.claim(names) { look throws(WireError) in
                try presence.introduce(user, look)
            }
            #expect(name == names[user == ann ? 0 : 1])
        }
    }

    @Test func `a guest who comes back may be called what a new one may, and an account what it is called`() throws {
        func admission(_ name: String?, sharesName: Bool = false) -> Admission {
            let identity = UserIdentity(user: ann, name: name, sharesName: sharesName, role: .guest)
            return Admission(identity: identity, token: "", isReturning: true)
        }
        for name in ["admin", "Admin2"] {
            let error = #expect(throws: WireError.self) { try RequestedName(of: admission(nil), hello: name) }
            #expect(error?.code == .nameReserved)
            // The account's name counts, whatever the hello says.
            for identity in [admission("Admin2"), admission("Admin2", sharesName: true)] {
                var random = SeededGenerator(seed: 1)
                #expect(try RequestedName(of: identity, hello: name).candidates(using: &random) == ["Admin2"])
            }
        }
        _ = try RequestedName(of: admission(nil), hello: "ann")
    }

    @Test
    func `an account with a name that a newer rule refuses is let in, and other users by the rule for given names`()
        async throws
    {
        struct One: Authenticator {
            var name: String
            var session: SessionID?
            func identity(of token: String) async throws -> UserIdentity? {
                UserIdentity(user: .nobody, name: name, session: session)
            }
        }
        func code(_ name: String, session: SessionID? = nil) async -> WireError.Code? {
            if case .failure(let error) = await One(name: name, session: session).admission(of: "") {
                error.code
            } else {
                nil
            }
        }
        #expect(await code("uпknown", session: .random()) == nil)
        #expect(await code("uпknown") == .nameReserved)
        #expect(await code("Admin2") == nil)
        #expect(await code("") == .nameLength)
    }

    @Test mutating func `a user with too many connections is told so, with every kind of name`() throws {
        presence = Presence(connectionsPerUser: 0)
        for name in [RequestedName.exactly("ann"), .like("ann"), .guest] {
            let error = #expect(throws: WireError.self) { try introduce(ann, name) }
            #expect(error?.code == .tooManyConnections)
        }
    }
}

/// The same numbers for each that is made.
private struct Repeating: RandomNumberGenerator {
    private var last: UInt64 = 0

    mutating func next() -> UInt64 {
        last &+= 0x1234_5678_9ABC_DEF1
        return last
    }
}
