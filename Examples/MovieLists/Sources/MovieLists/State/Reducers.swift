import Flux

/// The whole app's reducer.
public let reduceApp = Reducer<AppState, any Action>.combine(
    Reducer(reduceFeeds), Reducer(reduceLists), Reducer(reduceRest),
    Reducer { (state, action: SavingFailed) in state.problem = "The lists are not saved: \(action.reason)" })

private func reduceFeeds(_ state: inout AppState, _ action: FeedAction) {
    switch action {
    case .searched(let query):
        state.feeds.query = query
        state.feeds.search = Feed()
    case .filtered(let filter):
        state.feeds.filter = filter
        state.feeds.discover = Feed()
    case .asked(let feed, let page):
        if page == 1 { state.feeds[feed] = Feed() }
        state.feeds[feed].isLoading = true
        state.feeds[feed].error = nil
        state.forgetUnused()
    case .arrived(let feed, let page):
        state.feeds[feed].isLoading = false
        state.feeds[feed].add(page)
        for movie in page.results { state.learn(movie) }
    case .failed(let feed, let error):
        state.feeds[feed].isLoading = false
        state.feeds[feed].error = error
    }
}

private func reduceLists(_ state: inout AppState, _ action: ListAction) {
    switch action {
    case .created(let title):
        guard state.lists.objection(to: title) == nil else { return }
        state.lists.latest += 1
        state.lists.custom.append(CustomList(id: state.lists.latest, title: title))
    case .renamed(let id, let title):
        guard state.lists.objection(to: title, except: id) == nil,
            let index = state.lists.custom.firstIndex(where: { $0.id == id })
        else { return }
        state.lists.custom[index].title = title
    case .deleted(let id):
        state.lists.custom.removeAll { $0.id == id }
    case .added(let movie, let list):
        guard state.lists.contains(list), !state.lists[list].contains(movie.id) else { return }
        guard state.lists[list].count < Limits.moviesInList else { return }
        state.learn(movie)
        state.lists[list].append(movie.id)
        if list == .seen { state.lists.wish.removeAll { $0 == movie.id } }
        if list == .wish { state.lists.seen.removeAll { $0 == movie.id } }
    case .removed(let id, let list):
        state.lists[list].removeAll { $0 == id }
    case .moved(let id, let list, let position):
        guard state.lists[list].contains(id) else { return }
        var movies = state.lists[list].filter { $0 != id }
        movies.insert(id, at: max(0, min(position, movies.count)))
        state.lists[list] = movies
    }
}

private func reduceRest(_ state: inout AppState, _ action: AppAction) {
    switch action {
    case .launched:
        for feed in FeedName.allCases { state.feeds[feed].isLoading = false }
        state.problem = nil
        state.forgetUnused()
    case .detailed(let movie): state.learn(movie)
    case .troubled(let problem): state.problem = problem
    case .dismissed: state.problem = nil
    }
}

extension AppState {
    /// Stores a movie. If it comes from a page, it keeps the details that were loaded before.
    fileprivate mutating func learn(_ movie: Movie) {
        var new = movie
        if let old = movies[movie.id] {
            new.runtime = new.runtime ?? old.runtime
            new.tagline = new.tagline ?? old.tagline
            new.genres = new.genres ?? old.genres
        }
        movies[movie.id] = new
    }
}
