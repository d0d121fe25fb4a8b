import Foundation
import MovieLists
import Testing

@Suite struct ServiceTests {
    @Test func `pages follow each other to the last`() async throws {
        let service = try Server.service()
        var pages: [MoviePage] = []
        for number in 1...3 { pages.append(try await service.popular(page: number)) }
        #expect(pages.map(\.page) == [1, 2, 3])
        #expect(pages.allSatisfy { $0.totalPages == 3 && $0.totalResults == 45 })
        #expect(Set(pages.flatMap(\.results).map(\.id)) == Set(101...145))
    }

    @Test func `a movie may lack what movies may lack`() async throws {
        let movies = try await Server.service().popular(page: 1).results
        let (whole, some) = (try #require(movies.first), movies.filter { $0.poster == nil || $0.released == nil })
        #expect(whole.title == "Movie 1")
        #expect(whole.poster?.name == "poster1.jpg")
        #expect(whole.year == "1981")
        #expect(whole.rating == 1.25)
        #expect(some.count == 7)
    }

    @Test func `a search finds what has signs and accents`() async throws {
        let found = try await Server.service().search("amélie + zoë", page: 1)
        #expect(found.results.map(\.title) == ["Amélie + Zoë"])
    }

    @Test func `discovery is filtered and ordered`() async throws {
        let best = try await Server.service().discover(Filter(order: .rating), page: 1).results.map(\.rating)
        #expect(best == best.sorted(by: >))
        let year = try await Server.service().discover(Filter(year: 1_990), page: 1).results
        #expect(year.map(\.year) == ["1990"])
    }

    @Test func `a movie by itself tells more`() async throws {
        let movie = try await Server.service().movie(101)
        #expect(movie.runtime == 141)
        #expect(movie.genres?.map(\.name) == ["Drama", "Science Fiction"])
        await #expect(throws: MovieError.notFound) { try await Server.service().movie(9_999) }
    }

    @Test func `a token goes into a header, a key into the address`() async throws {
        #expect(try await Server.service(key: Server.token).popular(page: 1).page == 1)
        await #expect(throws: MovieError.refused("Invalid API key: You must be granted a valid key.")) {
            try await Server.service(key: "wrong").popular(page: 1)
        }
        await #expect(throws: MovieError.noKey) { try await Server.service(key: nil).popular(page: 1) }
    }

    @Test(arguments: [
        ("notjson", MovieError.unreadable("not JSON")),
        ("html", .unreadable("not JSON")),
        ("types", .unreadable("wrong type at /results/0/id")),
        ("lacking", .unreadable("no title at /results/0")),
        ("otherpage", .unreadable("page 7 of 9, asked for 1")),
        ("500", .server(500, "Internal error: Something went wrong, contact TMDB.")),
        ("502", .server(502, "no reason given")),
        ("429", .tooMany),
        ("redirect", .server(302, "no reason given")),
        ("huge", .tooLarge(4 << 20)),
    ])
    func `a server that answers wrongly is an error that says how`(way: String, error: MovieError) async throws {
        await #expect(throws: error) { try await Server.service(way).popular(page: 1) }
    }

    @Test func `a server that hangs up in the middle is an error`() async throws {
        let error = await #expect(throws: MovieError.self) { try await Server.service("cut").popular(page: 1) }
        #expect(error?.number == 6)
    }

    /// One never answers, the other sends a byte ten times a second.
    @Test(arguments: ["slow", "drip"])
    func `a server that is slow is given up at the deadline`(way: String) async throws {
        await #expect(throws: MovieError.slow(0.3)) { try await Server.service(way, deadline: 0.3).popular(page: 1) }
    }

    @Test func `a server that is gone is an error, and may be back later`() async throws {
        let port = try unusedPort()
        let api = try #require(URL(string: "http://127.0.0.1:\(port)/3"))
        let service = TMDB(.init(api: api, key: APIKey(Server.key)))
        let error = await #expect(throws: MovieError.self) { try await service.popular(page: 1) }
        #expect(error == .unreachable("no server listens at this address"))
        #expect(error?.isTemporary == true)
    }

    @Test func `a question that is given up ends at once`() async throws {
        let service = try Server.service("slow", deadline: 600)
        let task = Task { try await service.popular(page: 1) }
        await Task.yield()
        task.cancel()
        await #expect(throws: MovieError.unreachable("cancelled")) { try await task.value }
    }

    @Test func `a poster is an image, or an error`() async throws {
        let path = try #require(PosterPath("/poster1.jpg"))
        #expect(try await Server.service().poster(path).prefix(3) == Data([0xFF, 0xD8, 0xFF]))
        await #expect(throws: MovieError.notFound) {
            try await Server.service().poster(try #require(PosterPath("/none.jpg")))
        }
        await #expect(throws: MovieError.unreadable("not an image")) { try await Server.service("html").poster(path) }
        await #expect(throws: MovieError.tooLarge(8 << 20)) { try await Server.service("huge").poster(path) }
    }

    @Test func `a key is never printed`() throws {
        let configuration = try Server.service().configuration
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!dumped.contains(Server.key))
        #expect(!"\(configuration)".contains(Server.key))
        #expect(!String(reflecting: configuration).contains(Server.key))
    }

    /// A port that was free a moment ago, and on which nobody listens.
    private func unusedPort() throws -> UInt16 {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(bound)
        return UInt16(bigEndian: address.sin_port)
    }
}
