import ChatRooms
import ChatWire
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatServer

@Suite struct AddressTests {
    @Test(
        arguments: [
            ("203.0.113.7", .v4(0xCB00_7107)), ("::ffff:203.0.113.7", .v4(0xCB00_7107)),
            ("2001:db8:1:2:3:4:5:6", .v6(0x2001_0DB8_0001_0002)), ("2001:db8:1:2::", .v6(0x2001_0DB8_0001_0002)),
            ("2001:db8:1:3::", .v6(0x2001_0DB8_0001_0003)), ("::2", .v6(0)),
        ] as [(String, ClientAddress.Network)])
    func `an address counts as the network that one host controls`(
        _ address: String, _ network: ClientAddress.Network
    ) throws {
        #expect(try client(address).network == network)
    }

    @Test(arguments: ["127.0.0.1", "::ffff:127.0.0.1", "::1"])
    func `the machine itself is local`(_ address: String) throws {
        #expect(try client(address).isLocal)
    }

    @Test(arguments: ["127.0.0.2", "127.1.0.1", "::ffff:127.0.0.2", "::2", "::127.0.0.1", "1::1", "10.0.0.1"])
    func `every other address is not local`(_ address: String) throws {
        #expect(try !client(address).isLocal)
    }

    @Test func `a socket of the file system is local, and a connection without an address is not`() throws {
        #expect(try ClientAddress(SocketAddress(unixDomainSocketPath: "/tmp/x")).isLocal)
        #expect(!ClientAddress(nil).isLocal)
    }

    @Test func `a log shows the network`() throws {
        #expect(try client("203.0.113.7").description == "203.0.113.7")
        #expect(try client("2001:db8:1:2:3::").description == "2001:db8:1:2::/64")
    }

    @Test func `all networks of an IPv6 site together have eight times as many connections as an address`() throws {
        let counts = AddressCounts(limit: 4)
        var open = 0
        for network in 0..<20 {
            let client = try client("2001:db8:77:\(network)::1")
            for _ in 0..<5 where counts.admit(EmbeddedChannel(), of: client) { open += 1 }
            #expect(counts.isFull(client) == (open >= 4 * Limits.addressesPerSite || network < 8))
        }
        #expect(open == 4 * Limits.addressesPerSite)
        #expect(counts.admit(EmbeddedChannel(), of: try client("2001:db8:78::1")))
        #expect(counts.admit(EmbeddedChannel(), of: try client("203.0.113.7")))
    }

    @Test func `connections that close make room for others of their site`() throws {
        let counts = AddressCounts(limit: 1)
        var channels: [EmbeddedChannel] = []
        for network in 0..<Limits.addressesPerSite {
            let channel = EmbeddedChannel()
            #expect(counts.admit(channel, of: try client("2001:db8:77:\(network)::1")))
            channels.append(channel)
        }
        let next = try client("2001:db8:77:ff::1")
        #expect(!counts.admit(EmbeddedChannel(), of: next))
        _ = try channels[0].finish()
        #expect(counts.admit(EmbeddedChannel(), of: next))
    }

    @Test func `all networks of an IPv6 site together have a budget, and other addresses one of their own`() throws {
        let budgets = AddressBudgets(AddressBudget.Rates(), clock: ServerClock { (wall: 0, monotonic: 0) })
        var sent = 0
        for network in 0..<50 {
            let budget = try #require(budgets.budget(of: try client("2001:db8:77:\(network)::1")))
            for _ in 0..<Limits.addressMessageBurst where budget.refusal(ofMessage: 1, at: 0) == nil { sent += 1 }
        }
        #expect(sent == Limits.addressMessageBurst * Limits.addressesPerSite)
        let other = try #require(budgets.budget(of: try client("203.0.113.7")))
        #expect(other.refusal(ofMessage: 1, at: 0) == nil)
    }

    private func client(_ address: String) throws -> ClientAddress {
        ClientAddress(try SocketAddress(ipAddress: address, port: 1))
    }
}
