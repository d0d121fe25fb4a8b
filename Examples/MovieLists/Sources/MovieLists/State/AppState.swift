import Flux

/// The whole state of the app, which is saved.
public struct AppState: FluxState, Codable, Equatable {
    /// The movies of all lists and feeds.
    public internal(set) var movies: [Movie.ID: Movie] = [:]
    public internal(set) var feeds = Feeds()
    public internal(set) var lists = Lists()
    /// What went wrong with a movie's details or with saving; shown until it is dismissed.
    public internal(set) var problem: String?

    public init() {}

    /// The movies of a feed, in its order.
    public func movies(of feed: FeedName) -> [Movie] {
        feeds[feed].movies.compactMap { movies[$0] }
    }

    /// The movies of a list, in its order.
    public func movies(of list: ListName) -> [Movie] {
        lists[list].compactMap { movies[$0] }
    }

    /// Forgets the movies that are in no list and no feed.
    mutating func forgetUnused() {
        let used = lists.all.union(feeds.all)
        guard movies.count > used.count else { return }
        movies = movies.filter { used.contains($0.key) }
    }
}
