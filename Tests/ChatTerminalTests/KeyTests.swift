import ChatCore
import Testing

@testable import ChatTerminal

@Suite struct KeyTests {
    private func keys(_ parts: [[UInt8]]) -> [Key] {
        var parser = KeyParser()
        return parts.flatMap { parser.feed($0) } + parser.flush()
    }

    private func keys(_ text: String) -> [Key] { keys([Array(text.utf8)]) }

    @Test(arguments: [
        ("a", [Key.text("a")]), ("ü", [.text("ü")]), ("👍", [.text("👍")]), ("\r", [.enter]), ("\n", [.altEnter]),
        ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{1}", [.control("a")]), ("\u{1A}", [.control("z")]),
        ("\u{1B}", [.escape]), ("\u{1B}\r", [.altEnter]), ("\u{1B}a", [.alt("a")]), ("\u{1B}\u{7F}", [.altBackspace]),
        ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[1;3A", [.altUp]), ("\u{1B}[1;5C", [.wordRight]),
        ("\u{1B}[1;5A", [.controlUp]), ("\u{1B}[1;5B", [.controlDown]), ("\u{1B}p", [.alt("p")]),
        ("\u{1B}[1;5H", [.controlHome]), ("\u{1B}[1;5F", [.controlEnd]), ("\u{1B}[7;5~", [.controlHome]),
        ("\u{1B}[7~", [.home]), ("\u{1B}[4;5~", [.controlEnd]),
        ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]), ("\u{1B}[H", [.home]),
        ("\u{1B}[4~", [.end]), ("\u{1B}[Z", [.backTab]), ("\u{1B}OP", [.function(1)]), ("\u{1B}[11~", [.function(1)]),
        // The console of Linux.
        ("\u{1B}[[A", [.function(1)]), ("\u{1B}[[Ex", [.function(5), .text("x")]), ("\u{1B}[[x", [.text("x")]),
        ("\u{1B}[[\u{1B}[A", [.up]),
        ("\u{1B}OM", [.enter]), ("\u{1B}[13;3u", [.altEnter]), ("\u{1B}[I", [.focus(true)]),
        ("\u{1B}[<0;3;5M", [.click(Place(x: 2, y: 4))]), ("\u{1B}[<0;3;5m", []), ("\u{1B}[<64;3;5M", [.wheelUp]),
        ("\u{1B}[<65;3;5M", [.wheelDown]), ("\u{1B}[200~two\rlines\u{1B}[201~", [.paste("two\rlines")]),
        ("\u{1B}[200~\u{1B}[A\u{1B}[201~x", [.paste("\u{1B}[A"), .text("x")]),
    ]) func `a terminal's bytes are keys`(bytes: String, wanted: [Key]) { #expect(keys(bytes) == wanted) }

    @Test func `however the bytes are split, the keys are the same`() {
        let bytes = Array(
            "aü👩\u{1B}[A\u{1B}[1;3B\u{1B}[[B\u{1B}OH\u{1B}x\u{1B}ü\u{1B}[200~paste\u{1B}[B ü\u{1B}[20\u{1B}[201~\u{1B}[<64;12;40Mz\u{1B}\u{1B}[5~\r"
                .utf8)
        let whole = keys([bytes])
        #expect(whole.count == 15)
        for first in 0...bytes.count {
            for second in stride(from: first, through: bytes.count, by: 3) {
                let parts = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
                #expect(keys(parts) == whole, "split at \(first) and \(second)")
            }
        }
        #expect(keys(bytes.map { [$0] }) == whole)
    }

    @Test func `an emoji of several scalars is one key`() {
        #expect(keys("👩‍👩‍👧❤️🇩🇪🇫🇷👍🏽ab") == ["👩‍👩‍👧", "❤️", "🇩🇪", "🇫🇷", "👍🏽", "a", "b"].map { .text($0) })
        #expect(keys("a\u{1B}[A\u{301}") == [.text("a"), .up, .text("\u{301}")])
    }

    @Test func `bytes that are not UTF-8 are left out, and what follows is read`() {
        #expect(keys([[0xFF, 0xC3, 0x28, 0x80, 0xE2, 0x82]]) == [.text("(")])
        #expect(keys([[0xED, 0xA0, 0x80, 0x61]]) == [.text("a")])
    }

    @Test func `a sequence without an end does not grow`() {
        let long = Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 500)
        for end in ["A", "\u{1B}[B"] {
            for parts in [[long + Array(end.utf8)], (long + Array(end.utf8)).map { [$0] }] {
                #expect(keys(parts + [Array("x".utf8)]) == (end == "A" ? [.text("x")] : [.down, .text("x")]))
            }
        }
        #expect(keys(long.map { [$0] }) == [])
    }

    @Test func `a paste is bounded`() {
        var parser = KeyParser()
        _ = parser.feed(Array("\u{1B}[200~".utf8))
        for _ in 0..<40 { _ = parser.feed(Array(repeating: UInt8(ascii: "x"), count: 65_536)) }
        let text = String(repeating: "x", count: Limits.pasteBytes)
        #expect(parser.feed(Array("\u{1B}[201~y".utf8)) == [.paste(text), .pasteCut, .text("y")])
        // A character of two bytes does not fit half.
        let wide = "\u{1B}[200~x" + String(repeating: "ü", count: Limits.pasteBytes / 2) + "\u{1B}[201~"
        let kept = "x" + String(repeating: "ü", count: Limits.pasteBytes / 2 - 1)
        #expect(parser.feed(Array(wide.utf8)) == [.paste(kept), .pasteCut])
    }

    @Test func `a paste whose end is lost is over after a silence`() {
        var parser = KeyParser()
        let none = parser.feed(Array("\u{1B}[200~half a\rline \u{1B}[20".utf8))
        #expect(none.isEmpty)
        #expect(parser.silence == Limits.pasteSilence)
        let paste = parser.flush()
        #expect(paste == [.paste("half a\rline \u{1B}[20")])
        #expect(parser.silence == nil)
        let after = parser.feed(Array("x".utf8))
        #expect(after == [.text("x")])
    }
}
