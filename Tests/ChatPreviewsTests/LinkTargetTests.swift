import ChatWire
import Foundation
import Testing

@testable import ChatPreviews

struct LinkTargetTests {
    @Test(arguments: [
        ("https://example.org/a?b#c", "example.org", 443), ("http://example.org", "example.org", 80),
        ("HTTP://EXAMPLE.org/", "EXAMPLE.org", 80), ("https://example.org:8443/", "example.org", 8_443),
        ("https://a_b.example-x.org./", "a_b.example-x.org.", 443), ("http://127.0.0.1/", "127.0.0.1", 80),
        ("http://[2606:4700::1111]:80/", "2606:4700::1111", 80), ("https://example.org:65535/", "example.org", 65_535),
    ])
    func `web addresses are fetched`(_ text: String, _ host: String, _ port: Int) throws {
        let target = try #require(LinkTarget(text))
        #expect(target.host == host)
        #expect(target.port == port)
    }

    @Test(arguments: [
        "", "example.org", "//example.org/", "ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)",
        "gopher://example.org/", "http:", "http:///a", "http://", "https://user@example.org/", "https://@example.org/",
        "https://user:word@example.org/", "https://:word@example.org/", "https://:@example.org/",
        "https://example.org@127.0.0.1/", "https://exa%6Dple.org/", "https://example.org%2f.evil.org/",
        "https://example.org%00.evil.org/", "http://[fe80::1%25eth0]/", "https://exa mple.org/",
        "https://example.org:0/", "https://example.org:65536/", "https://example.org:99999/", "https://example.org:-1/",
        "https://a,b/", "https://a!b/", "https://$(id)/",
    ])
    func `other addresses are not`(_ text: String) {
        #expect(LinkTarget(text) == nil)
    }

    @Test func `an international name becomes one of plain characters, or is not fetched`() {
        for text in ["https://bücher.example/", "https://pаypal.example/", "https://例え.jp/"] {
            guard let target = LinkTarget(text) else { continue }
            #expect(target.host.utf8.allSatisfy { $0 < 0x80 })
            #expect(target.host.contains("xn--"))
        }
    }

    @Test func `a long address or host is not fetched`() {
        let start = "https://example.org/"
        let longest = start + String(repeating: "a", count: Limits.previewAddressBytes - start.utf8.count)
        #expect(LinkTarget(longest) != nil)
        #expect(LinkTarget(longest + "a") == nil)
        let labels = Array(repeating: "abcdefg", count: 31).joined(separator: ".")
        #expect(LinkTarget("https://\(labels).abcde/") != nil)
        #expect(LinkTarget("https://\(labels).abcdef/") == nil)
    }

    @Test func `a redirect is read relative to its page`() throws {
        let base = try #require(URL(string: "https://example.org/a/b?c"))
        #expect(LinkTarget("../d", relativeTo: base)?.url.absoluteString == "https://example.org/d")
        #expect(LinkTarget("//example.net/e", relativeTo: base)?.host == "example.net")
        #expect(LinkTarget("http://127.0.0.1/", relativeTo: base)?.host == "127.0.0.1")
        #expect(LinkTarget("//user@example.net/", relativeTo: base) == nil)
        #expect(LinkTarget("file:///etc/passwd", relativeTo: base) == nil)
    }
}
