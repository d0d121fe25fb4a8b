import ChatTesting
import ChatWire
import Foundation
import Testing

@Suite struct JSONWriterTests {
    @Test func `only what must be is escaped`() {
        let text = "a\"b\\c/d\n\t\r\u{8}\u{C}\u{1}\u{1F}\u{7F}é😀\u{2028}"
        #expect(written { $0.value(text) } == #""a\"b\\c/d\n\t\r\b\f\u0001\u001f"# + "\u{7F}é😀\u{2028}\"")
    }

    @Test func `a special byte is escaped wherever it stands`() throws {
        for special in ["\"", "\\", "\n", "\u{1F}", "\u{1}"] {
            for before in 0..<18 {
                for after in 0..<10 {
                    let text = String(repeating: "x", count: before) + special + String(repeating: "é", count: after)
                    let json = written { $0.value(text) }
                    let read = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
                    #expect(read as? String == text)
                }
            }
        }
    }

    @Test func `commas come where they belong`() {
        let json = written {
            $0.beginObject()
            $0.key("a")
            $0.beginArray()
            $0.beginObject()
            $0.endObject()
            $0.beginObject()
            $0.endObject()
            $0.value(true)
            $0.value("{")
            $0.value(false)
            $0.value("[:")
            $0.value(Int64(-3))
            $0.endArray()
            $0.key("b")
            $0.value(UInt64(0))
            $0.endObject()
        }
        #expect(json == #"{"a":[{},{},true,"{",false,"[:",-3],"b":0}"#)
    }

    @Test(arguments: [0, 1, 9, 10, 99, 100, 12345, Limits.largestInteger, UInt64.max])
    func `a number is written in decimal`(_ number: UInt64) {
        #expect(written { $0.value(number) } == "\(number)")
    }

    @Test(arguments: [0, -1, 1, -10, Int64.min, Int64.max])
    func `a signed number is written in decimal`(_ number: Int64) {
        #expect(written { $0.value(number) } == "\(number)")
    }

    @Test func `an emptied writer starts afresh`() {
        var writer = JSONWriter(capacity: 10)
        writer.value("x")
        writer.removeAll()
        writer.value("y")
        #expect(Array(writer.bytes) == Array("\"y\"".utf8))
    }

    @Test func `Foundation reads every text as it was written`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                let most: UInt32 = Bool.random(using: &random) ? 0x7F : 0x10FFFF
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &random)) { text.append(scalar) }
            }
            let json = written { $0.value(String(text)) }
            let read = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed) as? String
            #expect(read.map { Array($0.utf8) } == Array(String(text).utf8))
        }
    }
}
