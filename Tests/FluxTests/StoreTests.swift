import Flux
import Testing

@MainActor
@Suite struct StoreTests {
    @Test func `an action dispatched by a middleware waits until the one at hand is done`() {
        let answering: Middleware<Counter> = { dispatch, state in
            { next in
                { action in
                    if action as? CounterAction == .added(1) { dispatch(CounterAction.named("after \(state().count)")) }
                    next(action)
                    if action as? CounterAction == .added(1) { dispatch(CounterAction.named("at \(state().count)")) }
                    if action as? CounterAction == .named("after 0") { dispatch(CounterAction.named("last")) }
                }
            }
        }
        let store = Store(reducer: reduceCounter, middleware: [answering], state: Counter(), logging: 10)
        store.dispatch(action: CounterAction.added(1))
        #expect(store.state == Counter(count: 1, names: ["after 0", "at 1", "last"]))
        #expect(store.log?.actions.first as? CounterAction == .added(1))
    }

    @Test func `middlewares compose in order, and each may change an action or keep it`() {
        func tag(_ letter: String) -> Middleware<Counter> {
            { _, _ in
                { next in
                    { action in
                        guard case .named(let name) = action as? CounterAction, name.count < 3 else { return }
                        next(CounterAction.named(name + letter))
                    }
                }
            }
        }
        let store = Store(reducer: reduceCounter, middleware: [tag("a"), tag("b")], state: Counter())
        store.dispatch(action: CounterAction.named(">"))
        store.dispatch(action: CounterAction.named(">>"))
        #expect(store.state.names == [">ab"])
    }

    @Test func `an action that a middleware passes on later is reduced then`() {
        var late: [@MainActor () -> Void] = []
        let holding: Middleware<Counter> = { _, _ in { next in { action in late.append { next(action) } } } }
        let store = Store(reducer: reduceCounter, middleware: [holding], state: Counter())
        store.dispatch(action: CounterAction.added(1))
        #expect(store.state.count == 0)
        late.forEach { $0() }
        #expect(store.state.count == 1)
    }

    @Test func `an action that a listener passes on is told to all`() {
        var held: [@MainActor () -> Void] = []
        let holding: Middleware<Counter> = { _, _ in
            { next in
                { action in
                    if action as? CounterAction == .added(10) { held.append { next(action) } } else { next(action) }
                }
            }
        }
        let store = Store(reducer: reduceCounter, middleware: [holding], state: Counter())
        let first = store.select(\.count)
        let passing = store.select { counter in
            let passOn = held
            held = []
            passOn.forEach { $0() }
            return counter.count
        }
        store.dispatch(action: CounterAction.added(10))
        #expect(store.state.count == 0)
        store.dispatch(action: CounterAction.added(1))
        #expect(store.state.count == 11)
        #expect(first.value == 11 && passing.value == 11)
    }

    @Test func `an async action gets the state and dispatches what it found, in order`() async {
        let store = Store(reducer: reduceCounter, state: Counter(count: 1), logging: 10)
        let gate = Gate()
        store.dispatch(action: AddLater(amount: 3, gate: gate))
        await gate.open()
        await store.finish()
        #expect(store.state == Counter(count: 4, names: ["from 1"]))
        #expect(store.log?.actions.map { $0 is AddLater } == [true, false, false])
    }

    @Test func `a cancelled async action dispatches nothing more`() async {
        let store = Store(reducer: reduceCounter, state: Counter())
        let gate = Gate()
        store.dispatch(action: AddLater(amount: 1, id: "other", gate: gate))
        store.dispatch(action: AddLater(amount: 10, id: "search", gate: gate))
        while store.state.names.count < 2 { await Task.yield() }
        store.dispatch(action: Cancel(id: "search"))
        await gate.open()
        await store.finish()
        #expect(store.state.count == 1)
    }

    @Test func `a second async action of the same name takes the first one's place`() async {
        let store = Store(reducer: reduceCounter, state: Counter())
        let gate = Gate()
        for amount in [1, 10, 100] { store.dispatch(action: AddLater(amount: amount, id: "search", gate: gate)) }
        await gate.open()
        await store.finish()
        #expect(store.state == Counter(count: 100, names: ["from 0"]))
    }

    @Test func `a completion handler of a cancelled action dispatches nothing more, also after the action has ended`()
        async
    {
        @MainActor final class Service { var answers: [@MainActor () -> Void] = [] }
        struct Ask: AsyncAction {
            let amount: Int
            let id: String?
            let service: Service

            var taskID: (any Hashable & Sendable)? { id }

            func execute(state: @escaping @MainActor @Sendable () -> Counter, dispatch: @escaping DispatchFunction)
                async
            {
                service.answers.append { dispatch(CounterAction.added(amount)) }
            }
        }
        let store = Store(reducer: reduceCounter, state: Counter())
        let service = Service()
        for (amount, id) in [(1, nil), (10, "other"), (100, "search"), (1_000, "search")] {
            store.dispatch(action: Ask(amount: amount, id: id, service: service))
            await store.finish()
        }
        #expect(store.state.count == 0)
        service.answers.forEach { $0() }
        #expect(store.state.count == 1_011)
        store.dispatch(action: Cancel(id: "search"))
        service.answers.forEach { $0() }
        #expect(store.state.count == 1_022)
    }

    @Test func `a store that is released ends its async actions and streams`() async {
        /// Waits until it is cancelled, and then ends the stream `told`.
        struct Forever: AsyncAction {
            let told: AsyncStream<Void>.Continuation

            func execute(state: @escaping @MainActor @Sendable () -> Counter, dispatch: @escaping DispatchFunction)
                async
            {
                try? await Task.sleep(for: .seconds(3_600))
                told.finish()
            }
        }
        let (ended, told) = AsyncStream.makeStream(of: Void.self)
        var store: Store<Counter>? = Store(reducer: reduceCounter, state: Counter())
        store?.dispatch(action: Forever(told: told))
        let states = store?.states
        weak let gone = store
        store = nil
        #expect(gone == nil)
        for await _ in ended {}
        if let states { for await state in states { #expect(state == Counter()) } }
    }

    @Test(arguments: [false, true])
    func `a large state is changed in place, also in a store that saves and has slices`(isSaved: Bool) throws {
        struct Rows: FluxState, Codable {
            var values = Array(0..<1_000)
        }
        let folder = try Folder()
        let reducer = Reducer<Rows, any Action> { state, _ in state.values[0] += 1 }
        let file = StateFile<Rows>(folder.url.appendingPathComponent("rows"))
        let store =
            isSaved
            ? try Store.restored(from: file, reducer: reducer, state: Rows()).store
            : Store(reducer: reducer, state: Rows())
        let first = store.select { $0.values[0] }
        // The first change copies what this test began with.
        store.dispatch(action: CounterAction.added(1))
        let place = store.state.values.withUnsafeBufferPointer { $0.baseAddress }
        store.dispatch(action: CounterAction.added(1))
        #expect(store.state.values.withUnsafeBufferPointer { $0.baseAddress } == place)
        #expect(first.value == 2)
    }

    @Test func `states begin with the present one, and a slow reader gets the newest`() async {
        let store = Store(reducer: reduceCounter, state: Counter())
        var states = store.states.makeAsyncIterator()
        #expect(await states.next() == Counter())
        for _ in 1...5 { store.dispatch(action: CounterAction.added(1)) }
        #expect(await states.next()?.count == 5)
    }

    @Test func `a slice publishes only when it changed`() async {
        let store = Store(reducer: reduceCounter, state: Counter())
        let count = store.select(\.count)
        let named = store.select { "\($0.names)" }
        var counts = count.values.makeAsyncIterator()
        #expect(await counts.next() == 0)
        store.dispatch(action: CounterAction.added(2))
        #expect(await counts.next() == 2)
        store.dispatch(action: CounterAction.named("x"))
        #expect(named.value == #"["x"]"#)
        store.dispatch(action: CounterAction.added(1))
        #expect(await counts.next() == 3)
    }
}
