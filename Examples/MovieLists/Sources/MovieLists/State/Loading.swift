import Flux
import Foundation

/// Loads the next page of a feed, or the first page again.
public struct LoadPage: DependentAction, Codable, Hashable {
    public let feed: FeedName
    public let fromStart: Bool

    public init(_ feed: FeedName, fromStart: Bool = false) {
        self.feed = feed
        self.fromStart = fromStart
    }

    public var taskID: (any Hashable & Sendable)? { feed }

    public func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        let feeds = state().feeds
        guard let page = fromStart ? 1 : feeds[feed].next else { return }
        await load(page, feeds, dependencies.movies, dispatch)
    }

    @MainActor
    private func load(_ page: Int, _ feeds: Feeds, _ service: TMDB, _ dispatch: DispatchFunction) async {
        dispatch(FeedAction.asked(feed, page: page))
        do throws(MovieError) {
            let answer =
                switch feed {
                case .popular: try await service.popular(page: page)
                case .discover: try await service.discover(feeds.filter, page: page)
                case .search: try await service.search(feeds.query, page: page)
                }
            dispatch(FeedAction.arrived(feed, answer))
        } catch {
            dispatch(FeedAction.failed(feed, error))
        }
    }
}

/// Searches after a pause in which the user has typed nothing. The next search cancels this one.
public struct Search: DependentAction, Codable, Hashable {
    public let query: String
    let pause: Duration

    public init(_ query: String, pause: Duration = .milliseconds(300)) {
        self.query = String(query.prefix(Limits.queryCharacters))
        self.pause = pause
    }

    public var taskID: (any Hashable & Sendable)? { FeedName.search }

    public func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        dispatch(FeedAction.searched(query))
        guard !query.allSatisfy(\.isWhitespace) else { return }
        if pause > .zero { try? await dependencies.clock.sleep(for: pause) }
        guard !Task.isCancelled else { return }
        await LoadPage(.search).execute(state: state, dispatch: dispatch, dependencies: dependencies)
    }
}

/// Loads the details of a movie.
public struct LoadMovie: DependentAction, Codable, Hashable {
    public let id: Movie.ID

    public init(_ id: Movie.ID) {
        self.id = id
    }

    public var taskID: (any Hashable & Sendable)? { id }

    public func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        do throws(MovieError) {
            dispatch(AppAction.detailed(try await dependencies.movies.movie(id)))
        } catch {
            dispatch(AppAction.troubled("\(error)"))
        }
    }
}

/// Drops a request for a feed's next page while one of its pages is loading: a list that is
/// scrolled requests often.
public let onePageAtATime: Middleware<AppState> = { _, state in
    { next in
        { action in
            if let load = action as? LoadPage, !load.fromStart, state().feeds[load.feed].isLoading { return }
            next(action)
        }
    }
}
