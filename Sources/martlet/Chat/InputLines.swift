import ChatCore
import ChatRooms
import Foundation

/// The lines of standard input, read by a thread of its own. A line that can't be a message is a
/// failure.
struct InputLines {
    let stream: AsyncStream<Result<String, CommandFailure>>
    // Dispatch traps if a semaphore is released while it is below its first value, as it may be
    // here. So that value is 0, and the places are added afterwards.
    private let places = DispatchSemaphore(value: 0)

    init(_ input: Int32 = STDIN_FILENO) {
        let (stream, sink) = AsyncStream.makeStream(of: Result<String, CommandFailure>.self)
        self.stream = stream
        for _ in 0..<Limits.inputLines { places.signal() }
        Thread.detachNewThread { [places] in
            var reader = InputLineSplitter()
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(input, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                let lines: [Result<String, CommandFailure>] =
                    switch count {
                    case 1...: reader.feed(bytes.prefix(count))
                    case 0: reader.end()
                    default: [.failure(CommandFailure("Standard input can't be read. Later lines were not sent."))]
                    }
                for line in lines {
                    places.wait()
                    sink.yield(line)
                }
                if count <= 0 { break }
            }
            sink.finish()
        }
    }

    /// A line was taken: the thread may read another.
    func taken() { places.signal() }
}

/// Splits bytes into lines. Keeps at most ``Limits/textBytes`` + 1 bytes of a line.
struct InputLineSplitter {
    private var line: [UInt8] = []
    private var isTooLong = false

    /// The lines that end with these bytes.
    mutating func feed(_ bytes: some Collection<UInt8>) -> [Result<String, CommandFailure>] {
        var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        var lines: [Result<String, CommandFailure>] = []
        while let part = parts.popFirst() {
            add(part)
            if !parts.isEmpty { lines.append(take()) }
        }
        return lines
    }

    /// The last line, if it has no line feed.
    mutating func end() -> [Result<String, CommandFailure>] { line.isEmpty && !isTooLong ? [] : [take()] }

    private mutating func add(_ part: some Collection<UInt8>) {
        // One byte more: a carriage return may stand before the line feed.
        isTooLong = isTooLong || line.count + part.count > Limits.textBytes + 1
        if isTooLong { line = [] } else { line += part }
    }

    private mutating func take() -> Result<String, CommandFailure> {
        defer { (line, isTooLong) = ([], false) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if isTooLong || line.count > Limits.textBytes {
            let text =
                "A line is longer than \(Limits.textBytes) bytes and was not sent. Shorten it, or send it in parts."
            return .failure(CommandFailure(WireError(.textTooLong, text)))
        }
        guard let text = String(validUTF8: line) else {
            return .failure(CommandFailure("A line of the input is not UTF-8 and was not sent."))
        }
        return .success(text)
    }
}
