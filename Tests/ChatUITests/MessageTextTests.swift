import ChatModel
import Foundation
import Testing

@testable import ChatUI

struct MessageTextTests {
    @Test func `attributes name links, and the characters stay`() {
        let attributed = [
            Markup.Span("go "), Markup.Span("x", .code), Markup.Span(" "),
            Markup.Span("https://a.example", link: "https://a.example"),
        ].attributed
        #expect(String(attributed.characters) == "go x https://a.example")
        #expect(attributed.runs.compactMap(\.link) == [URL(string: "https://a.example")!])
        #if canImport(Darwin)
            #expect(attributed.runs.contains { $0.inlinePresentationIntent == .code })
        #endif
    }

    @Test func `only emoji are drawn large`() {
        #expect("👍🏽".isOnlyEmoji())
        #expect("👩‍👩‍👧 ❤️".isOnlyEmoji())
        #expect(!"12".isOnlyEmoji())
        #expect(!"👍 yes".isOnlyEmoji())
        #expect(!" ".isOnlyEmoji())
        #expect(!"👍👍👍👍👍👍👍".isOnlyEmoji())
    }
}
