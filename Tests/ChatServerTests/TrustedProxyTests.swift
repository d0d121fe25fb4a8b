import ChatRooms
import ChatTesting
import Logging
import NIOCore
import Testing

@testable import ChatServer

struct TrustedProxyTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
        ("10.1.2.3", "10.1.2.4", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("0.0.0.0/0", "9.9.9.9", true),
        ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "9.9.9.9", true), ("fd00::/8", "fdff::1", true),
        ("fd00::/8", "fe00::1", false), ("2001:db8::/65", "2001:db8::1", true),
        ("2001:db8::/65", "2001:db8:0:0:8000::1", false), ("::1", "::1", true), ("::1/128", "::2", false),
    ])
    func `a network holds its addresses`(_ network: String, _ address: String, _ holds: Bool) throws {
        let network = try #require(AddressNetwork(network))
        #expect(network.contains(try #require(IPAddress(address))) == holds)
    }

    @Test(arguments: [
        "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "::/129", "10.0.0",
        "localhost", "fe80::1%eth0",
        "10.0.0.0\0", "٣.0.0.1",
    ])
    func `what is no network`(_ text: String) { #expect(AddressNetwork(text) == nil) }

    @Test(arguments: [
        (["192.0.2.1"], "192.0.2.1"), (["1.1.1.1, 192.0.2.1"], "192.0.2.1"), (["192.0.2.1", "10.0.0.2"], "192.0.2.1"),
        (["6.6.6.6, 192.0.2.1, 10.0.0.2,10.0.0.3 "], "192.0.2.1"), (["192.0.2.1:4711"], "192.0.2.1"),
        (["[2001:db8::1]:4711"], "2001:db8:0:0::/64"), (["2001:db8::1"], "2001:db8:0:0::/64"),
        (["garbage, 192.0.2.1"], "192.0.2.1"), (["192.0.2.1, garbage"], "unknown"), (["192.0.2.1,"], "unknown"),
        (["192.0.2.1, unknown, 10.0.0.2"], "unknown"), (["10.0.0.9, 10.0.0.2"], "10.0.0.9"),
        (["::ffff:192.0.2.1"], "192.0.2.1"),
        (["127.0.0.1"], "127.0.0.1"), ([""], "unknown"),
        // U+0600 and the comma behind it are one character.
        (["6.6.6.6\u{600}, 192.0.2.1"], "192.0.2.1"),
    ])
    func `the last address that is no proxy counts`(_ values: [String], _ client: String) throws {
        let found = origin(.xForwardedFor, ["x-forwarded-for": values])
        #expect(found.client?.description == client)
        #expect(found.client?.isLocal == false, "a claim switches off no limit")
    }

    @Test(arguments: [
        (["for=192.0.2.1"], "192.0.2.1", false), (["For=192.0.2.1;Proto=HTTPS;by=10.0.0.2"], "192.0.2.1", true),
        (["for=\"[2001:db8::1]:4711\";proto=http"], "2001:db8:0:0::/64", false),
        (["for=1.1.1.1, for=192.0.2.1"], "192.0.2.1", false),
        (["for=192.0.2.1;proto=https, for=10.0.0.2;proto=http"], "192.0.2.1", true),
        (["for=unknown"], "unknown", false),
        (["for=_hidden"], "unknown", false), (["proto=https"], "unknown", true),
        (["for=1.1.1.1;for=192.0.2.1"], "unknown", false),
        // A client's open quote does not swallow what the proxy adds.
        (["for=\"1.1.1.1, for=192.0.2.1"], "192.0.2.1", false), (["for=\"", "for=192.0.2.1"], "192.0.2.1", false),
        (["for=\"1.1.1.1;x=\\\", for=192.0.2.1"], "192.0.2.1", false), (["for=\"192.0.2.1:80\""], "192.0.2.1", false),
        (["for=6.6.6.6;x=\"a,b\", for=192.0.2.1;x=\"a,b\""], "192.0.2.1", false),
        (["for=6.6.6.6\u{600}, for=192.0.2.1"], "192.0.2.1", false),
    ])
    func `the header of RFC 7239`(_ values: [String], _ client: String, _ isSecure: Bool) throws {
        let found = origin(
            .forwarded, ["forwarded": values, "x-forwarded-for": ["6.6.6.6"], "x-forwarded-proto": ["https"]])
        #expect(found.client?.description == client)
        #expect(found.isSecure == isSecure)
    }

    @Test func `only the header that was named is read`() {
        #expect(origin(.xForwardedFor, ["forwarded": ["for=192.0.2.1;proto=https"]]).client == nil)
        #expect(origin(.forwarded, ["x-forwarded-for": ["192.0.2.1"]]).client == nil)
        #expect(
            origin(.proxyProtocol, ["x-forwarded-for": ["192.0.2.1"], "forwarded": ["for=192.0.2.1"]]).client == nil)
        #expect(
            origin(.xForwardedFor, ["x-forwarded-for": ["192.0.2.1"], "x-forwarded-proto": ["http", "https"]]).isSecure)
        #expect(
            !origin(.xForwardedFor, ["x-forwarded-for": ["192.0.2.1"], "x-forwarded-proto": ["https, http"]]).isSecure)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("10.2.3.4", true), ("172.31.0.1", true), ("172.32.0.1", false), ("192.168.1.1", true),
        ("100.64.0.1", true), ("::1", true), ("fd12::1", true), ("fe80::1", true), ("::ffff:10.0.0.1", true),
        ("203.0.113.1", false), ("2001:db8::1", false),
    ])
    func `a forgotten proxy is looked for in this machine's networks`(_ address: String, _ isLookedAt: Bool) throws {
        let unnamed = UnnamedProxy(logger: .silent)
        #expect((unnamed.peer(at: try SocketAddress(ipAddress: address, port: 1)) != nil) == isLookedAt)
        #expect(unnamed.peer(at: nil) == nil)
    }

    @Test(arguments: ["x-forwarded-for", "forwarded", "via"]) func `a header tells that a proxy passed a request on`(
        _ header: String
    ) {
        #expect(UnnamedProxy.isPassedOn { $0 == header ? ["1.1 somewhere"] : [] })
        #expect(!UnnamedProxy.isPassedOn { _ in [] })
    }

    @Test func `two hundred hops, and two hundred proxies`() {
        let hops = (0..<200).map { "8.8.\($0).8" } + ["192.0.2.1", "10.0.0.2"]
        #expect(
            origin(.xForwardedFor, ["x-forwarded-for": [hops.joined(separator: ",")]]).client?.description
                == "192.0.2.1")
        #expect(origin(.xForwardedFor, ["x-forwarded-for": hops]).client?.description == "192.0.2.1")
        let proxies = Array(repeating: "10.0.0.2", count: 200)
        #expect(origin(.xForwardedFor, ["x-forwarded-for": ["192.0.2.1"] + proxies]).client?.description == "10.0.0.2")
    }

    @Test func `no header traps`() {
        var random = SeededGenerator(seed: 1)
        let pieces = [
            "for=", "\"", ",", ";", "=", "[", "]", "::", "1.2.3.4", "10.0.0.2", " ", "\\", "proto", "é", "\u{0}", ":80",
            "\t",
        ]
        for _ in 0..<5_000 {
            let value = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            let values = [value.joined(), value.reversed().joined()]
            _ = origin(.forwarded, ["forwarded": values])
            _ = origin(.xForwardedFor, ["x-forwarded-for": values, "x-forwarded-proto": values])
        }
    }

    private func origin(_ kind: ProxyHeaderKind, _ headers: [String: [String]]) -> (
        client: ClientAddress?, isSecure: Bool
    ) {
        TrustedProxies(["10.0.0.0/24", "127.0.0.1"], kind).origin { headers[$0] ?? [] }
    }
}

struct ProxyHeaderTests {
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
    private static let v4 = signature + [0x21, 0x11, 0, 12, 192, 0, 2, 1, 10, 0, 0, 1, 1, 1, 2, 2]
    private static let v6 =
        signature + [0x21, 0x21, 0, 36, 0x20, 1, 13, 0xB8] + Array(repeating: 0, count: 11) + [1]
        + Array(repeating: 0, count: 20)

    private static var headers: [([UInt8], ProxyHeader.Outcome)] {
        [
            (v4, .client(IPAddress("192.0.2.1"), bytes: 28)), (v6, .client(IPAddress("2001:db8::1"), bytes: 52)),
            (signature + [0x20, 0, 0, 0], .own(bytes: 16)), (signature + [0x21, 0, 0, 0], .client(nil, bytes: 16)),
            (signature + [0x21, 0x31, 0, 2, 1, 1], .client(nil, bytes: 18)),
            (
                signature + [0x21, 0x11, 0, 15] + Array(v4.dropFirst(16)) + [4, 0, 0],
                .client(IPAddress("192.0.2.1"), bytes: 31)
            ),
            (Array("PROXY TCP4 192.0.2.1 10.0.0.1 1 2\r\n".utf8), .client(IPAddress("192.0.2.1"), bytes: 35)),
            (Array("PROXY TCP6 2001:db8::1 ::1 1 2\r\n".utf8), .client(IPAddress("2001:db8::1"), bytes: 32)),
            (Array("PROXY UNKNOWN\r\n".utf8), .client(nil, bytes: 15)),
            (Array("PROXY UNKNOWN a b c d\r\n".utf8), .client(nil, bytes: 23)),
        ]
    }

    @Test func `headers are read in any pieces, and what follows is left`() {
        for (bytes, outcome) in Self.headers {
            for count in bytes.indices { #expect(read(Array(bytes.prefix(count))) == .incomplete) }
            #expect(read(bytes) == outcome)
            #expect(read(bytes + Array("GET / HTTP/1.1".utf8)) == outcome)
        }
    }

    @Test func `what is no header is known at once`() {
        let signature = Self.signature
        for bytes in [
            Array("GET / HTTP/1.1\r\n".utf8), Array("PROXX".utf8), [0x16], [13, 10, 13, 11], signature + [0x11],
            signature + [0x22],
            signature + [0x21, 0x11, 0xFF, 0xFF], signature + [0x21, 0x11, 0, 4, 1, 2, 3, 4],
            signature + [0x21, 0x21, 0, 12] + Array(repeating: 0, count: 12),
            Array("PROXY TCP4 192.0.2.1 10.0.0.1 1\r\n".utf8), Array("PROXY TCP4 x y 1 2\r\n".utf8),
            Array("PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n".utf8),
            Array(("PROXY UNKNOWN " + String(repeating: "x", count: 100)).utf8), Array("PROXY \r\n".utf8),
        ] { #expect(read(bytes) == .invalid, "\(bytes)") }
    }

    @Test func `no header traps`() {
        var random = SeededGenerator(seed: 2)
        let headers = Self.headers
        for _ in 0..<20_000 {
            var (bytes, _) = headers.randomElement(using: &random) ?? ([], .invalid)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = read(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
    }

    private func read(_ bytes: [UInt8]) -> ProxyHeader.Outcome { ProxyHeader.read(ByteBuffer(bytes: bytes)) }
}
