/// The name of a feed.
public enum FeedName: String, CaseIterable, Codable, Sendable {
    case popular, discover, search
}

/// The movies of a feed, as far as its pages are loaded.
public struct Feed: Codable, Hashable, Sendable {
    public internal(set) var movies: [Movie.ID] = []
    /// The latest page that arrived; 0 before the first.
    public internal(set) var page = 0
    public internal(set) var totalPages = 0
    public internal(set) var totalResults = 0
    public internal(set) var isLoading = false
    /// Why the latest page did not arrive.
    public internal(set) var error: MovieError?

    /// The page that comes next, if there is one.
    public var next: Int? {
        page == 0 ? 1 : page < min(totalPages, Limits.pages) ? page + 1 : nil
    }

    /// Adds a page. Movies may change their places between two requests, so a movie may come twice.
    /// It keeps its first place.
    mutating func add(_ new: MoviePage) {
        var known = Set(movies)
        movies += new.results.map(\.id).filter { known.insert($0).inserted }
        (page, totalPages, totalResults) = (new.page, new.totalPages, new.totalResults)
    }
}

/// All feeds, the text of the search, and the filter.
public struct Feeds: Codable, Hashable, Sendable {
    public internal(set) var popular = Feed()
    public internal(set) var discover = Feed()
    public internal(set) var search = Feed()
    public internal(set) var query = ""
    public internal(set) var filter = Filter()

    public internal(set) subscript(name: FeedName) -> Feed {
        get {
            switch name {
            case .popular: popular
            case .discover: discover
            case .search: search
            }
        }
        set {
            switch name {
            case .popular: popular = newValue
            case .discover: discover = newValue
            case .search: search = newValue
            }
        }
    }

    var all: Set<Movie.ID> {
        FeedName.allCases.reduce(into: []) { $0.formUnion(self[$1].movies) }
    }
}
