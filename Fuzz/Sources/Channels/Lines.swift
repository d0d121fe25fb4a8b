import FuzzSupport
import ChatNIO
import ChatWire
import NIOCore

/// The line protocol: however the bytes are cut, they come to the same lines, and what one client
/// says is one line to the others.
enum Lines {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let seed = input.byte()
        var copy = input
        let whole = outputs(of: [copy.all()])
        require(outputs(of: input.chunks(seed)) == whole, "lines are the same however they are cut")
        for case .line(let line) in whole { check(Array(line.readableBytesView)) }
    }

    private static func outputs(of chunks: [[UInt8]]) -> [LineSplitter.Output] {
        var splitter = LineSplitter()
        var outputs: [LineSplitter.Output] = []
        for chunk in chunks {
            splitter.append(ByteBuffer(bytes: chunk))
            while let output = splitter.next() { outputs.append(output) }
        }
        if let output = splitter.ended() { outputs.append(output) }
        return outputs
    }

    private static func check(_ line: [UInt8]) {
        switch try? LineRequest(line) {
        case .speak(let text): checkIsOneLine(.message(name: "ann", text: text))
        case .introduce(let name):
            guard NameRule.check(name) == nil else { return }
            checkIsOneLine(.joined(name: name))
        case nil: break
        }
    }

    private static func checkIsOneLine(_ line: Line) {
        var bytes: [UInt8] = []
        line.write(to: &bytes)
        require(bytes.last == 0x0A, "a line ends")
        require(
            !bytes.dropLast().contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }, "a line has no control characters")
        require(String(validating: bytes, as: UTF8.self) != nil, "a line is UTF-8")
    }
}
