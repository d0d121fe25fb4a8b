import ChatWire
import Testing

@testable import ChatRooms

/// What the list of sessions calls the program that signed in.
@Suite struct SessionProgramTests {
    private func program(_ name: String? = nil, userAgent: String? = nil) -> String? {
        try? AccountSession.program(named: name, userAgent: userAgent)
    }

    private let linux = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"

    @Test func `a program's own name counts, and then the User-Agent's`() {
        #expect(program("martlet chat (desk)", userAgent: linux) == "martlet chat (desk)")
        #expect(program(userAgent: linux) == "Firefox (Linux)")
        #expect(program("", userAgent: linux) == nil)
        #expect(program() == nil)
    }

    @Test(arguments: [
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
            "Chrome (Linux)"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
            "Edge (Windows)"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
            "Safari (macOS)"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1",
            "Chrome (iPhone)"
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15",
            "Firefox (iPad)"
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
            "Samsung Internet (Android)"
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 OPR/111.0",
            "Opera (ChromeOS)"
        ), ("Mozilla/5.0 (Haiku) Firefox/128.0", "Firefox"),
    ]) func `a browser says its name and its system`(_ header: String, _ expected: String) {
        #expect(program(userAgent: header) == expected)
    }

    @Test func `nothing of a User-Agent is stored but known words, and only its beginning is looked at`() {
        for unknown in ["", "curl/8.5.0", "Python-urllib/3.12", "Martlet/1 CFNetwork/1410 Darwin/22.6.0"] {
            #expect(program(userAgent: unknown) == nil, "\(unknown)")
        }
        #expect(program(userAgent: "\u{202E}<b>\u{1B}[31m Firefox/1 Linux \u{FFFD}") == "Firefox (Linux)")
        let far = String(repeating: "x", count: Limits.userAgentBytes)
        #expect(program(userAgent: far + " Firefox/128.0 Linux") == nil)
        // The cut may be within a character.
        #expect(program(userAgent: "Firefox/1" + String(repeating: "é", count: 5_000)) == "Firefox")
    }

    @Test func `a name is one line of bounded length, without control and direction-changing characters`() {
        #expect(program(String(repeating: "x", count: Limits.programBytes)) != nil)
        #expect(program("אן 📱 (iPhone)") != nil)
        for hostile in [
            String(repeating: "x", count: Limits.programBytes + 1), "a\nb", "a\tb", "\u{1B}[2J", "\u{9B}31m", "a\u{0}",
            "a\u{202E}b", "a\u{2066}b", "a\u{2028}b", " ", "\u{200B}", "z" + String(repeating: "\u{301}", count: 60),
        ] {
            let error = #expect(throws: WireError.self, "\(hostile.debugDescription)") {
                _ = try AccountSession.program(named: hostile, userAgent: nil)
            }
            #expect(error?.code == .badRequest)
        }
    }
}
