import ChatWire
import Foundation
import Logging
import Testing

@testable import ChatServer

/// The file of the operator's filter list.
@Suite struct ContentFilterTests {
    @Test func `a file that is being written is taken when it stands still`() throws {
        let path = NSTemporaryDirectory() + "filter-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("casino\n".utf8).write(to: URL(fileURLWithPath: path))
        let filter = try ContentFilter(path: path, logger: Logger(label: "filter"))
        func forbids(_ text: String) -> Bool { filter.verdict(of: .message(text: text)) == .refused }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 0)
        filter.readAgain()
        #expect(forbids("casino") && !forbids("lottery"))
        try file.write(contentsOf: Data("lottery\n".utf8))
        filter.readAgain()
        #expect(forbids("casino") && !forbids("lottery"))
        try file.write(contentsOf: Data("casino\nroulette\n".utf8))
        filter.readAgain()
        #expect(forbids("casino") && !forbids("lottery"))
        filter.readAgain()
        #expect(forbids("casino") && forbids("lottery") && forbids("roulette"))
    }
}
