import Flux
import Testing

struct Counter: FluxState, Codable, Equatable {
    var count = 0
    var names: [String] = []
}

enum CounterAction: Action, Codable, Equatable {
    case added(Int)
    case named(String)
}

/// Adds `amount` once `gate` lets it.
struct AddLater: AsyncAction {
    let amount: Int
    var id: String?
    let gate: Gate

    var taskID: (any Hashable & Sendable)? { id }

    func execute(state: @escaping @MainActor @Sendable () -> Counter, dispatch: @escaping DispatchFunction) async {
        dispatch(CounterAction.named("waiting at \(state().count)"))
        await gate.pass()
        dispatch(CounterAction.added(amount))
    }
}

/// Closed until it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
}

let reduceCounter: Reducer<Counter> = { state, action in
    switch action as? CounterAction {
    case .added(let amount): state.count += amount
    case .named(let name): state.names.append(name)
    case nil: break
    }
}

@MainActor
@Suite struct StoreTests {
    @Test func `an action changes the state before dispatch returns`() {
        let store = Store(reducer: reduceCounter, state: Counter())
        store.dispatch(action: CounterAction.added(2))
        #expect(store.state.count == 2)
    }

    @Test func `an async action gets the state and dispatches what it found`() async {
        let store = Store(reducer: reduceCounter, state: Counter())
        let gate = Gate()
        store.dispatch(action: AddLater(amount: 3, gate: gate))
        await gate.open()
        await store.finish()
        #expect(store.state == Counter(count: 3, names: ["waiting at 0"]))
    }
}
