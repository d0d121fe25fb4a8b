import Testing

@testable import ChatNIO

struct OriginTests {
    private let rule = OriginRule(allowed: ["https://Chat.Example.org", "http://localhost:3000", "nonsense"])

    @Test func `who sends no origin is no browser, and allowed`() {
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
        #expect(rule.permits(origin: [origin], host: host))
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
