import Flux
import FluxTesting
import MovieLists
import Testing

@MainActor
@Suite struct LoadingTests {
    private func store(_ way: String? = nil, clock: any Clock<Duration> = ContinuousClock()) throws -> MovieStore {
        Store(
            reducer: reduceApp, middleware: [onePageAtATime], state: AppState(), logging: 100,
            dependencies: try Server.dependencies(way, clock: clock))
    }

    @Test func `a feed is read page by page to its end`() async throws {
        let store = try store("reading")
        for _ in 1...5 {
            store.dispatch(action: LoadPage(.popular))
            await store.finish()
        }
        #expect(store.state.movies(of: .popular).map(\.id) == Array(101...145))
        #expect(try Server.asked("/reading/3/movie/popular") == 3)
    }

    @Test func `a list that asks for more while more is coming asks once`() async throws {
        let store = try store("scrolling")
        store.dispatch(action: LoadPage(.popular))
        while !store.state.feeds.popular.isLoading { await Task.yield() }
        for _ in 1...10 { store.dispatch(action: LoadPage(.popular)) }
        await store.finish()
        #expect(store.state.feeds.popular.page == 1)
        #expect(try Server.asked("/scrolling/3/movie/popular") == 1)
    }

    @Test func `of what is typed quickly only the last is searched for`() async throws {
        let clock = TestClock()
        let store = try store("typing", clock: clock)
        for query in ["a", "am", "ame", "movie 1"] { store.dispatch(action: Search(query)) }
        #expect(await clock.advance() == .milliseconds(300))
        await store.finish()
        #expect(store.state.feeds.query == "movie 1")
        #expect(store.state.movies(of: .search).count == 10)
        #expect(try Server.asked("/typing/3/search/movie") == 1)
    }

    @Test func `an answer that comes after a newer question changes nothing`() async throws {
        let store = try store("late")
        store.dispatch(action: Search("movie 2", pause: .zero))
        while !store.state.feeds.search.isLoading { await Task.yield() }
        store.dispatch(action: Search("zoë", pause: .zero))
        await store.finish()
        #expect(store.state.movies(of: .search).map(\.title) == ["Amélie + Zoë"])
        let arrivals = store.log?.actions.filter { if case .arrived = $0 as? FeedAction { true } else { false } }
        #expect(arrivals?.count == 1)
    }

    @Test func `a failure of the server is shown, step by step`() async throws {
        let store = TestStore(reducer: reduceApp, state: AppState(), dependencies: try Server.dependencies("500"))
        store.send(LoadPage(.discover))
        await store.receive(FeedAction.asked(.discover, page: 1)) {
            reduceApp(&$0, FeedAction.asked(.discover, page: 1))
        }
        let error = MovieError.server(500, "Internal error: Something went wrong, contact TMDB.")
        await store.receive(FeedAction.failed(.discover, error)) {
            reduceApp(&$0, FeedAction.failed(.discover, error))
        }
        #expect(store.state.feeds.discover.error == error)
        #expect(store.state.feeds.discover.next == 1)
        await store.finish()
    }

    @Test func `a movie that can't be loaded is a problem until it is dismissed`() async throws {
        let store = try store()
        store.dispatch(action: LoadMovie(9_999))
        await store.finish()
        #expect(store.state.problem == "The server has no such movie or poster (error 3)")
        store.dispatch(action: AppAction.dismissed)
        #expect(store.state.problem == nil)
    }
}
