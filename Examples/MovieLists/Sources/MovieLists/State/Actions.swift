import Flux

/// What happened to the user's lists.
public enum ListAction: Action, Codable, Hashable {
    case created(title: String)
    case renamed(Int, title: String)
    case deleted(Int)
    /// At the list's end, if it is not in it yet.
    case added(Movie, to: ListName)
    case removed(Movie.ID, from: ListName)
    /// To a position from 0, the list without the movie; beyond its end means the end.
    case moved(Movie.ID, in: ListName, to: Int)
}

/// What happened to the feeds.
public enum FeedAction: Action, Codable, Hashable {
    /// Something else is searched for.
    case searched(String)
    /// Something else is to be discovered.
    case filtered(Filter)
    /// A page was asked for; 1 begins anew.
    case asked(FeedName, page: Int)
    case arrived(FeedName, MoviePage)
    case failed(FeedName, MovieError)
}

/// What else happened.
public enum AppAction: Action, Codable, Hashable {
    /// The app begins: what was on its way when it ended will not arrive.
    case launched
    /// All that is known of a movie.
    case detailed(Movie)
    case troubled(String)
    case dismissed
}
