import Testing

@testable import ChatNIO

struct OriginTests {
    private let rule = OriginRule(allowed: ["https://Chat.Example.org", "http://localhost:3000", "nonsense"])

    @Test func `a client without an origin is no browser, and is allowed`() {
        #expect(rule.permits(origin: [], host: "a.example"))
        #expect(rule.permits(origin: [], host: nil))
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("https://a.example", "a.example"),
        ("https://A.example", "a.EXAMPLE"),
        ("https://a.example", "a.example:443"), ("https://a.example:443", "a.example"),
        ("http://a.example:80", "a.example"),
        ("http://[::1]:8080", "[::1]:8080"), ("HTTPS://a.example", "a.example"),
    ])
    func `the server's own page is allowed`(origin: String, host: String) {
        #expect(OriginRule(host: "A.example").permits(origin: [origin], host: host))
    }

    @Test(arguments: [
        "127.0.0.1", "192.168.0.7:8080", "[::1]:8080", "[fd00::1]", "localhost", "LocalHost:8080", "chat.localhost:1",
        "chat.example.org", "CHAT.example.org:8443",
    ])
    func `an address, localhost and the hosts of allowed origins are names of the server`(host: String) {
        #expect(rule.knows(host: host))
        #expect(rule.permits(origin: ["http://\(host)"], host: host))
    }

    /// A hostile page whose name was made to mean this server's address looks like its own.
    @Test(arguments: [
        "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "evillocalhost",
        "127.1", "0x7f000001", "2130706433", "127.0.0.1.", "localhost.", ".chat.example.org", "[evil.example]",
        "::1", "", ":8080", "localhost@evil.example", "evil.example#localhost", "a.example",
    ])
    func `a name that is not known is not the server's own, although its page has the same origin`(host: String) {
        #expect(!rule.knows(host: host))
        for scheme in ["http", "https"] { #expect(!rule.permits(origin: ["\(scheme)://\(host)"], host: host)) }
        #expect(rule.permits(origin: [], host: host))
    }

    @Test(arguments: ["https://chat.example.org", "https://CHAT.example.org:443", "http://localhost:3000"])
    func `what is on the list is allowed`(origin: String) {
        #expect(rule.permits(origin: [origin], host: "other.example"))
    }

    @Test(arguments: [
        "null", "", "https://evil.example", "https://chat.example.org.evil.example", "https://evilchat.example.org",
        "https://chat.example.org:8443", "http://chat.example.org", "https://chat.example.org/",
        "https://chat.example.org/x",
        "https://a.example:8443", "file://a.example", "https:a.example", "a.example", "https://x@a.example",
        "https://chаt.example.org",
        "https://a.example,https://b.example", "https://a.example https://b.example", "nonsense", "https://",
        "//a.example",
        "https://a.example\\.evil.example", "https://a.example#", "https://a.example?", "https://chat.example.org.",
    ])
    func `everything else is refused`(origin: String) {
        #expect(!rule.permits(origin: [origin], host: "a.example"))
    }

    @Test func `two origins are refused, and an own page without a host`() {
        #expect(!rule.permits(origin: ["https://a.example", "https://a.example"], host: "a.example"))
        #expect(!rule.permits(origin: ["https://a.example"], host: nil))
    }
}
