import Flux

/// What happened to the user's lists.
public enum ListAction: Action, Codable, Hashable {
    case created(title: String)
    case renamed(Int, title: String)
    case deleted(Int)
    /// A movie was added at the list's end. Nothing changes if the list has it.
    case added(Movie, to: ListName)
    case removed(Movie.ID, from: ListName)
    /// A movie was moved. The position counts from 0, in the list without the movie. A position
    /// beyond the end means the end.
    case moved(Movie.ID, in: ListName, to: Int)
}

/// What happened to the feeds.
public enum FeedAction: Action, Codable, Hashable {
    /// The user searches for another text.
    case searched(String)
    /// The user has chosen another filter.
    case filtered(Filter)
    /// A page was requested. Page 1 empties the feed first.
    case asked(FeedName, page: Int)
    case arrived(FeedName, MoviePage)
    case failed(FeedName, MovieError)
}

/// What happened besides.
public enum AppAction: Action, Codable, Hashable {
    /// The app was launched. Pages that were loading when it ended will not arrive.
    case launched
    /// The details of a movie have arrived.
    case detailed(Movie)
    case troubled(String)
    case dismissed
}
