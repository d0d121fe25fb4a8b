import Foundation
import Testing

@testable import MovieLists

@Suite struct PosterTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// A cache whose posters have ten bytes each, the number of their loading first.
    private func cache(memory: Int = 100, disk: Int = 100, _ loads: Loads) -> PosterCache {
        PosterCache(folder: folder.url, memoryBytes: memory, diskBytes: disk) { _ throws(MovieError) in
            await loads.next()
        }
    }

    private func path(_ number: Int) throws -> PosterPath {
        try #require(PosterPath("/p\(number).jpg"))
    }

    @Test func `neither memory nor disk hold more than they may, and those used last stay`() async throws {
        let loads = Loads()
        let cache = cache(memory: 30, disk: 50, loads)
        for number in 1...5 { _ = try await cache.poster(path(number)) }
        #expect(await cache.bytes == (30, 50))
        // 1 is used again, so that 2 is the one that goes.
        _ = try await cache.poster(path(1))
        _ = try await cache.poster(path(6))
        #expect(await cache.bytes == (30, 50))
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: folder.url.path)) == [
                "p1.jpg", "p3.jpg", "p4.jpg", "p5.jpg", "p6.jpg",
            ])
        _ = try await cache.poster(path(1))
        #expect(await loads.count == 6)
        _ = try await cache.poster(path(2))
        #expect(await loads.count == 7)
    }

    @Test func `a poster larger than the cache is handed out, not kept`() async throws {
        let loads = Loads()
        let cache = cache(memory: 9, disk: 9, loads)
        #expect(try await cache.poster(path(1)).count == 10)
        #expect(await cache.bytes == (0, 0))
    }

    @Test func `what is on disk is there after a start, as far as the bound allows`() async throws {
        let loads = Loads()
        let before = cache(loads)
        for number in 1...5 { _ = try await before.poster(path(number)) }
        let after = cache(disk: 20, loads)
        #expect(await after.bytes == (0, 20))
        #expect(try await after.poster(path(5)).first == 5)
        #expect(await loads.count == 5)
    }

    @Test func `a poster that was lost or emptied on disk is loaded again`() async throws {
        let loads = Loads()
        _ = try await cache(loads).poster(path(1))
        try Data().write(to: folder.url.appendingPathComponent("p1.jpg"))
        #expect(try await cache(loads).poster(path(1)).first == 2)
    }

    @Test func `a folder that can't be written to costs the cache, not the poster`() async throws {
        let file = folder.url.appendingPathComponent("file")
        try Data().write(to: file)
        let cache = PosterCache(folder: file.appendingPathComponent("posters")) { _ throws(MovieError) in Data([1]) }
        #expect(try await cache.poster(path(1)) == Data([1]))
        #expect(await cache.bytes == (1, 0))
    }

    @Test func `a poster that many ask for at once is asked for once`() async throws {
        let service = try Server.service("posters")
        let cache = PosterCache(folder: folder.url) { path throws(MovieError) in try await service.poster(path) }
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 1...20 { group.addTask { try await cache.poster(try self.path(oster: 7)) } }
            for try await data in group { #expect(data.count > 100) }
        }
        #expect(try Server.asked("/posters/t/p/w342/poster7.jpg") == 1)
    }

    private func path(oster number: Int) throws -> PosterPath {
        try #require(PosterPath("/poster\(number).jpg"))
    }

    @Test func `a poster that failed is asked for again`() async throws {
        let loads = Loads()
        let cache = PosterCache(folder: folder.url) { _ throws(MovieError) in
            let data = await loads.next()
            if data.first == 1 { throw .tooMany }
            return data
        }
        await #expect(throws: MovieError.tooMany) { try await cache.poster(path(1)) }
        #expect(try await cache.poster(path(1)).first == 2)
    }

    @Test(arguments: [
        "", "/", "/../state", "/a/b.jpg", "/.hidden", "/a b.jpg", "/ä.jpg", "/\(String(repeating: "x", count: 129))",
    ])
    func `a path that is none does not become a file's name`(text: String) {
        #expect(PosterPath(text) == nil)
    }
}

private actor Loads {
    private(set) var count: UInt8 = 0

    func next() -> Data {
        count += 1
        return Data([count] + Array(repeating: 0, count: 9))
    }
}
