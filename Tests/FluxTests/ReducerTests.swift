import Flux
import Testing

/// A feature, as a module of its own has it: it does not know the whole state.
private struct Films: FluxState, Equatable {
    var titles: [String] = []
    var isLoading = false
}

private enum FilmAction: Action, Equatable {
    case loading
    case loaded([String])
}

private struct LoadFilms: DependentAction {
    let query: String

    func execute(
        state: @escaping @MainActor @Sendable () -> Films, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        dispatch(FilmAction.loading)
        dispatch(FilmAction.loaded(state().titles + ["\(query) \(dependencies.numbers())"]))
    }
}

private let films = Reducer<Films, FilmAction> { films, action in
    switch action {
    case .loading: films.isLoading = true
    case .loaded(let titles): films = Films(titles: titles)
    }
}

private struct Named: Action {
    let name: String
}

private struct Whole: FluxState, Equatable {
    var films = Films()
    var found: Films?
    var names: [String] = []
}

private let names = Reducer<[String], Named> { names, action in names.append(action.name) }

private let whole = Reducer.combine(films.scope(\Whole.films), names.scope(\.names))

/// The simplest form: one function that takes every action.
private func appReducer(state: inout Counter, action: Action) {
    if case .added(let amount) = action as? CounterAction { state.count += amount }
}

@MainActor
@Suite struct ReducerTests {
    @Test func `a function is a reducer`() {
        let store = Store(reducer: appReducer, state: Counter())
        store.dispatch(action: CounterAction.added(2))
        #expect(store.state.count == 2)
    }

    @Test func `each feature’s reducer gets its actions and its part of the state`() {
        var state = Whole()
        whole(&state, FilmAction.loading)
        whole(&state, Named(name: "Ada"))
        whole(&state, CounterAction.added(1))
        #expect(state == Whole(films: Films(isLoading: true), names: ["Ada"]))
    }

    @Test func `reducers combined of combined ones run first to last`() {
        let loud = Reducer<Whole, Named> { whole, _ in whole.names = whole.names.map { $0.uppercased() } }
        var state = Whole()
        Reducer.combine(whole, loud)(&state, Named(name: "Ada"))
        #expect(state.names == ["ADA"])
        Reducer.combine(loud, whole)(&state, Named(name: "Bob"))
        #expect(state.names == ["ADA", "Bob"])
    }

    @Test func `a part that is nil takes no action`() {
        let reducer = Reducer.combine(films.scope(\Whole.found))
        var state = Whole()
        reducer(&state, FilmAction.loading)
        #expect(state == Whole())
        state.found = Films()
        reducer(&state, FilmAction.loading)
        #expect(state.found?.isLoading == true)
    }

    @Test func `a large part is changed in place, also an optional one`() {
        struct Rows: Sendable {
            var values = Array(0..<1_000)
        }
        struct Tables: FluxState {
            var rows = Rows()
            var more: Rows? = Rows()
        }
        let rows = Reducer<Rows, Named> { rows, _ in rows.values[0] += 1 }
        let store = Store(reducer: .combine(rows.scope(\Tables.rows), rows.scope(\.more)), state: Tables())
        func places() -> [UnsafePointer<Int>?] {
            [store.state.rows, store.state.more ?? Rows()].map { $0.values.withUnsafeBufferPointer(\.baseAddress) }
        }
        // The first change copies what this test began with.
        store.dispatch(action: Named(name: ""))
        let before = places()
        store.dispatch(action: Named(name: ""))
        #expect(places() == before)
        #expect(store.state.more?.values[0] == 2)
    }

    @Test func `a feature’s async action runs in the whole app’s store, on its part of the state`() async {
        let store = Store(
            reducer: .combine(whole), state: Whole(films: Films(titles: ["Heat"])),
            dependencies: Dependencies { $0.numbers = { 2 } })
        store.dispatch(action: LoadFilms(query: "Ronin"))
        await store.finish()
        #expect(store.state.films == Films(titles: ["Heat", "Ronin 2"]))
    }

    @Test func `an async action of a part that is nil does not run`() async {
        let store = Store(reducer: .combine(films.scope(\Whole.found)), state: Whole())
        store.dispatch(action: LoadFilms(query: "Ronin"))
        await store.finish()
        #expect(store.state == Whole())
    }
}
