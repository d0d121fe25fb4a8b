import ChatTesting
import ChatWire
import Testing

private func request(_ line: String) -> Result<LineRequest, WireError> { request(Array(line.utf8)) }

private func request(_ line: [UInt8]) -> Result<LineRequest, WireError> {
    do { return .success(try LineRequest(line)) } catch { return .failure(error) }
}

private func output(_ line: Line) -> String {
    var bytes: [UInt8] = []
    line.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
}

@Suite struct LineTests {
    @Test(arguments: [
        ("iam:ann", LineRequest.introduce(name: "ann")), ("msg:Hi", .speak(text: "Hi")),
        ("msg:a:b::c", .speak(text: "a:b::c")),
        ("msg::", .speak(text: ":")), ("iam:a:b", .introduce(name: "a:b")), ("msg:Hi\r", .speak(text: "Hi")),
        ("msg:Hi\r\r", .speak(text: "Hi\r")), ("msg: ", .speak(text: " ")), ("msg:\u{301}", .speak(text: "\u{301}")),
        ("msg:\u{200D}x", .speak(text: "\u{200D}x")), ("msg:msg:x", .speak(text: "msg:x")),
        ("msg:é😀", .speak(text: "é😀")),
    ])
    func `a line is read as bytes`(_ line: String, _ meaning: LineRequest) throws {
        let read = try request(line).get()
        #expect(read == meaning)
    }

    @Test(arguments: [
        ("", WireError.Code.lineUnknown), ("\r", .lineUnknown), (":", .lineUnknown), ("msg", .lineUnknown),
        ("MSG:x", .lineUnknown), ("Iam:x", .lineUnknown), (" msg:x", .lineUnknown), ("msg :x", .lineUnknown),
        ("GET / HTTP/1.1", .lineUnknown), ("\u{FEFF}msg:x", .lineUnknown), ("iam:", .nameLength),
        ("iam:\r", .nameLength),
        ("msg:", .textEmpty), ("msg:\r", .textEmpty), ("ms\u{307}g:x", .lineUnknown),
    ])
    func `anything else is refused by number`(_ line: String, _ code: WireError.Code) {
        #expect(request(line).failure?.code == code)
    }

    @Test func `a line that is not UTF-8 is refused`() {
        #expect(request(Array("msg:a".utf8) + [0xFF]).failure?.code == .textCharacters)
        #expect(request(Array("iam:a".utf8) + [0xC3]).failure?.code == .nameCharacters)
        #expect(request([0xFF, 0xF4, 0xFF, 0xFD, 0x06]).failure?.code == .lineUnknown)
    }

    @Test func `a line of 4096 bytes is read and of 4097 refused`() {
        func line(_ count: Int) -> String { "msg:" + String(repeating: "x", count: count - 4) }
        #expect(request(line(4095)).failure == nil)
        #expect(request(line(4096)).failure == nil)
        #expect(request(line(4097)).failure?.code == .lineTooLong)
    }

    @Test func `lines are written as the original wrote them`() {
        #expect(output(.message(name: "ann", text: "Hi: you")) == "ann:Hi: you\n")
        #expect(output(.joined(name: "ann")) == "ann has joined\n")
        #expect(output(.left(name: "ann")) == "ann has left\n")
        #expect(output(.notice("You are ann-2 here.")) == "martlet:You are ann-2 here.\n")
        #expect(output(.refusal(WireError(.textEmpty, "Write\nsomething."))) == "martlet:error 140: Write something.\n")
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func `a line break becomes one space`(_ lineBreak: String) {
        #expect(output(.message(name: "a\(lineBreak)n", text: "\(lineBreak)iam:x\(lineBreak)")) == "a n: iam:x \n")
    }

    @Test func `every other control character but the tab becomes a replacement character`() {
        for value in Array(0...0x1F) + Array(0x7F...0x9F) as [UInt32] {
            guard let scalar = Unicode.Scalar(value), ![0x0A, 0x0B, 0x0C, 0x0D, 0x85].contains(value) else { continue }
            #expect(output(.notice("a\(scalar)b")) == (value == 9 ? "martlet:a\tb\n" : "martlet:a\u{FFFD}b\n"))
        }
        #expect(output(.notice("\u{1B}[2Jé\u{A0}\u{2027}\u{202A}😀")) == "martlet:\u{FFFD}[2Jé\u{A0}\u{2027}\u{202A}😀\n")
    }

    @Test func `any text makes exactly one line`() {
        var random = SeededGenerator(seed: 3)
        let breaks: Set<UInt32> = [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029]
        for _ in 0..<3_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                let most: UInt32 = [0x20, 0xA0, 0x2040, 0x10FFFF].randomElement(using: &random) ?? 0
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &random)) { text.append(scalar) }
            }
            let line = output(.message(name: String(text), text: String(text)))
            #expect(line.unicodeScalars.last == "\n")
            #expect(!line.unicodeScalars.dropLast().contains { breaks.contains($0.value) })
        }
    }
}
