import ChatRooms
import ChatTesting
import ChatWire
import Testing

@Suite struct AccountRuleTests {
    private let reservations = NameReservations()
    private let ann = UserID.issued()

    private func reserve(_ name: String, for user: UserID) -> Bool {
        reservations.reserve(ConfusableSkeleton(of: name), for: user)
    }

    @Test func `a name that looks like an account's belongs to the account, also while its owner is away`() {
        #expect(reserve("paypal", for: ann))
        for look in ["PayPal", "раураl", "paypaI", "ｐａｙｐａｌ", "pay pal"] {
            #expect(!reserve(look, for: .issued()), "\(look)")
            #expect(reservations.refuses(ConfusableSkeleton(of: look), to: nil), "\(look)")
        }
        var presence = Presence(reservations: reservations)
        #expect(throws: WireError.self) { try presence.claim("раураl", for: .issued()) }
        #expect(throws: WireError.self) {
            try presence.speak(as: .random(), ConfusableSkeleton(of: "PAYPAL"), held: nil, standIn: .issued())
        }
        #expect(throws: Never.self) { try presence.claim("paypal", for: ann) }
    }

    @Test func `a freed name can be taken, and the id of a closed account remains an account's`() {
        #expect(reserve("ann", for: ann))
        reservations.free(ConfusableSkeleton(of: "ann"), of: ann, isKept: true)
        #expect(reservations.isAccount(ann))
        let other = UserID.issued()
        #expect(reserve("ann", for: other))
        #expect(reservations.holder(of: ConfusableSkeleton(of: "ANN")) == other)
        reservations.free(ConfusableSkeleton(of: "ann"), of: other, isKept: false)
        #expect(!reservations.isAccount(other))
    }

    @Test func `a user has one account, and a second one takes nothing from it`() {
        #expect(reserve("ann", for: ann))
        #expect(!reserve("ann", for: ann))
        #expect(!reserve("bob", for: ann))
        #expect(reservations.holder(of: ConfusableSkeleton(of: "bob")) == nil)
        #expect(reservations.holder(of: ConfusableSkeleton(of: "ann")) == ann)
        reservations.free(ConfusableSkeleton(of: "ann"), of: ann, isKept: true)
        #expect(!reserve("ann", for: ann))
    }

    @Test func `names that the store has lost are free, and those that it is about to get stay reserved`() {
        let (bob, cleo, dan) = (UserID.issued(), UserID.issued(), UserID.issued())
        let look = { (name: String) in ConfusableSkeleton(of: name) }
        #expect(reserve("ann", for: ann) && reserve("bob", for: bob) && reservations.claim(look("cleo"), for: cleo))
        let confirmed = reservations.confirmed
        #expect(confirmed == [ann, bob])
        // Comes while the store is read.
        #expect(reserve("dan", for: dan))
        let other = UserID.issued()
        // ann's account is closed, bob's key is removed, and somebody else has taken its name.
        reservations.take(
            [NameHolder(user: ann, name: nil), NameHolder(user: other, name: "BOB")], confirmed: confirmed)
        #expect(reservations.holder(of: look("ann")) == nil && reservations.isAccount(ann))
        #expect(reservations.holder(of: look("bob")) == other && !reservations.isAccount(bob))
        #expect(reservations.holder(of: look("cleo")) == cleo && reservations.holder(of: look("dan")) == dan)
        reservations.confirm(cleo)
        #expect(reservations.confirmed == [ann, other, cleo, dan])
    }

    @Test
    func `accounts whose names look alike since a newer rule keep their names, and nobody else gets one like them`()
        throws
    {
        let (bob, eve) = (UserID.issued(), UserID.issued())
        let look = { (name: String) in ConfusableSkeleton(of: name) }
        let holders = [NameHolder(user: ann, name: "warden"), NameHolder(user: bob, name: "war-den")]
        for holders in [holders, holders.reversed()] {
            let reservations = NameReservations(holders)
            #expect(reservations.isAccount(ann) && reservations.isAccount(bob) && reservations.count == 2)
            // Each signs in as their name is written, in upper or lower case.
            #expect(reservations.holder(of: look("warden")) == ann && reservations.holder(of: look("WARDEN")) == ann)
            #expect(reservations.holder(of: look("war-den")) == bob && reservations.holder(of: look("War-Den")) == bob)
            for name in ["warden", "war-den", "w4rden"] {
                #expect(reservations.refuses(look(name), to: nil) && reservations.refuses(look(name), to: eve))
                #expect(!reservations.reserve(look(name), for: eve))
            }
            #expect(reservations.refuses(look("warden"), to: bob))
            // Both are connected at once.
            var presence = Presence(reservations: reservations)
            for _ in 1...2 {
                try presence.introduce(ann, look("warden"))
                try presence.introduce(bob, look("war-den"))
            }
            #expect(throws: WireError.self) { try presence.claim("warden!", for: eve) }
            _ = presence.dismiss(ann, look("warden"))
            try presence.introduce(bob, look("war-den"))
            // The name of a closed account is still like the other one's.
            reservations.free(look("warden"), of: ann, isKept: true)
            #expect(reservations.isAccount(ann) && reservations.holder(of: look("warden")) == bob)
            #expect(!reservations.reserve(look("warden"), for: eve))
            reservations.free(look("war-den"), of: bob, isKept: false)
            #expect(!reservations.isAccount(bob) && reservations.reserve(look("warden"), for: eve))
        }
    }

    @Test func `an account of another server counts, also if its name looks like one that is here`() {
        let (bob, eve) = (UserID.issued(), UserID.issued())
        let look = { (name: String) in ConfusableSkeleton(of: name) }
        // eve registers here while the store gives the name to bob elsewhere.
        #expect(reservations.claim(look("warden"), for: eve))
        reservations.admit(look("war-den"), for: bob)
        reservations.admit(look("other"), for: bob)
        reservations.disclaim(look("warden"), of: eve)
        #expect(reservations.holder(of: look("warden")) == bob && reservations.holder(of: look("other")) == nil)
        #expect(reservations.name(of: bob) == "war-den" && reservations.name(of: eve) == nil)
        // Both are in the store when it is read again, and one is gone the next time.
        let confirmed = reservations.confirmed
        let holders = [NameHolder(user: bob, name: "war-den"), NameHolder(user: eve, name: "warden")]
        reservations.take(holders, confirmed: confirmed)
        #expect(reservations.holder(of: look("warden")) == eve && reservations.holder(of: look("war-den")) == bob)
        reservations.take([holders[1]], confirmed: reservations.confirmed)
        #expect(reservations.holder(of: look("war-den")) == eve && !reservations.isAccount(bob))
    }

    @Test func `the name of a user is that of their account, as long as they have one`() {
        let look = ConfusableSkeleton(of: "Ann")
        #expect(reservations.name(of: ann) == nil)
        #expect(reservations.claim(look, for: ann))
        // The store may not take the account.
        #expect(reservations.name(of: ann) == nil)
        reservations.confirm(ann)
        #expect(reservations.name(of: ann) == "Ann")
        #expect(reservations.isName(look, of: ann) && !reservations.isName(ConfusableSkeleton(of: "ann"), of: ann))
        reservations.free(look, of: ann, isKept: true)
        #expect(reservations.name(of: ann) == nil && reservations.isAccount(ann))
    }

    @Test func `a line client gets a name like the account's, with a number`() throws {
        #expect(reserve("ann", for: ann))
        var presence = Presence(reservations: reservations)
        var random = SeededGenerator(seed: 1)
        let wish = RequestedName.like("ann")
        let name = try wish.claim(wish.candidates(using: &random)) { look throws(WireError) in
            try presence.introduce(.issued(), look)
        }
        #expect(name != "ann")
    }

    @Test func `attempts to sign in are limited, by name and by address`() {
        var attempts = SignInAttempts()
        let home = ClientAddress(.v4(0x7F00_0001), isLocal: true)
        for _ in 0..<Limits.signInsPerAccount { #expect(attempts.refusal(of: "ann", from: home, at: 0) == nil) }
        #expect(attempts.refusal(of: "ann", from: home, at: 0)?.code == .rateLimited)
        #expect(attempts.refusal(of: "bob", from: home, at: 0) == nil)
        let later = Int64(Limits.signInPeriod) * 1_000_000_000
        #expect(attempts.refusal(of: "ann", from: home, at: later) == nil)
        let stranger = ClientAddress(.v4(1), isLocal: false)
        for index in 0..<Limits.signInsPerAddress {
            #expect(attempts.refusal(of: "user\(index)", from: stranger, at: 0) == nil)
        }
        #expect(attempts.refusal(of: "another", from: stranger, at: 0)?.code == .addressLimited)
    }

    @Test func `the networks of one site together have the attempts of eight networks`() {
        var attempts = SignInAttempts()
        func network(_ index: Int) -> ClientAddress {
            ClientAddress(.v6(0x2001_0DB8_0001_0000 + UInt64(index)), isLocal: false)
        }
        let tried = (0..<Limits.addressesPerSite * Limits.signInsPerAddress).map { index in
            attempts.refusal(of: "user\(index)", from: network(index), at: 0)
        }
        #expect(tried.allSatisfy { $0 == nil })
        #expect(attempts.refusal(of: "another", from: network(60_000), at: 0)?.code == .addressLimited)
    }

    @Test func `a password that was right does not count as an attempt`() {
        var attempts = SignInAttempts()
        let home = ClientAddress(.v4(0x7F00_0001), isLocal: true)
        for _ in 0..<1_000 {
            #expect(attempts.refusal(of: "ann", from: home, at: 0) == nil)
            attempts.succeeded("ann")
        }
    }

    @Test func `guests may write, may only read, or must sign in`() throws {
        #expect(try GuestAccess.on.identity(of: ann).mayWrite)
        #expect(try !GuestAccess.read.identity(of: ann).mayWrite)
        #expect(throws: WireError.signInRequired) { try GuestAccess.off.identity(of: ann) }
    }
}
