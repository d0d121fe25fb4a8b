import Flux
import Testing

@testable import MovieLists

@Suite struct ReducerTests {
    private func state(after actions: any Action...) -> AppState {
        actions.reduce(into: AppState()) { reduceApp(&$0, $1) }
    }

    private func movies(_ ids: ClosedRange<Int>) -> [Movie] {
        ids.map { Movie(id: $0, title: "Movie \($0)") }
    }

    private func page(_ number: Int, of total: Int, _ ids: ClosedRange<Int>) -> MoviePage {
        MoviePage(page: number, results: movies(ids), totalPages: total, totalResults: 100)
    }

    private let heat = Movie(id: 949, title: "Heat")

    @Test func `a list is made, renamed and deleted, and its number is not used again`() {
        var state = state(after: ListAction.created(title: "Night"), ListAction.created(title: "Day"))
        #expect(state.lists.custom.map(\.title) == ["Night", "Day"])
        reduceApp(&state, ListAction.renamed(1, title: "Late"))
        reduceApp(&state, ListAction.deleted(2))
        reduceApp(&state, ListAction.created(title: "Noon"))
        #expect(state.lists.custom.map(\.title) == ["Late", "Noon"])
        #expect(state.lists.custom.map(\.id) == [1, 3])
    }

    @Test func `a title is something, not too long, and the only one of its kind`() {
        let state = state(after: ListAction.created(title: "Night"), ListAction.created(title: "Day"))
        #expect(state.lists.objection(to: " \t") != nil)
        #expect(state.lists.objection(to: String(repeating: "x", count: 64)) == nil)
        #expect(state.lists.objection(to: String(repeating: "x", count: 65)) != nil)
        #expect(state.lists.objection(to: "NIGHT") != nil)
        #expect(state.lists.objection(to: "NIGHT", except: 1) == nil)
        var refused = state
        for title in ["", "night"] { reduceApp(&refused, ListAction.created(title: title)) }
        reduceApp(&refused, ListAction.renamed(2, title: "night"))
        #expect(refused == state)
    }

    @Test func `there are no more lists, and no more movies in one, than there may be`() {
        var state = AppState()
        for number in 1...101 { reduceApp(&state, ListAction.created(title: "\(number)")) }
        #expect(state.lists.custom.count == 100)
        for movie in movies(1...5_001) { reduceApp(&state, ListAction.added(movie, to: .custom(7))) }
        #expect(state.movies(of: .custom(7)).count == 5_000)
    }

    @Test func `a movie is in a list once, and not both wished for and seen`() {
        let state = state(
            after: ListAction.added(heat, to: .wish), ListAction.added(heat, to: .wish),
            ListAction.added(heat, to: .seen))
        #expect(state.lists.wish == [])
        #expect(state.movies(of: .seen) == [heat])
        #expect(
            self.state(after: ListAction.added(heat, to: .seen), ListAction.added(heat, to: .wish)).lists.seen == [])
        #expect(self.state(after: ListAction.added(heat, to: .custom(1))) == AppState(), "There is no such list")
    }

    @Test(arguments: [(0, [3, 1, 2]), (1, [1, 3, 2]), (2, [1, 2, 3]), (99, [1, 2, 3]), (-5, [3, 1, 2])])
    func `a movie moves to a position`(position: Int, order: [Int]) {
        var state = AppState()
        for movie in movies(1...3) { reduceApp(&state, ListAction.added(movie, to: .wish)) }
        reduceApp(&state, ListAction.moved(3, in: .wish, to: position))
        #expect(state.lists.wish == order)
        reduceApp(&state, ListAction.moved(77, in: .wish, to: 0))
        #expect(state.lists.wish == order)
    }

    @Test func `pages add up, and a movie that comes twice stays where it was`() {
        let state = state(
            after: FeedAction.asked(.popular, page: 1), FeedAction.arrived(.popular, page(1, of: 2, 1...20)),
            FeedAction.asked(.popular, page: 2), FeedAction.arrived(.popular, page(2, of: 2, 20...30)))
        #expect(state.movies(of: .popular).map(\.id) == Array(1...30))
        #expect(state.feeds.popular.next == nil)
        #expect(!state.feeds.popular.isLoading)
    }

    @Test func `no page is asked for beyond the last that TMDB answers`() {
        var feed = Feed()
        feed.add(page(499, of: 40_000, 1...2))
        #expect(feed.next == 500)
        feed.add(page(500, of: 40_000, 3...4))
        #expect(feed.next == nil)
    }

    @Test func `a page that fails leaves what was there, and the same page comes next`() {
        let state = state(
            after: FeedAction.arrived(.search, page(1, of: 2, 1...20)), FeedAction.asked(.search, page: 2),
            FeedAction.failed(.search, .tooMany))
        #expect(state.feeds.search.error == .tooMany)
        #expect(state.feeds.search.next == 2)
        #expect(state.movies(of: .search).count == 20)
    }

    @Test func `movies that are in no list and no feed are forgotten`() {
        let state = state(
            after: FeedAction.arrived(.search, page(1, of: 1, 1...20)), ListAction.added(movies(5...5)[0], to: .wish),
            FeedAction.searched("else"), FeedAction.asked(.search, page: 1))
        #expect(Set(state.movies.keys) == [5])
    }

    @Test func `what was learnt from a movie itself is not lost by seeing it in a page`() throws {
        var whole = heat
        whole.runtime = 170
        let later = Movie(id: 949, title: "Heat", rating: 7.9)
        let state = state(
            after: ListAction.added(heat, to: .wish), AppAction.detailed(whole),
            FeedAction.arrived(.popular, MoviePage(page: 1, results: [later], totalPages: 1, totalResults: 1)))
        #expect(state.movies[949]?.runtime == 170)
        #expect(state.movies[949]?.rating == 7.9)
    }

    @Test func `after a launch nothing is on its way`() {
        let state = state(after: FeedAction.asked(.popular, page: 1), AppAction.troubled("x"), AppAction.launched)
        #expect(state == AppState())
    }
}
