import ChatRooms
import ChatWire

/// Collects what a case found, from any thread.
final class StoreCheck: Sendable {
    private let found = Locked<[String]>([])

    var reasons: [String] { found.withLock { $0 } }

    func fail(_ reason: String) {
        // The first ten say enough.
        found.withLock { if $0.count < 10 { $0.append(reason) } }
    }

    func expect(
        _ isSo: Bool, _ comment: @autoclosure () -> String = "", file: StaticString = #fileID, line: UInt = #line
    ) {
        if !isSo { fail("\(file):\(line) \(comment())") }
    }

    func require<Value>(_ value: Value?, file: StaticString = #fileID, line: UInt = #line) throws -> Value {
        guard let value else { throw Missing(place: "\(file):\(line)") }
        return value
    }

    func require(_ isSo: Bool, file: StaticString = #fileID, line: UInt = #line) throws {
        if !isSo { throw Missing(place: "\(file):\(line)") }
    }

    func isClosed(file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Void) {
        do {
            try body()
            fail("\(file):\(line) a closed store did it")
        } catch {
            expect(error as? StoreError == .closed, "\(error)", file: file, line: line)
        }
    }

    private struct Missing: Error { var place: String }
}
