import Flux
import Foundation

/// The app's store.
public typealias MovieStore = Store<AppState>

extension Store where State == AppState {
    /// The store with what is in `file`, which it keeps up to date; and what was found there.
    public static func open(
        _ file: URL
    ) throws -> (store: MovieStore, found: StateFile<AppState>.Restoration) {
        let (store, found) = try restored(
            from: StateFile(file), reducer: reduceApp, middleware: [onePageAtATime], state: AppState(),
            logging: Limits.log)
        store.dispatch(action: AppAction.launched)
        return (store, found)
    }
}

extension ActionCoder {
    /// Knows the app's actions.
    public static let movies = ActionCoder([ListAction.self, FeedAction.self, AppAction.self, SavingFailed.self])
}
