import ChatCore
import Foundation
import Testing

struct ServerAddressTests {
    @Test(arguments: [
        ("chat.example.org", "wss://chat.example.org"), (" Chat.Example.org/?x#y ", "wss://chat.example.org"),
        ("chat.example.org:8443", "wss://chat.example.org:8443"),
        ("chat.example.org:80", "wss://chat.example.org:80"),
        ("http://chat.example.org", "ws://chat.example.org"),
        ("WS://chat.example.org:443", "ws://chat.example.org:443"),
        ("HTTPS://chat.example.org:8443/martlet/", "wss://chat.example.org:8443/martlet"),
        ("chat.example.org/a/b?x", "wss://chat.example.org/a/b"),
        ("https://localhost", "wss://localhost"), ("http://localhost", "ws://localhost"),
        ("localhost", "ws://localhost:8080"), ("a.localhost", "ws://a.localhost:8080"),
        ("127.0.0.1:9000", "ws://127.0.0.1:9000"), ("127.0.0.256", "wss://127.0.0.256"),
        ("[::1]:8080", "ws://[::1]:8080"), ("[2001:DB8::1]", "wss://[2001:db8::1]"),
        // A private address may be anybody's: only this machine is spoken to in plain text unasked.
        ("192.168.1.20:9000", "wss://192.168.1.20:9000"), ("mac.local", "wss://mac.local"),
        ("http://10.0.0.1:8080", "ws://10.0.0.1:8080"),
    ])
    func `an address says host, port and whether it uses TLS`(text: String, url: String) {
        #expect(ServerAddress(text)?.url?.absoluteString == url)
    }

    @Test(arguments: [
        "", " ", "https://", "ftp://a.example", "a b", "user@a.example", "a..b", "-a.example", "a.example:0",
        "a.example:65536", "a.example:80x", "a.example:", "[::1", "[a.example]", "a_b.example", "bücher.example",
        ":8080", "a.example/x y", "a.example/\r\nHost:b", "a.example/ü",
        String(repeating: "a.", count: 126) + "aa", "a.example/" + String(repeating: "a", count: 512),
    ])
    func `what is no address is refused`(text: String) {
        #expect(ServerAddress(text) == nil)
    }

    @Test(arguments: [
        "chat.example.org", "http://chat.example.org:8080", "https://localhost:1", "[::1]", "ws://10.0.0.1/martlet",
    ])
    func `the text of an address reads as the same address`(text: String) throws {
        let address = try #require(ServerAddress(text))
        #expect(ServerAddress(address.text) == address)
        #expect(try JSONDecoder().decode(ServerAddress.self, from: JSONEncoder().encode(address)) == address)
    }

    @Test func `a request names host and port, and goes below the base path`() throws {
        let address = try #require(ServerAddress("http://[::1]/martlet/"))
        #expect(address.authority == "[::1]:80" && address.title == "[::1]")
        #expect(address.url(of: "/v1/files/x")?.absoluteString == "http://[::1]/martlet/v1/files/x")
    }
}
