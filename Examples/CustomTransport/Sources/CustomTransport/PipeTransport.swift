import ChatCore
import Foundation

/// A transport to a server that runs as a child process: each frame is one line of its standard
/// input or output.
///
/// A transport only connects, sends and receives. The SDK reconnects, resumes and sends again.
struct PipeTransport: Transport {
    let program: String
    let arguments: [String]

    func connect() async throws -> any TransportConnection {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        let (events, sink) = TransportSink.make()
        try process.run()
        PipeConnection.read(output.fileHandleForReading, into: sink)
        return PipeConnection(events: events, sink: sink, input: input.fileHandleForWriting)
    }
}

struct PipeConnection: TransportConnection {
    let events: AsyncStream<TransportEvent>
    let sink: TransportSink
    let input: FileHandle

    func send(_ frame: ClientFrame) async throws {
        var writer = JSONWriter()
        frame.write(to: &writer)
        try input.write(contentsOf: Data(writer.bytes + [UInt8(ascii: "\n")]))
    }

    func close(_ code: CloseCode) async {
        // The server reads the end of its input, and ends.
        try? input.close()
        sink.close(code)
    }

    /// Reading blocks, so it has a thread, which ends with the program's output.
    static func read(_ output: FileHandle, into sink: TransportSink) {
        Thread {
            for line in Lines(output) {
                if !line.withUnsafeBufferPointer({ sink.receive(json: $0) }) { break }
            }
            sink.close(nil)
        }.start()
    }
}

/// The lines of a file, read as they come.
struct Lines: Sequence, IteratorProtocol {
    private let file: FileHandle
    private var unread = Data()

    init(_ file: FileHandle) { self.file = file }

    mutating func next() -> [UInt8]? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = [UInt8](unread[..<end])
                unread = Data(unread[(end + 1)...])
                return line
            }
            let more = file.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }
}
