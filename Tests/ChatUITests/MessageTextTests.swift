import ChatModel
import ChatWire
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

    @Test func `a message that was found has what was found in bold`() throws {
        var finder = MessageFinder(.lobby)
        finder.type("tea")
        let question = try #require(finder.question)
        let hit = Event(
            seq: 7, id: EventID(high: 1, low: 1), at: 1, author: Author(user: UserID(high: 1, low: 1), name: "ann"),
            idempotencyKey: nil, content: .message(Message(text: "**Green** tea")))
        finder.take(HitsPage(messages: [hit], next: nil), of: question)
        let words = try #require(MessageHit(hit, in: finder)).words
        #expect(words == [Markup.Span("Green "), Markup.Span("tea", .bold)])
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
