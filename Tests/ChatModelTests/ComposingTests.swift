import ChatWire
import Testing

@testable import ChatModel

@Suite struct ComposingTests {
    @Test func `a text is sent without white space at its ends, and a file needs none`() {
        #expect(ComposedText("  ä\u{3000}\n").said == "ä")
        #expect(ComposedText(" \n  if a:\n    b \n").said == "  if a:\n    b")
        let empty = ComposedText("\u{200B} ")
        #expect(!empty.canSend(mayBeEmpty: false) && empty.canSend(mayBeEmpty: true) && empty.problem == nil)
        let control = ComposedText("a\u{7}")
        #expect(!control.canSend(mayBeEmpty: true) && control.problem != nil)
    }

    @Test func `bytes are counted near the limit that the server has, and characters beyond it`() {
        #expect(ComposedText(String(repeating: "a", count: 499), most: 1_000).counter == nil)
        #expect(ComposedText(String(repeating: "a", count: 500), most: 1_000).counter == "500 bytes left")
        #expect(ComposedText(String(repeating: "a", count: 999), most: 1_000).counter == "1 byte left")
        let long = ComposedText(String(repeating: "a", count: 999) + "👩‍👩‍👧‍👦", most: 1_000)
        #expect(long.counter == nil && !long.canSend(mayBeEmpty: true))
        #expect(long.problem == "1 character too many. Shorten the text, or send it in parts.")
        // A text of more than twice the limit is not counted.
        let endless = ComposedText(String(repeating: "a", count: 2 * Limits.textBytes + 1))
        #expect(endless.problem == TextRule.check(endless.said)?.text)
    }

    @Test func `an edit that changes nothing is none, and a file without its text has its name`() {
        #expect(ComposedText(" hello ").edit(of: 3, from: "hello\n", file: nil) == nil)
        #expect(ComposedText("").edit(of: 3, from: "", file: "a.jpg") == nil)
        #expect(ComposedText("hello").edit(of: 3, from: "helo", file: nil) == .edit(of: 3, text: "hello"))
        #expect(ComposedText(" ").edit(of: 3, from: "A swift", file: "a.jpg") == .edit(of: 3, text: "a.jpg"))
        // The server refuses it.
        #expect(ComposedText("").edit(of: 3, from: nil, file: nil) == .edit(of: 3, text: ""))
    }

    @Test func `a chosen file is refused with the reason`() {
        func refusal(_ size: UInt64?, _ width: UInt64 = 1, most: UInt64 = 26_214_400) -> String? {
            FileChoice(name: "x", size: size, dimensions: .init(width: width, height: 1_000)).refusal(most: most)
        }
        let name = Sentences.isolated("x")
        #expect(refusal(26_214_400) == nil && refusal(nil) == nil && refusal(1, 50_000) == nil)
        #expect(refusal(0) == "“\(name)” is empty.")
        #expect(
            refusal(26_214_401) == "“\(name)” is a little too large: a file can have at most 25 MB.")
        #expect(
            refusal(52_428_800) == "“\(name)” is too large: a file can have at most 25 MB; this one has 50 MB.")
        #expect(refusal(1, most: 0) == "This server does not accept files.")
        #expect(
            refusal(nil, 50_001)
                == "“\(name)” is too large: it has 51 megapixels (50001 × 1000); a picture can have at most 50. Make it smaller first."
        )
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 KB"), (1_536, "1.5 KB"), (10_137, "9.9 KB"),
        (10_188, "9.9 KB"), (10_189, "10 KB"), (10_751, "10 KB"), (183_402, "179 KB"), (1_023_487, "999 KB"),
        (1_023_488, "1 MB"),
        (2_516_582, "2.4 MB"),
        (26_214_400, "25 MB"), (1_073_741_824, "1 GB"), (1 << 53, "8388608 GB"),
    ])
    func `a size is said in words`(size: UInt64, words: String) { #expect(Sentences.size(size) == words) }

    @Test func `the server is asked for a preview again where it may answer`() {
        func pause(_ status: Int, after seconds: String? = nil) -> Int64? {
            ServerAnswer(status: status, retryAfter: seconds).previewPause
        }
        #expect(pause(429, after: "1") == 1_000 && pause(503) == 10_000 && pause(401) == 10_000)
        #expect(pause(502, after: "86400") == 300_000 && pause(404) == nil && pause(200) == nil)
        #expect(WireError(.overloaded, "Later.", retry: 0).previewPause == 1)
        #expect(WireError(.tokenRefused, "No.").previewPause == 10_000)
        #expect(WireError(.noSuchMessage, "No.").previewPause == nil)
    }
}
