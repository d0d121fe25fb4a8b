import ChatTesting
import ChatWire
import NIOCore
import Testing

@testable import ChatNIO

struct LineTests {
    private func outputs(_ text: String, cutAt cuts: [Int] = []) -> [LineSplitter.Output] {
        let bytes = Array(text.utf8)
        var splitter = LineSplitter()
        var outputs: [LineSplitter.Output] = []
        let edges = [0] + cuts + [bytes.count]
        for (start, end) in zip(edges, edges.dropFirst()) {
            splitter.append(ByteBuffer(bytes: bytes[start..<end]))
            while let output = splitter.next() { outputs.append(output) }
        }
        if let rest = splitter.ended() { outputs.append(rest) }
        return outputs
    }

    private func line(_ text: String) -> LineSplitter.Output { .line(ByteBuffer(string: text)) }

    @Test func `wherever the bytes are cut, the lines are the same`() {
        let text = "iam:ann\r\nmsg:a:b\n\nmsg:grüße 😀\nunknown\rthing\r\r\nmsg:\u{301}\nmsg:rest"
        let whole = ["iam:ann", "msg:a:b", "", "msg:grüße 😀", "unknown\rthing\r", "msg:\u{301}", "msg:rest"].map(line)
        #expect(outputs(text) == whole)
        let count = text.utf8.count
        for first in 0...count {
            for second in first...count { #expect(outputs(text, cutAt: [first, second]) == whole) }
        }
        #expect(outputs(text, cutAt: Array(1..<count)) == whole)
    }

    @Test(arguments: [-1, 0, 1])
    func `a line is as long as the limit, not longer`(more: Int) {
        let long = String(repeating: "a", count: Limits.lineBytes + more)
        let expected = more > 0 ? [.refused(.tooLong)] : [line(long), line("next")]
        #expect(outputs(long + "\nnext\n") == expected)
        // Without its line feed it is refused just as early.
        #expect(outputs(long) == (more > 0 ? [.refused(.tooLong)] : [line(long)]))
    }

    @Test(arguments: [
        ("iam:a", true), ("msg:a", true), ("iam:", false), ("msg:", false), ("iam", false), ("MSG:a", false),
        ("", false),
    ])
    func `a pause ends what is a request already`(text: String, ends: Bool) {
        var splitter = LineSplitter()
        splitter.append(ByteBuffer(string: text))
        #expect(splitter.next() == nil)
        #expect(splitter.awaitsPause == ends)
        #expect(splitter.paused() == (ends ? line(text) : nil))
        #expect(splitter.isMidLine == (!ends && !text.isEmpty))
    }

    @Test func `after a pause the next bytes are a line of their own`() {
        var splitter = LineSplitter()
        splitter.append(ByteBuffer(string: "msg:one"))
        #expect(splitter.next() == nil)
        #expect(splitter.paused() == line("msg:one"))
        splitter.append(ByteBuffer(string: "msg:two\nmsg:three"))
        #expect(splitter.next() == line("msg:two"))
        #expect(splitter.next() == nil)
        #expect(splitter.paused() == line("msg:three"))
    }

    /// A splitter after the pause of a client that ends its lines so.
    private func afterAPause() -> LineSplitter {
        var splitter = LineSplitter()
        splitter.append(ByteBuffer(string: "iam:ann"))
        _ = splitter.next()
        _ = splitter.paused()
        return splitter
    }

    @Test(arguments: [
        ("msg:hello\nworld", ["msg:hello\nworld"]), ("msg:a\r\n\r\nb\r\n\n", ["msg:a\r\n\r\nb"]),
        ("msg:a\nmsg:b\r\niam:c\n", ["msg:a", "msg:b", "iam:c"]),
        ("msg:a\nms\nmsg\nmsg:b", ["msg:a\nms\nmsg", "msg:b"]),
        ("msg:", ["msg:"]), ("iam:", ["iam:"]), ("rest", ["rest"]), ("m", ["m"]), ("\n", [""]), ("\r\n\n", [""]),
        ("\nmsg:a\n", ["", "msg:a"]), ("", []),
    ])
    func `after one pause, line feeds belong to the text, and the next pause ends whatever has come`(
        text: String, lines: [String]
    ) {
        for isEnd in [false, true] {
            for step in 1...max(1, text.utf8.count) {
                var splitter = afterAPause()
                var outputs: [LineSplitter.Output] = []
                for start in stride(from: 0, to: text.utf8.count, by: step) {
                    splitter.append(ByteBuffer(bytes: text.utf8.dropFirst(start).prefix(step)))
                    while let output = splitter.next() { outputs.append(output) }
                }
                #expect(splitter.awaitsPause == !text.isEmpty)
                if let rest = isEnd ? splitter.ended() : splitter.paused() { outputs.append(rest) }
                #expect(outputs == lines.map(line))
                #expect(!splitter.isMidLine && !splitter.awaitsPause)
            }
        }
    }

    @Test(arguments: [-1, 0, 1])
    func `a text with line feeds is as long as the limit, not longer`(more: Int) {
        var splitter = afterAPause()
        let long = "msg:" + String(repeating: "\na", count: Limits.lineBytes / 2 - 2) + (more > 0 ? "a" : "")
        let text = more < 0 ? String(long.dropLast()) + "\n" : long
        splitter.append(ByteBuffer(string: text))
        #expect(splitter.next() == (more > 0 ? .refused(.tooLong) : nil))
        #expect(splitter.paused() == (more > 0 ? nil : line(more < 0 ? String(long.dropLast(2)) : long)))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "POST /x HTTP/1.1\r\n", "PUT ", "HEAD ", "OPTIONS ", "DELETE ", "PATCH ", "CONNECT ",
        "TRACE ", "PRI * HTTP/2.0",
        "SSH-2.0-x\r\n", "\u{16}\u{3}\u{1}",
    ])
    func `other protocols are recognised by their first bytes`(text: String) {
        #expect(outputs(text).first == .refused(.foreign))
        #expect(outputs(text, cutAt: Array(1..<text.utf8.count)).first == .refused(.foreign))
        #expect(outputs(text + "\nmsg:pwned\n").count == 1)
        // Later they are text like any other.
        #expect(outputs("iam:a\n" + text + "\n").first == line("iam:a"))
    }

    @Test func `what only begins like another protocol is a line`() {
        #expect(outputs("GETTING\n") == [line("GETTING")])
        #expect(outputs("GE", cutAt: [1]) == [line("GE")])
        #expect(outputs("S\n") == [line("S")])
    }

    @Test func `random bytes trap nothing`() {
        var random = SeededGenerator(seed: 5)
        let alphabet: [UInt8] = Array("iam:sg GETPO\n\r".utf8) + [0x16, 0x03, 0xFF, 0x00, 0xE2]
        for _ in 0..<20_000 {
            var splitter = LineSplitter()
            var lines = 0
            for _ in 0..<4 {
                let bytes = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                    alphabet.randomElement(using: &random)
                }
                splitter.append(ByteBuffer(bytes: bytes))
                while splitter.next() != nil { lines += 1 }
                if Bool.random(using: &random) { _ = splitter.paused() }
            }
            _ = splitter.ended()
            if lines > 48 { Issue.record("more lines than bytes") }
        }
    }
}
