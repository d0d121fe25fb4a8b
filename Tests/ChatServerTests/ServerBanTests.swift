import ChatRooms
import ChatWire
import Testing

@testable import ChatServer

/// Who is kept off a server.
@Suite struct ServerBanTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7/32"), ("192.0.2.7/24", "192.0.2.0/24"), ("10.1.2.3/8", "10.0.0.0/8"),
        ("2001:db8::7", "2001:db8:0:0::/64"), ("2001:db8:1:2:3::/48", "2001:db8:1::/48"),
        ("2001:db8::/20", "2001:0::/20"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
    ])
    func `a network has one spelling`(_ text: String, _ expected: String) throws {
        let subject = try ServerBan.Subject(text).checked()
        #expect(subject == .network(expected))
        #expect(try ServerBan.Subject(subject.text).checked() == subject)
    }

    @Test(arguments: [
        "", "ann", "192.0.2", "192.0.2.0/33", "0.0.0.0/0", "10.0.0.0/7", "2000::/3", "2001:db8::1/65", "::/0",
        "127.0.0.1", "127.0.0.0/8", "::1", "::/16",
    ])
    func `what is no user and no network that may be banned`(_ text: String) {
        let refusal = #expect(throws: WireError.self) { try ServerBan.Subject(text).checked() }
        #expect(refusal?.code == .badRequest)
    }

    @Test func `a user is kept off until the ban ends, and told for how long and why`() throws {
        let (ann, bob) = (UserID.issued(), UserID.issued())
        let bans = ServerBans([ServerBan(.user(ann), until: 90_000, reason: "spam"), ServerBan(.user(bob))])
        let refusal = try #require(bans.refusal(of: ann, at: 30_000))
        let text = "You are banned from this server for another 60 s: spam"
        #expect(refusal == WireError(.serverBanned, text, retry: 60_000, reason: "spam"))
        #expect(!refusal.code.isTemporary)
        #expect(bans.refusal(of: ann, at: 89_999) != nil)
        #expect(bans.refusal(of: ann, at: 90_000) == nil)
        #expect(bans.refusal(of: bob, at: .max)?.text == "You are banned from this server.")
        #expect(bans.refusal(of: .issued(), at: 0) == nil)
    }

    @Test(arguments: [
        ("192.0.2.0/24", "192.0.2.200", true), ("192.0.2.0/24", "192.0.3.1", false),
        ("192.0.2.7", "::ffff:192.0.2.7", true), ("2001:db8::/48", "2001:db8:0:5::9", true),
        ("2001:db8::/48", "2001:db8:1::9", false), ("2001:db8::1", "2001:db8::2", true),
        ("127.0.0.2", "127.0.0.2", true),
    ])
    func `a network's clients are kept off`(_ network: String, _ address: String, _ isBanned: Bool) throws {
        let other = ServerBan(.network("198.51.100.0/25"), until: 5)
        let bans = ServerBans([ServerBan(try ServerBan.Subject(network).checked()), other])
        let address = try #require(IPAddress(address))
        let client = ClientAddress(claimed: address)
        let expected = isBanned ? WireError(.serverBanned, "Your network address is banned from this server.") : nil
        #expect(bans.refusal(of: client, at: 1) == expected)
    }

    @Test func `this machine is never banned, nor is who has no address`() throws {
        let bans = ServerBans([ServerBan(.network("127.0.0.0/8"))])
        #expect(bans.refusal(of: ClientAddress(.v4(0x7F00_0001), isLocal: true), at: 0) == nil)
        #expect(bans.refusal(of: ClientAddress(.fileSystem, isLocal: true), at: 0) == nil)
        #expect(bans.refusal(of: ClientAddress(.unknown, isLocal: false), at: 0) == nil)
    }

    @Test func `a ban takes another one's place, and is taken back`() throws {
        let client = ClientAddress(.v4(0xC000_0207), isLocal: false)
        let user = UserID.issued()
        let network = try ServerBan.Subject("192.0.2.7").checked()
        var bans = ServerBans([ServerBan(network, until: 5), ServerBan(.user(user))])
        for ban in [ServerBan(network), ServerBan(.user(user), until: 5), ServerBan(.network("192.0.0.0/16"))] {
            bans.add(ban)
        }
        #expect(bans.refusal(of: client, at: 9) != nil && bans.refusal(of: user, at: 9) == nil)
        bans.remove(network)
        #expect(bans.refusal(of: client, at: 9) != nil, "the larger network is still banned")
        for subject in [network, .network("192.0.0.0/16"), .user(user)] { bans.remove(subject) }
        #expect(bans.refusal(of: client, at: 9) == nil && bans.refusal(of: user, at: 1) == nil)
    }

    @Test func `a network of IPv6 has no IPv4 address within`() throws {
        let bans = ServerBans([ServerBan(.network("0:0:0:0::/64"))])
        #expect(bans.refusal(of: ClientAddress(.v4(0x0808_0808), isLocal: false), at: 0) == nil)
        #expect(bans.refusal(of: ClientAddress(.v6(0), isLocal: false), at: 0) != nil)
    }
}
