import ChatWire
import Testing

@Suite struct `What may be done to a message` {
    private func code(_ mutation: Mutation) -> WireError.Code? { mutation.check()?.code }

    @Test func `an edit's text follows the rule for texts`() {
        #expect(code(.edit(of: 1, text: "")) == .textEmpty)
        #expect(code(.edit(of: 1, text: String(repeating: "x", count: Limits.textBytes))) == nil)
        #expect(code(.edit(of: 1, text: String(repeating: "x", count: Limits.textBytes + 1))) == .textTooLong)
        #expect(code(.edit(of: 1, text: "a\u{7}")) == .textCharacters)
        #expect(code(.delete(of: 1)) == nil)
    }

    @Test func `the reason of a deletion is a line of at most 256 bytes`() {
        for (count, wanted) in [(0, nil), (255, nil), (256, nil), (257, WireError.Code.reason)] {
            #expect(code(.delete(of: 1, reason: String(repeating: "x", count: count))) == wanted)
        }
        for reason in ["a\nb", "a\u{202E}b", "a\u{7}b"] { #expect(code(.delete(of: 1, reason: reason)) == .reason) }
        #expect(Mutation.delete(of: 1, reason: "").content == .deletion(of: 1))
        #expect(Mutation.delete(of: 1, reason: "spam").content == .deletion(of: 1, reason: "spam"))
        #expect(Event.Content.deletion(of: 1, reason: "spam").erased(seq: 2) == .deletion(of: 1))
    }

    @Test(arguments: [
        "👍", "👍🏽", "❤", "❤️", "❤️‍🔥", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🇨🇿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "#⃣", "©️", "🫠",
    ])
    func `a reaction is one emoji`(_ emoji: String) {
        #expect(code(.react(of: 1, emoji: emoji, on: true)) == nil)
        #expect(code(.react(of: 1, emoji: emoji, on: false)) == nil)
    }

    @Test(arguments: [
        "", " ", "a b", "\n", "👍\u{A0}", "\u{2028}", "\u{7F}", "a\u{0}", "e" + String(repeating: "\u{301}", count: 9),
        "+1", "1", "#", "é", "lol", "👍👍", "👍 ", "🇨", "🇨🇿🇨", "\u{200D}", "👍\u{200D}", "\u{FE0F}",
        "👍\u{FE0F}\u{FE0F}", "🏴\u{E0067}", "😀\u{301}", "a\u{20E3}", "!\u{FE0F}\u{20E3}", " \u{20E3}", "\n\u{20E3}",
        "\u{0}\u{20E3}", "\u{1B}\u{FE0F}\u{20E3}",
    ])
    func `anything else is no reaction`(_ emoji: String) {
        #expect(code(.react(of: 1, emoji: emoji, on: true)) == .reaction)
    }

    @Test func `a reaction has 1 to 32 bytes`() {
        // 8, 4, 3 and 4 bytes, joined by three of 3 bytes each, and a selector: a sequence that no
        // font has is an emoji all the same.
        let parts = ["👍🏽", "👍", "❤", "🔥"]
        let longest = parts.joined(separator: "\u{200D}") + "\u{FE0F}"
        #expect(longest.utf8.count == 31)
        #expect(code(.react(of: 1, emoji: longest, on: true)) == nil)
        #expect(code(.react(of: 1, emoji: longest + "\u{200D}❤", on: true)) == .reaction)
    }

    @Test func `a reaction that an older server took can be taken back`() {
        for (count, wanted) in [(0, WireError.Code.reaction), (1, nil), (32, nil), (33, .reaction)] {
            #expect(code(.react(of: 1, emoji: String(repeating: "x", count: count), on: false)) == wanted)
        }
        #expect(code(.react(of: 1, emoji: "a\u{0}", on: false)) == .reaction)
    }

    private func code(type: String, data: String = "", text: String = "x") -> WireError.Code? {
        code(.message(text: text, payload: Payload(type: type, data: data)))
    }

    @Test func `a payload's type has 1 to 64 of few characters`() {
        for (count, wanted) in [(0, WireError.Code.payload), (1, nil), (63, nil), (64, nil), (65, .payload)] {
            #expect(code(type: String(repeating: "x", count: count)) == wanted)
        }
        #expect(code(type: "com.example_9.poll-2") == nil)
        for type in ["A", "a b", "a/b", "é", "a\u{301}", "a\u{0}"] { #expect(code(type: type) == .payload) }
    }

    @Test func `text and payload together have at most 16384 bytes`() {
        for (count, wanted) in [(16_379, nil), (16_380, nil), (16_381, WireError.Code.payload)] {
            #expect(code(type: "p", data: String(repeating: "x", count: count), text: "text") == wanted)
        }
        #expect(code(type: "p", data: "", text: String(repeating: "x", count: Limits.textBytes)) == nil)
        #expect(code(type: "p", data: "", text: "") == .textEmpty)
    }

    @Test func `a payload has no control characters but three`() {
        for value in UInt32(0)..<0x20 {
            let data = Unicode.Scalar(value).map { "{\"a\":1\($0)}" } ?? ""
            #expect(code(type: "p", data: data) == ([9, 10, 13].contains(value) ? nil : .payload))
        }
    }
}
