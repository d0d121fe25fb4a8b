import ChatWire
import Testing

@Suite struct TextRuleTests {
    private func code(_ text: String) -> WireError.Code? { TextRule.check(text)?.code }

    @Test func `a text has 1 to 16384 bytes`() {
        #expect(code("") == .textEmpty)
        #expect(code("x") == nil)
        for unit in ["x", "é", "😀"] {
            let count = 16_384 / unit.utf8.count
            #expect(code(String(repeating: unit, count: count)) == nil)
            #expect(code(String(repeating: unit, count: count - 1) + "x") == nil)
            #expect(code(String(repeating: unit, count: count) + "x") == .textTooLong)
        }
    }

    @Test func `a text with nothing to see is refused, and one visible character is enough`() {
        for text in [" ", "\n\t\r", "\u{200B}", "\u{200D}\u{FE0F}", "\u{2800}", "\u{3164}", "\u{E0041}", "\u{FFFC} "] {
            #expect(code(text) == .textEmpty)
            #expect(code(text + "x") == nil && code("é" + text) == nil)
        }
        for text in [".", "é", "\u{301}", "👩‍👩‍👧", "漢"] { #expect(code(text) == nil) }
    }

    @Test func `tab, line feed and carriage return are the only control characters`() {
        for value in Array(0...0x1F) + Array(0x7F...0x9F) as [UInt32] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isAllowed = [9, 10, 13].contains(value)
            // At each place of a word of eight bytes, alone among ASCII and beside something else.
            for padding in 0..<17 {
                let text = String(repeating: "x", count: padding) + String(scalar)
                for text in [text + "x", text + "xxxxxxxx", text + "é"] {
                    #expect(code(text) == (isAllowed ? nil : .textCharacters))
                }
            }
        }
    }

    @Test(arguments: ["\u{301}", "\u{489}", "\u{20DD}", "\u{1AB0}", "\u{FE20}", "\u{1D167}", "\u{34F}", "\u{E0100}"])
    func `8 combining marks in a row are allowed and 9 are not`(_ mark: String) {
        #expect(code("a" + String(repeating: mark, count: 8) + "b") == nil)
        #expect(code("a" + String(repeating: mark, count: 9) + "b") == .textCharacters)
        #expect(code(String(repeating: "a" + String(repeating: mark, count: 8), count: 50)) == nil)
        for between in ["\u{200D}", "\u{200C}", "\u{FE0F}"] {
            #expect(code("a" + String(repeating: mark + between, count: 9)) == .textCharacters)
        }
    }

    @Test(arguments: [
        "👨‍👩‍👧‍👦👍🏽❤️🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿", String(repeating: "❤️", count: 100), String(repeating: "👍🏽", count: 100), "Ünïcödé", "สวัสดีครับ", "नमस्ते क्ष्म्य",
        "שָׁלוֹם", "\u{202E}abc\u{202C}", "\u{FFFF}\u{E000}\u{378}", "a\tb\r\nc",
    ])
    func `what people write is allowed`(_ text: String) {
        #expect(code(text) == nil)
    }

    @Test func `the shortcut around Unicode's tables agrees with them`() {
        for value in UInt32(0xA0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if (0x32000..<0xE0000).contains(value) || value > 0xE0FFF { continue }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark:
                if (0xFE00...0xFE0F).contains(value) { continue }
                var text = String.UnicodeScalarView()
                text.append(contentsOf: repeatElement(scalar, count: 9))
                if code(String(text)) != .textCharacters { Issue.record("\(value) is a mark") }
            default:
                break
            }
        }
    }
}
