import Flux
import Foundation
import MovieLists

/// Carries out a command: dispatches actions, waits, and prints.
@MainActor
struct Session {
    let store: MovieStore
    let options: Options
    let service: TMDB

    func perform(_ words: [String]) async throws {
        let rest = Array(words.dropFirst())
        switch (words.first ?? "", rest.count) {
        case ("search", 1...): try await search(rest.joined(separator: " "))
        case ("popular", 0): try await show(.popular)
        case ("discover", 0): try await discover()
        case ("show", 1): print(Text.detail(try await movie(id(rest[0]), whole: true), in: store.state.lists))
        case ("poster", 1...2): try await poster(id(rest[0]), into: rest.dropFirst().first)
        case ("wish", 0...2): try await list(.wish, rest)
        case ("seen", 0...2): try await list(.seen, rest)
        case ("lists", 0): print(Text.lists(store.state.lists), terminator: "")
        case ("list", 2...): try await change(rest[0], title: rest[1], Array(rest.dropFirst(2)))
        default:
            let command = words.joined(separator: " ")
            throw UsageError("“\(command)” is not a command. Run movielists without a command to list them all")
        }
    }

    private func search(_ query: String) async throws {
        guard query.count <= Limits.queryCharacters else {
            throw UsageError("A search has at most \(Limits.queryCharacters) characters")
        }
        if query != store.state.feeds.query { store.dispatch(action: FeedAction.searched(query)) }
        try await show(.search)
    }

    private func discover() async throws {
        if options.filter != store.state.feeds.filter { store.dispatch(action: FeedAction.filtered(options.filter)) }
        try await show(.discover)
    }

    /// Loads the pages up to the wanted one, and prints its movies. It begins with the first page,
    /// or with the wanted one if the page before it was loaded last.
    private func show(_ feed: FeedName) async throws {
        let wanted = options.page
        var fromStart = wanted == 1 || store.state.feeds[feed].page != wanted - 1
        var known = 0
        repeat {
            known = fromStart ? 0 : store.state.feeds[feed].movies.count
            store.dispatch(action: LoadPage(feed, fromStart: fromStart))
            await store.finish()
            if let error = store.state.feeds[feed].error { throw error }
            fromStart = false
        } while store.state.feeds[feed].page < wanted && store.state.feeds[feed].next != nil
        let found = store.state.feeds[feed]
        guard found.page == wanted else { throw Refusal("There are only \(found.totalPages) pages") }
        for movie in store.state.movies(of: feed).dropFirst(known) { print(Text.line(movie)) }
        print(Text.end(of: found))
    }

    private func list(_ list: ListName, _ words: [String]) async throws {
        if words.isEmpty { return printMovies(of: list) }
        if words.count == 2, words[0] == "remove" { return try remove(id(words[1]), from: list) }
        guard words.count == 1 else { throw UsageError("A movie's number, or remove and a movie's number") }
        store.dispatch(action: ListAction.added(try await movie(id(words[0])), to: list))
    }

    private func change(_ what: String, title: String, _ rest: [String]) async throws {
        if what == "create" {
            guard rest.isEmpty else { throw UsageError("A title of several words stands in quotes") }
            if let objection = store.state.lists.objection(to: title) { throw Refusal(objection) }
            return store.dispatch(action: ListAction.created(title: title))
        }
        guard let list = store.state.lists.named(title) else { throw Refusal("There is no list “\(title)”") }
        let name = ListName.custom(list.id)
        switch (what, rest.count) {
        case ("show", 0): printMovies(of: name)
        case ("add", 1): store.dispatch(action: ListAction.added(try await movie(id(rest[0])), to: name))
        case ("remove", 1): try remove(id(rest[0]), from: name)
        case ("move", 2): try move(id(rest[0]), in: name, to: rest[1])
        case ("rename", 1):
            if let objection = store.state.lists.objection(to: rest[0], except: list.id) { throw Refusal(objection) }
            store.dispatch(action: ListAction.renamed(list.id, title: rest[0]))
        case ("delete", 0): store.dispatch(action: ListAction.deleted(list.id))
        default: throw UsageError("“list \(what)” is not a command, or needs other arguments")
        }
    }

    private func remove(_ id: Movie.ID, from list: ListName) throws {
        guard store.state.lists[list].contains(id) else { throw Refusal("Movie \(id) is not in that list") }
        store.dispatch(action: ListAction.removed(id, from: list))
    }

    private func move(_ id: Movie.ID, in list: ListName, to position: String) throws {
        let movies = store.state.lists[list]
        guard movies.contains(id) else { throw Refusal("Movie \(id) is not in that list") }
        let position = try Options.number("A position", position, 1...movies.count)
        store.dispatch(action: ListAction.moved(id, in: list, to: position - 1))
    }

    /// A movie of the state, or else of the server.
    private func movie(_ id: Movie.ID, whole: Bool = false) async throws -> Movie {
        if !whole, let known = store.state.movies[id] { return known }
        store.dispatch(action: LoadMovie(id))
        await store.finish()
        if let problem = store.state.problem { throw Refusal(problem) }
        guard let movie = store.state.movies[id] else { throw Refusal("There is no movie \(id)") }
        return movie
    }

    private func poster(_ id: Movie.ID, into file: String?) async throws {
        guard let path = try await movie(id).poster else { throw Refusal("Movie \(id) has no poster") }
        let posters = PosterCache(folder: options.posters) { [service] path throws(MovieError) in
            try await service.poster(path)
        }
        let data = try await posters.poster(path)
        let target = URL(fileURLWithPath: file ?? path.name)
        try data.write(to: target, options: .atomic)
        print("\(data.count) bytes in \(target.path)")
    }

    private func printMovies(of list: ListName) {
        for movie in store.state.movies(of: list) { print(Text.line(movie)) }
    }

    private func id(_ text: String) throws -> Movie.ID {
        try Options.number("A movie's number", text, 1...Int(Int32.max))
    }
}
