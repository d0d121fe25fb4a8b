import ChatServer
import Testing

@testable import ChatPreviews

struct ReachableNetworksTests {
    private func reach(_ text: String, port: Int = 443, allowed: [String] = []) throws -> Bool {
        let address = try #require(IPAddress(text))
        return ReachableNetworks(allowed: allowed.compactMap { AddressNetwork($0) }).canReach(address, port: port)
    }

    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "169.253.1.1", "192.0.1.1",
        "198.17.0.1", "223.255.255.255", "11.0.0.1", "126.0.0.1", "128.0.0.1", "::ffff:8.8.8.8", "2606:4700::1111",
        "2001:4860:4860::8888", "2a00:1450::1", "2003::1", "2400:cb00::1",
    ])
    func `public addresses are reached`(_ address: String) throws {
        #expect(try reach(address))
        #expect(try reach(address, port: 80))
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.1.2.3",
        "168.63.129.16", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1",
        "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
        "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1", "200::1", "1fff::1",
        "2001::1", "2001:0:7f00:1::", "2001:db8::1", "2002:7f00:1::1", "2002:808:808::1", "3fff::1", "4000::1",
        "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "8000::1",
    ])
    func `addresses that only the server can reach are not`(_ address: String) throws {
        #expect(try !reach(address))
        #expect(try !reach(address, port: 80))
    }

    @Test(arguments: [0, 1, 22, 25, 79, 81, 442, 444, 6_379, 8_080, 65_535])
    func `other ports are not reached`(_ port: Int) throws {
        #expect(try !reach("8.8.8.8", port: port))
    }

    @Test func `an operator's networks are reached at every port`() throws {
        let allowed = ["10.1.0.0/16", "fd00::/8"]
        #expect(try reach("10.1.2.3", port: 8_080, allowed: allowed))
        #expect(try reach("::ffff:10.1.2.3", port: 8_080, allowed: allowed))
        #expect(try reach("fd00::1", port: 8_080, allowed: allowed))
        #expect(try !reach("10.2.0.1", allowed: allowed))
        #expect(try !reach("fc00::1", allowed: allowed))
        #expect(try !reach("8.8.8.8", port: 8_080, allowed: allowed))
        #expect(try !reach("127.0.0.1", port: 8_080, allowed: allowed))
    }
}
