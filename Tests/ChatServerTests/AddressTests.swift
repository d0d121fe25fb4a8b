import ChatRooms
import NIOCore
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

    private func client(_ address: String) throws -> ClientAddress {
        ClientAddress(try SocketAddress(ipAddress: address, port: 1))
    }
}
