import ChatModel
import Foundation
import Testing

@testable import ChatUI

struct MessageTextTests {
    private func spans(_ text: String) -> [MessageText.Span] {
        MessageText(text).blocks.flatMap { block -> [MessageText.Span] in
            if case .prose(let spans) = block { spans } else { [] }
        }
    }

    private func links(_ text: String) -> [String] {
        spans(text).compactMap { if case .link(let written, _) = $0 { written } else { nil } }
    }

    @Test func `an address is a link without the punctuation of its sentence`() {
        #expect(
            spans("See https://swift.org/documentation, or (http://en.wikipedia.org/wiki/Martlet_(bird))!") == [
                .plain("See "),
                .link("https://swift.org/documentation", URL(string: "https://swift.org/documentation")!),
                .plain(", or ("),
                .link(
                    "http://en.wikipedia.org/wiki/Martlet_(bird)",
                    URL(string: "http://en.wikipedia.org/wiki/Martlet_(bird)")!),
                .plain(")!"),
            ])
    }

    @Test(arguments: [
        "https://bank.example@evil.example/", "https://", "http:///path", "xhttps://swift.org",
        "https://xn\u{202E}gro.tfiws",
        "https://b\u{430}nk.example/", "https://ex%61mple.org",
    ])
    func `what seems to lead elsewhere, or nowhere, is no link`(text: String) {
        #expect(links(text).allSatisfy { $0 == "https://xn" })
        #expect(spans(text).map(\.text).joined() == text)
    }

    @Test func `a path in any letters is a link, percent-encoded`() throws {
        let text = MessageText("https://example.org/straße?q=ü[1]#ö")
        #expect(text.links.first?.absoluteString == "https://example.org/stra%C3%9Fe?q=%C3%BC%5B1%5D#%C3%B6")
    }

    @Test func `code stands between back-ticks of one line, and links in it are code`() {
        #expect(spans("run `make test` now") == [.plain("run "), .code("make test"), .plain(" now")])
        #expect(spans("`http://a.example`") == [.code("http://a.example")])
        #expect(spans("a ` b\n` c") == [.plain("a ` b\n` c")])
        #expect(spans("``") == [.plain("``")])
    }

    @Test func `a block of code stands between fences, and a lone fence is text`() {
        #expect(
            MessageText("look:\n```\nlet a = 1\n  let b = `2`\n```\nfine").blocks == [
                .prose([.plain("look:")]), .code("let a = 1\n  let b = `2`"), .prose([.plain("fine")]),
            ])
        #expect(MessageText("a ``` b").blocks == [.prose([.plain("a ``` b")])])
    }

    @Test func `a summary is one line`() {
        #expect(MessageSummary.of("one\ntwo  ```\nlet a\n``` `x`") == "one two let a x")
        #expect(MessageSummary.of("abcdef", limit: 3) == "abc…")
        #expect(MessageSummary.of("abc", limit: 3) == "abc")
    }

    @Test func `attributes name links, and the characters stay`() {
        let attributed = spans("go `x` https://a.example").attributed
        #expect(String(attributed.characters) == "go x https://a.example")
        #expect(attributed.runs.compactMap(\.link) == [URL(string: "https://a.example")!])
        #if canImport(Darwin)
            #expect(attributed.runs.contains { $0.inlinePresentationIntent == .code })
        #endif
    }

    /// Steps are counted by what is put together again: every character of a hostile text is in the
    /// result once, and the longest that may be sent is done at once (a quadratic scan of it would
    /// take minutes).
    @Test(arguments: [
        "`", "``", "```", "`a\n", "http://", "http://(", "http://a(", "h", "!", "https://a.b ```", "http://[", ")",
    ])
    func `the longest hostile text costs no more than its length`(piece: String) {
        let text = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
        let parsed = MessageText(text)
        let count = parsed.blocks.reduce(0) { sum, block in
            switch block {
            case .code(let code): sum + code.utf8.count
            case .prose(let spans): sum + spans.reduce(0) { $0 + $1.text.utf8.count }
            }
        }
        #expect(count <= text.utf8.count)
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
