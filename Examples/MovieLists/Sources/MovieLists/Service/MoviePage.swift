/// A page of movies: the answer of `search/movie`, `movie/popular` and `discover/movie`.
public struct MoviePage: Codable, Hashable, Sendable {
    /// From 1.
    public let page: Int
    public let results: [Movie]
    public let totalPages: Int
    public let totalResults: Int

    enum CodingKeys: String, CodingKey {
        case page, results
        case totalPages = "total_pages"
        case totalResults = "total_results"
    }

    public init(page: Int, results: [Movie], totalPages: Int, totalResults: Int) {
        self.page = page
        self.results = results
        self.totalPages = totalPages
        self.totalResults = totalResults
    }
}

/// The parameters of `discover/movie`.
public struct Filter: Codable, Hashable, Sendable {
    public enum Order: String, CaseIterable, Codable, Sendable {
        case popularity, rating, newest

        /// TMDB's name of it.
        var parameter: String {
            switch self {
            case .popularity: "popularity.desc"
            case .rating: "vote_average.desc"
            case .newest: "primary_release_date.desc"
            }
        }
    }

    public var order = Order.popularity
    /// The year of the first release.
    public var year: Int?

    public init(order: Order = .popularity, year: Int? = nil) {
        self.order = order
        self.year = year
    }

    var parameters: [(name: String, value: String)] {
        var parameters = [("sort_by", order.parameter)]
        // Without a minimum of votes, movies with one vote would come first.
        if order == .rating { parameters.append(("vote_count.gte", "200")) }
        if let year { parameters.append(("primary_release_year", "\(year)")) }
        return parameters
    }
}
