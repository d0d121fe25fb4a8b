import Foundation
import Testing

@testable import ChatWire

private func accepts(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { (try? JSONReader.read($0)) != nil }
}

private func accepts(_ text: String) -> Bool { accepts(Array(text.utf8)) }

/// The content of the one string in `["…"]`.
private func content(_ json: String) -> String? {
    Array(json.utf8).withUnsafeBufferPointer {
        guard let document = try? JSONReader.read($0), document.nodes.count == 2 else { return nil }
        return document.string(document.nodes[1])
    }
}

@Suite struct JSONReaderTests {
    @Test(arguments: [
        "{}", "[]", " \t\r\n{ } ", "null", "true", "false", "0", "-0", "1.0", "1e2", "1E+2", "1e-2", "-1.5e300",
        "1e400",
        "12345678901234567890123", "\"\"", #"{"a":1,"b":[1,2,{"c":null}]}"#, #"{"a":{"a":{"a":0}}}"#, #"{"":0}"#,
        #""\"\\\/\b\f\n\r\t\u0041""#, #""\ud83d\ude00""#, #""\uD83D\uDE00""#, "\"é€😀\u{10FFFF}\u{FFFF}\u{7F}\u{80}\"",
        #"[1,[2],"3"]"#, #"{"a":1,"A":2}"#, #"{"é":1,"e\u0301":2}"#,
    ])
    func `JSON is accepted`(_ text: String) {
        #expect(accepts(text))
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "[1", "[1,", "[1,]", "[,1]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
        #"{"a" 1}"#,
        #"{a:1}"#, #"{'a':1}"#, #"{1:1}"#, "nul", "nulll", "True", "NaN", "Infinity", "-", "+1", "01", "-01", "00",
        "1.",
        ".5", "1.e2", "1e", "1e+", "0x1", "1_0", "--1", "\"", "\"a", #""\"#, #""\x""#, #""\u12""#, #""\u12G4""#,
        #""\u+123""#,
        "{} {}", "{}x", "[]]", "1 2", "/**/1", "{}//", "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", #""\u0000""#,
        "\u{0}",
        "{}\u{0}", "\u{FEFF}{}", "\u{A0}1", "\u{0B}1", #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d""#, #""\ud83dx""#,
        #""\ud83d\n""#, #""\ude00\ud83d""#, #""\uDBFF""#, #"{"\ud800":1}"#, #"{"x":"\udfff"}"#,
    ])
    func `anything else is refused`(_ text: String) {
        #expect(!accepts(text))
    }

    @Test func `long keys that differ in one byte are two, wherever it is and however they are written`() {
        let key = "0123456789abcdefghijk"
        for (index, letter) in key.enumerated() {
            let other = key.prefix(index) + "_" + key.dropFirst(index + 1)
            #expect(accepts("{\"\(key)\":1,\"\(other)\":2}"))
            let escaped =
                key.prefix(index) + "\\u00" + String(letter.asciiValue ?? 0, radix: 16) + key.dropFirst(index + 1)
            #expect(!accepts("{\"\(key)\":1,\"\(escaped)\":2}"))
            #expect(!accepts("{\"\(escaped)\":1,\"\(escaped)\":2}"))
            #expect(accepts("{\"\(other)\":1,\"\(escaped)\":2}"))
        }
    }

    @Test(arguments: [
        #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"\u0061":3}"#, #"{"\u0061":1,"a":3}"#, #"{"":1,"":2}"#,
        #"{"x":[{"é":1,"\u00e9":2}]}"#, #"{"\ud83d\ude00":1,"😀":2}"#, #"{"a":{"b":1,"b":1}}"#, #"{"\n":1,"\u000A":1}"#,
    ])
    func `a repeated key is refused however it is written and however deep`(_ text: String) {
        #expect(!accepts(text))
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
            [0x80],
            [0xBF], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC2, 0x41], [0xE2, 0x82, 0x41],
            [0xF0, 0x9F, 0x98, 0x41],
        ] as [[UInt8]])
    func `invalid UTF-8 is refused wherever it stands`(_ bytes: [UInt8]) {
        for padding in 0..<9 {
            let before = [0x22] + Array(repeating: UInt8(ascii: "x"), count: padding)
            #expect(!accepts(before + bytes + [0x22]))
            #expect(!accepts(before + bytes))
            #expect(!accepts([UInt8(ascii: "{")] + before + bytes + Array("\":1}".utf8)))
        }
        #expect(!accepts(bytes))
    }

    @Test func `UTF-16 and UTF-32 are refused`() throws {
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
            #expect(!accepts(Array(try #require(#"{"a":1}"#.data(using: encoding)))))
        }
    }

    @Test func `nesting of 32 is read and of 33 refused`() {
        func nested(_ open: String, _ close: String, _ depth: Int) -> String {
            String(repeating: open, count: depth) + String(repeating: close, count: depth)
        }
        #expect(accepts(nested("[", "]", 32)))
        #expect(!accepts(nested("[", "]", 33)))
        #expect(accepts(String(repeating: #"{"a":"#, count: 31) + "{}" + String(repeating: "}", count: 31)))
        #expect(!accepts(String(repeating: #"{"a":"#, count: 32) + "{}" + String(repeating: "}", count: 32)))
        #expect(!accepts(String(repeating: "[", count: 100_000)))
        #expect(!accepts(String(repeating: #"{"a":["#, count: 100_000)))
    }

    @Test func `64 keys are read and 65 refused in every object`() {
        func object(_ keys: Int) -> String { "{" + (0..<keys).map { "\"k\($0)\":0" }.joined(separator: ",") + "}" }
        #expect(accepts(object(64)))
        #expect(!accepts(object(65)))
        #expect(accepts("[\(object(64)),\(object(64))]"))
        #expect(!accepts("[{},\(object(65))]"))
        #expect(!accepts(#"{"a":\#(object(65))}"#))
    }

    @Test func `every Unicode scalar comes through as it is and escaped`() {
        for value in UInt32(1)...0x10FFFF {
            // Every one below the surrogates' end, and a seventeenth of those above: debug builds
            // are slow.
            guard value < 0x3100 || value % 17 == 0 || value & 0xFFFF > 0xFFF0 else { continue }
            guard let scalar = Unicode.Scalar(value) else { continue }
            let escaped = String(scalar).utf16.map { unit in
                let hex = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            }
            if content("[\"\(escaped.joined())\"]") != String(scalar) { Issue.record("escaped \(value)") }
            if value < 0x20 || value == 0x22 || value == 0x5C { continue }
            if content("[\"\(scalar)\"]") != String(scalar) { Issue.record("plain \(value)") }
        }
    }

    @Test func `a refusal says what is wrong and where`() {
        #expect(
            client(#"{"type":"ping"} {"#).failure?.error.text
                == "Not the JSON Martlet reads: trailing bytes at byte 16.")
        #expect(
            client(#"{"a":1,"a":2}"#).failure?.error.text == "Not the JSON Martlet reads: a repeated key at byte 7.")
        #expect(client("{\"a\":").failure?.error.text == "Not the JSON Martlet reads: an early end at byte 5.")
        #expect(client("[]").failure?.error.text == "Not the JSON Martlet reads: no object at byte 0.")
    }

    @Test(arguments: [
        ("1795223116", 1_795_223_116_000), ("1795223116.4829", 1_795_223_116_482), ("0.0019", 1), ("7.5", 7_500),
        ("99999999999999.9999999", 99_999_999_999_999_999), ("99999999999999", 99_999_999_999_999_000),
        ("123456789012.12345678901234567890", 123_456_789_012_123), ("999999999999999", nil), ("1e3", nil),
        ("-1", nil), ("1.5e3", nil), ("\"1\"", nil), ("1.123456789e1", nil),
    ])
    func `seconds have a fraction, of which milliseconds count`(_ text: String, _ milliseconds: Int64?) {
        let read = Array("{\"exp\":\(text)}".utf8).withUnsafeBufferPointer { bytes in
            try? JSONObject(bytes).optionalSeconds("exp")
        }
        #expect(read == milliseconds)
    }

    /// Comparing them as strings would take seconds.
    @Test(arguments: ["\u{345}", "\u{5B0}", "\u{302E}", "\u{20DD}", "\u{1D165}"])
    func `a frame with a long run of combining marks is refused, wherever it is`(_ mark: String) {
        func marks(_ count: Int) -> String { (0..<count).map { $0 % 2 == 0 ? mark : "\u{301}" }.joined() }
        let escaped = (0..<40).map { _ in #"\u0301\u0345"# }.joined()
        func code(_ json: String) -> WireError.Code? { client(json).failure?.error.code }
        #expect(Limits.combiningRunRead == 30)
        let most = marks(30)
        #expect(client(#"{"type":"ping","ref":1,"x":"e\#(most)e\#(most)","e\#(most)":1}"#).failure == nil)
        let long = marks(31)
        #expect(code(#"{"type":"h\#(long)","ref":1}"#) == .badJSON)
        #expect(code(#"{"type":"ping","ref":1,"x":[{"y":"жжж\#(long)"}]}"#) == .badJSON)
        #expect(code(#"{"type":"ping","ref":1,"e\#(long)":1}"#) == .badJSON)
        #expect(code(#"{"type":"\#(escaped)","ref":1}"#) == .badJSON)
        #expect(code(#"{"type":"ping","ref":1,"x":"\u0301\#(long)"}"#) == .badJSON)
        let chat = #"{"message":"hi","user":"b\#(long)","userID":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#
        #expect(throws: WireError.self) { try SwiftChatFrame.Submitted(json: Array(chat.utf8)) }
    }

    @Test func `letters of any script and emoji are no run of combining marks`() {
        let words = "наименование" + String(repeating: "漢字", count: 100) + String(repeating: "👩‍👩‍👧‍👦", count: 40)
        let others =
            String(repeating: "สวัสดี", count: 20) + String(repeating: "שָׁלוֹם", count: 20)
            + String(repeating: "नमस्ते", count: 20)
        #expect(!CombiningRun.isLong(in: words + others))
        #expect(!CombiningRun.isLong(in: ""))
        #expect(CombiningRun.isLong(in: words + String(repeating: "\u{301}", count: 31)))
    }

    @Test func `a reader given only a part of a buffer reads nothing beyond it`() {
        let text = Array(#"[1234,"abcdefghijkl"]"#.utf8)
        text.withUnsafeBufferPointer { whole in
            for length in 0..<whole.count {
                #expect((try? JSONReader.read(UnsafeBufferPointer(rebasing: whole[..<length]))) == nil)
            }
            #expect((try? JSONReader.read(whole)) != nil)
        }
    }
}
