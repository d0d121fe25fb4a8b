import Flux
import Foundation
import Testing

@testable import MovieLists

@MainActor
@Suite struct RestoreTests {
    private let folder: Folder
    private var file: URL { folder.url.appendingPathComponent("state") }
    private let heat = Movie(id: 949, title: "Heat")

    init() throws {
        folder = try Folder()
    }

    @Test func `lists and what was found are there again, and nothing seems to be on its way`() async throws {
        let (store, found) = try MovieStore.open(file, Server.dependencies())
        #expect(found == .nothing)
        store.dispatch(action: ListAction.created(title: "Zoë’s night 🌒"))
        store.dispatch(action: ListAction.added(heat, to: .custom(1)))
        store.dispatch(action: ListAction.added(heat, to: .seen))
        store.dispatch(action: LoadPage(.popular))
        await store.finish()
        store.dispatch(action: FeedAction.asked(.popular, page: 2))
        try await store.save()

        let (again, what) = try MovieStore.open(file, Server.dependencies())
        #expect(what == .restored)
        #expect(again.state.lists == store.state.lists)
        #expect(again.state.movies(of: .custom(1)) == [heat])
        #expect(again.state.movies(of: .popular).count == 20)
        #expect(!again.state.feeds.popular.isLoading)
        #expect(again.state.feeds.popular.next == 2)
    }

    @Test func `lists that can't be read are set aside, and there are new ones`() async throws {
        try Data("flux-state 1\n{\"movies\":".utf8).write(to: file)
        let (store, found) = try MovieStore.open(file, Server.dependencies())
        guard case .setAside(let url, _) = found else {
            Issue.record("\(found)")
            return
        }
        store.dispatch(action: ListAction.added(heat, to: .wish))
        try await store.save()
        #expect(try Data(contentsOf: url) == Data("flux-state 1\n{\"movies\":".utf8))
        #expect(try MovieStore.open(file, Server.dependencies()).store.state.lists.wish == [949])
    }

    @Test func `what happened replays to the same state`() async throws {
        let (store, _) = try MovieStore.open(file, Server.dependencies())
        store.dispatch(action: Search("movie", pause: .zero))
        await store.finish()
        store.dispatch(action: LoadPage(.search))
        store.dispatch(action: LoadMovie(103))
        await store.finish()
        store.dispatch(action: ListAction.added(try #require(store.state.movies[103]), to: .wish))
        store.dispatch(action: FeedAction.failed(.discover, .tooMany))
        let data = try #require(try store.log?.exported(with: .movies))
        let log = try ActionLog(importing: data, with: .movies, reducer: reduceApp)
        #expect(log.state == store.state)
        #expect(log.state.feeds.search.page == 2)
        #expect(log.state.feeds.discover.error == .tooMany)
    }

    /// Replays a log that `movielists --log` wrote. The test fails if actions look different in a
    /// log, or do something else.
    @Test func `a log from the command line replays`() throws {
        let data = try Data(contentsOf: Server.tests.appendingPathComponent("Logs/move.json"))
        let log = try ActionLog(importing: data, with: .movies, reducer: reduceApp)
        #expect(log.base.movies(of: .custom(1)).map(\.id) == [101, 102, 103])
        #expect(log.state.movies(of: .custom(1)).map(\.id) == [103, 101, 102])
    }

    @Test func `time travel undoes a deletion`() throws {
        let (store, _) = try MovieStore.open(file, Server.dependencies())
        store.dispatch(action: ListAction.created(title: "Night"))
        store.dispatch(action: ListAction.added(heat, to: .custom(1)))
        store.dispatch(action: ListAction.deleted(1))
        #expect(store.state.lists.custom == [])
        store.stepBack()
        #expect(store.state.movies(of: .custom(1)) == [heat])
    }
}
