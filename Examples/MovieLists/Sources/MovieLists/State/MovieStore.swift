import Flux
import Foundation

/// The app's store.
public typealias MovieStore = Store<AppState>

extension Store where State == AppState {
    /// Opens the store that is saved in a file. Returns it, and what was found in the file.
    public static func open(
        _ file: URL, _ dependencies: Dependencies
    ) throws -> (store: MovieStore, found: StateFile<AppState>.Restoration) {
        let (store, found) = try restored(
            from: StateFile(file), reducer: reduceApp, middleware: [onePageAtATime], state: AppState(),
            logging: Limits.log, dependencies: dependencies)
        store.dispatch(action: AppAction.launched)
        return (store, found)
    }
}

extension Dependencies {
    private enum MoviesKey: DependencyKey {
        /// Without a key, every request fails with an error that says so.
        static let defaultValue = TMDB(TMDB.Configuration(key: nil))
    }

    /// TMDB's API.
    public var movies: TMDB {
        get { self[MoviesKey.self] }
        set { self[MoviesKey.self] = newValue }
    }
}

extension ActionCoder {
    /// Knows the app's actions.
    public static let movies = ActionCoder([ListAction.self, FeedAction.self, AppAction.self, SavingFailed.self])
}
