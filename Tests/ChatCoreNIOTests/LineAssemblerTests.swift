import ChatWire
import Testing

@testable import ChatCoreNIO

struct LineAssemblerTests {
    @Test func `lines are the same however their bytes are cut`() throws {
        let text = "ann has joined\nann:Grüße ☕:x\r\n\nbob:" + String(repeating: "y", count: 3_000) + "\n"
        let bytes = Array(text.utf8)
        let expected = ["ann has joined", "ann:Grüße ☕:x", "bob:" + String(repeating: "y", count: 3_000)]
        for size in [1, 2, 3, 7, 100, 1_199, 1_200, 4_096] {
            var assembler = LineAssembler()
            // That the server ends its lines is known from the first one.
            var lines = try assembler.read(bytes.prefix(15))
            for start in stride(from: 15, to: bytes.count, by: size) {
                lines += try assembler.read(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(lines == expected)
            #expect(assembler.pause == nil)
        }
    }

    @Test func `without line feeds each read is a message, as in the tutorial`() throws {
        var assembler = LineAssembler()
        #expect(try assembler.read("ann has joined".utf8).isEmpty)
        #expect(assembler.pause == Limits.linePause)
        #expect(try assembler.read("ann:one".utf8) == ["ann has joined"])
        #expect(try assembler.read("bob:two".utf8) == ["ann:one"])
        #expect(assembler.paused() == "bob:two")
        #expect(assembler.paused() == nil)
    }

    @Test func `a read that fills a segment or ends within a character is continued`() throws {
        let long = Array(("ann:" + String(repeating: "x", count: LineAssembler.segmentBytes)).utf8)
        var assembler = LineAssembler()
        #expect(try assembler.read(long.prefix(LineAssembler.segmentBytes)).isEmpty)
        #expect(try assembler.read(long.dropFirst(LineAssembler.segmentBytes)).isEmpty)
        #expect(assembler.paused()?.utf8.count == long.count)

        let bird = Array("ann:🐦".utf8)
        #expect(try assembler.read(bird.dropLast(2)).isEmpty)
        #expect(try assembler.read(bird.suffix(2)).isEmpty)
        #expect(assembler.paused() == "ann:🐦")
    }

    @Test func `from a server that ends its lines only a long pause ends one`() throws {
        var assembler = LineAssembler()
        #expect(try assembler.read("ann has joined\nann:ha".utf8) == ["ann has joined"])
        #expect(assembler.pause == Limits.unendedLinePause)
        #expect(try assembler.read("lf\n".utf8) == ["ann:half"])
    }

    @Test func `a line may have so many bytes and no more`() throws {
        let most = [UInt8](repeating: 0x61, count: Limits.frameBytes)
        var assembler = LineAssembler()
        #expect(try assembler.read(most + [0x0A]).first?.utf8.count == Limits.frameBytes)
        #expect(throws: WireError.self) { try assembler.read(most + [0x61]) }
    }
}

struct LineEventTests {
    @Test(arguments: [
        ("ann has joined", LineEvent.joined(name: "ann")), ("ann has left", .left(name: "ann")),
        ("ann:hello", .message(name: "ann", text: "hello")), ("ann:a:b:", .message(name: "ann", text: "a:b:")),
        ("ann:bob has joined", .message(name: "ann", text: "bob has joined")),
        ("ann:\u{301}x", .message(name: "ann", text: "\u{301}x")), (" has joined", .notice(" has joined")),
        (":x", .message(name: "", text: "x")), ("whatever", .notice("whatever")),
        ("martlet:Goodbye: see you", .notice("Goodbye: see you")),
        ("martlet:error 200: Too many.", .refused(WireError(.rateLimited, "Too many."))),
        ("martlet:error 99999: x", .notice("error 99999: x")), ("martlet:error : x", .notice("error : x")),
    ])
    func `a line is what its bytes say`(_ line: String, _ event: LineEvent) {
        #expect(LineEvent(line: line) == event)
    }

    @Test func `a text goes out as one line`() {
        #expect("two\r\nlines: \u{1B}[2J☕".onOneLine == "two lines: \u{FFFD}[2J☕")
        #expect("".onOneLine == "")
    }
}
