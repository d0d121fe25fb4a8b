import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import ChatServer

@Suite struct ErrorLogTests {
    private struct OddError: Error {}

    private let handler = LogLines()
    private let now = NIOLockedValueBox<Int64>(0)
    private let errors: ErrorLog

    init() {
        let (handler, now) = (handler, now)
        errors = ErrorLog(
            logger: Logger(label: "test") { _ in handler },
            clock: ServerClock { (wall: 0, monotonic: now.withLockedValue { $0 }) })
    }

    private var lines: [String] {
        handler.lines.withLockedValue { lines in
            defer { lines = [] }
            return lines
        }
    }

    @Test func `an error that many requests run into is one line a minute, with how often it was`() {
        for _ in 0..<1_000 {
            errors.note(DiskError(5))
            errors.note(StoreError.unreadable("a sector"))
            errors.note(OddError(), in: "/odd")
        }
        #expect(
            lines == [
                "The disk failed with a file. 0", "The store refused a request; the server goes on. 0",
                "A request failed. 0",
            ])
        // Another kind is not hidden by it.
        errors.note(DiskError(28))
        #expect(lines == ["The disk failed with a file. 0"])
        now.withLockedValue { $0 = Limits.repeatedLog * 1_000_000 - 1 }
        errors.note(DiskError(5))
        #expect(lines == [])
        now.withLockedValue { $0 += 1 }
        errors.note(DiskError(5))
        #expect(lines == ["The disk failed with a file. 1000"])
    }
}

/// Keeps what is logged.
struct LogLines: LogHandler {
    let lines = NIOLockedValueBox<[String]>([])
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.withLockedValue { $0.append("\(event.message) \(event.metadata?["more_of_this"] ?? "")") }
    }
}
