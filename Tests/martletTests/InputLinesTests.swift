import ChatCore
import Foundation
import Testing

@testable import martlet

@Suite struct InputLinesTests {
    private func lines(_ parts: [[UInt8]]) -> [String] {
        var reader = InputLineSplitter()
        return (parts.flatMap { reader.feed($0) } + reader.end()).map { line in
            switch line {
            case .success(let text): text
            case .failure(let failure): "\(failure)"
            }
        }
    }

    @Test func `however the bytes are split, the lines are the same`() {
        let bytes = Array("one\n\ntwo ü\r\nthree".utf8)
        let wanted = ["one", "", "two ü", "three"]
        #expect(lines([bytes]) == wanted)
        #expect(lines(bytes.map { [$0] }) == wanted)
    }

    @Test func `a line that is too long or not UTF-8 is refused, and the next one is read`() {
        let long = Array(repeating: UInt8(ascii: "x"), count: Limits.textBytes + 1)
        let rest = Array("\nfine\n".utf8)
        let refused =
            "A line is longer than \(Limits.textBytes) bytes and was not sent. "
            + "Shorten it, or send it in parts. (error 141)"
        #expect(lines([long + rest]) == [refused, "fine"])
        #expect(lines(Array(repeating: long, count: 100) + [rest]) == [refused, "fine"])
        #expect(lines([long.dropLast() + rest]).count == 2)
        #expect(lines([long.dropLast() + rest]).last == "fine")
        #expect(lines([[0xFF] + rest]) == ["A line of the input is not UTF-8 and was not sent.", "fine"])
    }

    @Test func `an input that can't be read is a failure, and lines that nobody takes are no crash`() async throws {
        var pipes: [Int32] = [0, 0]
        try #require(pipe(&pipes) == 0)
        // The other end can't be read.
        var failures: [String] = []
        for await line in InputLines(pipes[1]).stream {
            if case .failure(let failure) = line { failures.append("\(failure)") }
        }
        #expect(failures == ["Standard input can't be read. Later lines were not sent."])
        let text = Array("one\ntwo\n".utf8)
        try #require(write(pipes[1], text, text.count) == text.count)
        close(pipes[1])
        do {
            var count = 0
            for await _ in InputLines(pipes[0]).stream { count += 1 }
            #expect(count == 2)
        }
        close(pipes[0])
    }

    @Test func `what a server says does not control the terminal`() {
        let failure = CommandFailure(WireError(.notAllowed, "no\u{1B}]0;x\u{7}\n\u{9B}2J\u{202E}"))
        #expect(failure.description == "no ]0;x   2J  (error 138)")
    }
}
