import ChatRooms
import ChatWire
import Testing

@Suite struct RequestedNameTests {
    private var presence = Presence()
    private var random = SystemRandomNumberGenerator()
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

    @Test mutating func `a user with too many connections is told so, whatever the name`() throws {
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
