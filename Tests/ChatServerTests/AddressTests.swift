import NIOCore
import Testing

@testable import ChatServer

@Suite struct AddressTests {
    @Test(
        arguments: [
            ("203.0.113.7", [203, 0, 113, 7]), ("::ffff:203.0.113.7", [203, 0, 113, 7]),
            ("2001:db8:1:2:3:4:5:6", [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2]),
            ("2001:db8:1:2::", [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2]),
            ("2001:db8:1:3::", [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 3]),
        ] as [(String, [UInt8])])
    func `connections are counted by what one holder of an address has`(_ address: String, _ network: [UInt8]) throws {
        #expect(try SocketAddress(ipAddress: address, port: 1).network == network)
    }
}
