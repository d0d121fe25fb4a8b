import Flux
import Foundation

/// Gets the next page of a feed, or the first one anew.
public struct LoadPage: AsyncAction {
    public let feed: FeedName
    public let fromStart: Bool
    let service: TMDB

    public init(_ feed: FeedName, fromStart: Bool = false, service: TMDB) {
        self.feed = feed
        self.fromStart = fromStart
        self.service = service
    }

    public var taskID: (any Hashable & Sendable)? { feed }

    public func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        let feeds = state().feeds
        guard let page = fromStart ? 1 : feeds[feed].next else { return }
        await load(page, feeds, dispatch)
    }

    @MainActor
    private func load(_ page: Int, _ feeds: Feeds, _ dispatch: DispatchFunction) async {
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

/// Searches, once nothing more was typed for a while. The next letter takes this search's place.
public struct Search: AsyncAction {
    public let query: String
    let pause: Duration
    let service: TMDB

    public init(_ query: String, pause: Duration = .milliseconds(300), service: TMDB) {
        self.query = String(query.prefix(Limits.queryCharacters))
        self.pause = pause
        self.service = service
    }

    public var taskID: (any Hashable & Sendable)? { FeedName.search }

    public func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        dispatch(FeedAction.searched(query))
        guard !query.allSatisfy(\.isWhitespace) else { return }
        if pause > .zero { try? await Task.sleep(for: pause) }
        guard !Task.isCancelled else { return }
        await LoadPage(.search, service: service).execute(state: state, dispatch: dispatch)
    }
}

/// Gets all that is known of a movie.
public struct LoadMovie: AsyncAction {
    public let id: Movie.ID
    let service: TMDB

    public init(_ id: Movie.ID, service: TMDB) {
        self.id = id
        self.service = service
    }

    public var taskID: (any Hashable & Sendable)? { id }

    public func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        do throws(MovieError) {
            dispatch(AppAction.detailed(try await service.movie(id)))
        } catch {
            dispatch(AppAction.troubled("\(error)"))
        }
    }
}

/// Keeps a feed from being asked for its next page while a page of it is on its way: a list that is
/// scrolled asks often.
public let onePageAtATime: Middleware<AppState> = { _, state in
    { next in
        { action in
            if let load = action as? LoadPage, !load.fromStart, state().feeds[load.feed].isLoading { return }
            next(action)
        }
    }
}
