import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatStore

struct FileShelfTests {
    private func file(_ number: UInt64, _ name: String = "a.txt", size: UInt64 = 10) -> Row.File {
        Row.File(id: FileID(high: 1, low: number), name: name, type: "text/plain", size: size)
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shelf-\(FileID.random().text)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test func `a file is fetched once, and has its own name`() async throws {
        try await withFolder { folder in
            let shelf = FileShelf(folder)
            let url = try await shelf.url(of: file(1, "tea.txt", size: 3)) { try Data("tea".utf8).write(to: $0) }
            #expect(url.lastPathComponent == "tea.txt")
            let again = try await shelf.url(of: file(1, "tea.txt", size: 3)) { _ in Issue.record("fetched again") }
            #expect(try again == url && Data(contentsOf: again) == Data("tea".utf8))
        }
    }

    @Test(arguments: [true, false])
    func `a file that is wanted twice at once is fetched once, and again if that failed`(succeeds: Bool) async throws {
        try await withFolder { folder in
            let shelf = FileShelf(folder)
            let wanted = file(1, size: 3)
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let (opened, opening) = AsyncStream<Void>.makeStream()
            async let first = shelf.url(of: wanted) { destination in
                beginning.yield()
                for await _ in opened { break }
                if !succeeds { throw CocoaError(.fileReadUnknown) }
                try Data("tea".utf8).write(to: destination)
            }
            for await _ in begun { break }
            async let second = shelf.url(of: wanted) { destination in
                if succeeds { Issue.record("fetched again") }
                try Data("tea".utf8).write(to: destination)
            }
            for _ in 0..<100 { await Task.yield() }
            opening.yield()
            let isFetched = (try? await first) != nil
            let url = try await second
            #expect(isFetched == succeeds)
            #expect(try Data(contentsOf: url).count == 3)
        }
    }

    @Test func `a name from outside leads nowhere else`() async throws {
        try await withFolder { folder in
            let shelf = FileShelf(folder)
            let url = try await shelf.url(of: file(1, "../../x", size: 1)) { try Data("x".utf8).write(to: $0) }
            #expect(url.path.hasPrefix(folder.path + "/") && !url.pathComponents.contains(".."))
        }
    }

    @Test func `what could not be fetched leaves nothing, and what is cut off is fetched again`() async throws {
        try await withFolder { folder in
            let shelf = FileShelf(folder)
            await #expect(throws: CocoaError.self) {
                _ = try await shelf.url(of: file(1, size: 3)) { destination in
                    try Data("te".utf8).write(to: destination)
                    throw CocoaError(.fileWriteUnknown)
                }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            let url = try await shelf.url(of: file(1, size: 3)) { try Data("tea".utf8).write(to: $0) }
            try Data("t".utf8).write(to: url)
            let whole = try await shelf.url(of: file(1, size: 3)) { try Data("tea".utf8).write(to: $0) }
            #expect(try Data(contentsOf: whole).count == 3)
        }
    }

    @Test func `no more is kept than there is room for`() async throws {
        try await withFolder { folder in
            let shelf = FileShelf(folder, rule: ShelfRule(count: 2, bytes: 1_000))
            for number in 1...4 {
                _ = try await shelf.url(of: file(UInt64(number))) { try Data(count: 10).write(to: $0) }
            }
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(kept.count == 2 && kept.contains(FileID(high: 1, low: 4).text))
        }
    }

    @Test func `the file that was viewed the longest ago goes first, and the one viewed last never`() {
        func entry(_ name: String, _ bytes: UInt64, _ used: Double) -> ShelfRule.Entry {
            ShelfRule.Entry(name: name, bytes: bytes, used: used)
        }
        let rule = ShelfRule(count: 3, bytes: 100)
        let four = [entry("a", 1, 1), entry("d", 1, 4), entry("b", 1, 2), entry("c", 1, 3)]
        #expect(rule.surplus(of: four).map(\.name) == ["a"])
        #expect(rule.surplus(of: [entry("old", 60, 1), entry("new", 60, 2)]).map(\.name) == ["old"])
        #expect(rule.surplus(of: [entry("small", 1, 1), entry("large", .max, 2)]).map(\.name) == ["small"])
        #expect(rule.surplus(of: []).isEmpty)
    }
}
