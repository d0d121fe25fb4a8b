import ChatTesting
import Testing

@testable import ChatTerminal

@Suite struct TextTests {
    @Test(arguments: [
        ("a", 1), ("ü", 1), ("u\u{308}", 1), ("你", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", 1), ("Ａ", 2),
        ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("☕", 2), ("1️⃣", 2),
        ("ﷺ", 1), ("क्षि", 2), ("ไทย", 3), ("e\u{301}\u{302}\u{303}", 1), ("│", 1), ("…", 1),
    ]) func `a character has its cells`(text: String, width: Int) { #expect(CellWidth.of(text) == width) }

    @Test(arguments: [
        ("\u{1B}[2J", "␛[2J"), ("\u{1B}]0;title\u{7}", "␛]0;title␇"), ("a\u{8}b", "a␈b"), ("\u{7F}", "␡"),
        ("\u{9B}31m", "\u{FFFD}31m"), ("\u{9D}0;x", "\u{FFFD}0;x"), ("\0", "␀"), ("a\u{202E}b", "a\u{FFFD}b"),
        ("a\u{2066}b\u{2069}", "a\u{FFFD}b\u{FFFD}"), ("a\u{200B}b\u{FEFF}", "ab"), ("\u{AD}x", "x"),
        ("a\tb", "a   b"), ("a\r\nb\rc\u{2028}d", "a\nb\nc\nd"), ("\u{301}x", "◌\u{301}x"), ("👩‍👧", "👩‍👧"),
        ("plain", "plain"),
    ]) func `what could control a terminal is shown`(text: String, shown: String) {
        #expect(SafeText.lines(text) == shown)
    }

    @Test func `no text brings a control character to the terminal`() {
        let hostile = String(String.UnicodeScalarView((0..<0x3100).compactMap { Unicode.Scalar($0) }))
        for scalar in SafeText.line(hostile).unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
            #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
        }
    }

    @Test func `many combining marks are few`() {
        let shown = SafeText.line("a" + String(repeating: "\u{301}", count: 500))
        #expect(shown.unicodeScalars.count <= 9)
    }

    @Test func `only plain web addresses become links`() {
        #expect(SafeText.address("http://host:1/v1/files/abc") == "http://host:1/v1/files/abc")
        #expect(SafeText.address("http://host/\u{1B}\\") == nil)
        #expect(SafeText.address("javascript:alert(1)") == nil)
        #expect(SafeText.address("HTTPS://HOST/") == "HTTPS://HOST/")
        #expect(SafeText.address("http://host/" + String(repeating: "a", count: 3_000)) == nil)
    }

    @Test(arguments: [
        ("one two three", 8, ["one two", "three"]), ("one two", 7, ["one two"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("a abcdefgh b", 6, ["a", "abcdef", "gh b"]), ("你好世界", 5, ["你好", "世界"]), ("a\n\nb", 9, ["a", "", "b"]),
        ("  indented text here", 12, ["  indented", "text here"]), ("", 5, [""]),
        ("abcd efgh", 4, ["abcd", "efgh"]), ("  abcdefgh", 6, ["  abcd", "efgh"]), ("ok 你好", 5, ["ok 你", "好"]),
        ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 4, ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]),
    ]) func `a text is wrapped between words`(text: String, width: Int, lines: [String]) {
        #expect(StyledLine.wrapped([Span(text)], width: width).map(\.text.withoutSpaces) == lines)
    }

    @Test func `no wrapped line is wider than its place`() {
        let words = ["a", "你好", "👩‍👩‍👧", "longer-word", "é", "\n", "  "]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let text = (0..<30).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            for width in [2, 3, 7, 20] {
                for line in StyledLine.wrapped([Span(text)], width: width) { #expect(line.width <= width) }
            }
        }
    }

    @Test func `what is too long is cut with an ellipsis`() {
        #expect(StyledLine("abcdef").cut(to: 4).text == "abc…")
        #expect(StyledLine("你好世").cut(to: 4).text == "你…")
        #expect(StyledLine("abc").fitted(to: 5).text == "abc  ")
    }

    @Test func `days and times are those of the user's zone`() {
        #expect(Clock.day(0, 0) == "Thursday, 1 January 1970")
        #expect(Clock.day(1_709_164_800_000, 0) == "Thursday, 29 February 2024")
        #expect(Clock.time(1_709_164_800_000, -90) == "22:30")
        #expect(Clock.day(1_709_164_800_000, -90) == "Wednesday, 28 February 2024")
    }
}

extension String {
    fileprivate var withoutSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
