#if canImport(Combine)
    import Combine
#endif

/// Holds an app's state on the main actor and changes it by reducing actions, one after the other.
///
/// An action dispatched while another is on its way (by a middleware, or by someone who listens) waits its turn, so everyone sees
/// all actions in one order. When the store goes, its async actions are cancelled and its streams end.
@MainActor
public final class Store<State: FluxState> {
    /// Actions that may come out of a single dispatch; more is a middleware that answers itself for ever.
    public static var turnLimit: Int { 65_536 }

    /// Counts the changes of `state`.
    #if canImport(Combine)
        @Published
    #endif
    public private(set) var revision: UInt64 = 0

    /// The latest actions, if the store was told to keep some.
    public private(set) var log: ActionLog<State>?

    let box: Box<State>
    var runs = Runs()
    var saving: Saving<State>?
    /// Called when an async action has ended.
    var ended: (@MainActor () -> Void)?
    private let reducer: Reducer<State>
    private var chain: DispatchFunction?
    private var queue: [any Action] = []
    private var isDispatching = false
    private var streams = Streams<State>()
    private var revisions = Streams<UInt64>()
    private var slices: [Follower] = []

    /// A slice as its store knows it: without keeping it alive.
    private struct Follower {
        let isAlive: @MainActor () -> Bool
        let update: @MainActor (State) -> Void
    }

    /// - Parameters:
    ///   - reducer: changes the state; see ``Reducer``.
    ///   - middleware: what every action passes through before it is reduced, first to last.
    ///   - state: what to begin with.
    ///   - logging: how many actions to keep for time travel; 0 for none.
    public init(reducer: @escaping Reducer<State>, middleware: [Middleware<State>] = [], state: State, logging: Int = 0)
    {
        self.reducer = reducer
        box = Box(state)
        log = logging > 0 ? ActionLog(base: state, capacity: logging, reducer: reducer) : nil
        if !middleware.isEmpty { chain = compose(middleware) }
    }

    deinit {
        runs.cancelAll()
        saving?.loop.cancel()
        streams.finish()
        revisions.finish()
    }

    /// The state as it is now.
    public var state: State { box.state }

    /// The state, and every state that follows; whoever is slow gets the newest and misses those between. The newest is held for
    /// them, so that each change of a large state copies what it touches; a slice's values are lighter.
    public var states: AsyncStream<State> { streams.add(startingWith: state) }

    /// The revisions, for those who need to know of a change, not the state: a state that someone holds is copied by the next change.
    var changes: AsyncStream<UInt64> { revisions.add(startingWith: revision) }

    /// A part of the state (`store.select(\.count)`) or something derived from it, which publishes only when it changed.
    public func select<Value: Equatable & Sendable>(_ part: @escaping @MainActor (State) -> Value) -> Slice<Value> {
        let slice = Slice(part(state), of: self)
        slices.append(
            Follower(isAlive: { [weak slice] in slice != nil }, update: { [weak slice] in slice?.update(part($0)) }))
        return slice
    }

    /// Sends an action through the middlewares to the reducers: at once, or after those that are on their way.
    public func dispatch(action: any Action) {
        guard isDispatching else { return turn { pass(action) } }
        precondition(queue.count < Self.turnLimit, "A middleware or listener answers actions with actions, without end")
        queue.append(action)
    }

    /// Does a step and whatever is dispatched meanwhile.
    private func turn(_ step: () -> Void) {
        isDispatching = true
        step()
        var next = 0
        while next < queue.count {
            pass(queue[next])
            next += 1
        }
        queue.removeAll(keepingCapacity: next < 64)
        isDispatching = false
    }

    private func pass(_ action: any Action) {
        if let chain { chain(action) } else { reduce(action) }
    }

    private func compose(_ middleware: [Middleware<State>]) -> DispatchFunction {
        let dispatch: DispatchFunction = { [weak self] in self?.dispatch(action: $0) }
        // A middleware may call `next` when its turn is long over.
        let last: DispatchFunction = { [weak self] action in
            guard let self else { return }
            if isDispatching { reduce(action) } else { turn { self.reduce(action) } }
        }
        return middleware.reversed().reduce(last) { [box] next, middleware in
            middleware(dispatch, { box.state })(next)
        }
    }

    private func reduce(_ action: any Action) {
        revision &+= 1
        reducer(&box.state, action)
        log?.append(action)
        publish()
        if let action = action as? any AsyncAction { start(action) }
        if let action = action as? Cancel { runs.cancel(action.id) }
    }

    private func publish() {
        streams.send(state)
        revisions.send(revision)
        guard !slices.isEmpty else { return }
        for slice in slices { slice.update(state) }
        slices.removeAll { !$0.isAlive() }
    }
}

/// Time travel, for a store that keeps a log. What is dispatched after a step back takes the place of what was taken back.
extension Store {
    /// Takes back the latest `steps` actions, or as many as the log still has.
    public func stepBack(_ steps: Int = 1) {
        travel(by: -steps)
    }

    /// Does again what was taken back.
    public func stepForward(_ steps: Int = 1) {
        travel(by: steps)
    }

    /// Shows the state after the first `position` actions of the log.
    public func travel(to position: Int) {
        guard var log, log.travel(to: position) else { return }
        revision &+= 1
        box.state = log.state
        self.log = log
        publish()
    }

    private func travel(by steps: Int) {
        guard let log else { return }
        travel(to: log.position + max(-log.actions.count, min(steps, log.actions.count)))
    }
}

/// The state, apart from its store, so that it can be read by those who outlive the store.
@MainActor
final class Box<State: FluxState> {
    var state: State

    init(_ state: State) {
        self.state = state
    }
}

#if canImport(Combine)
    extension Store: ObservableObject {}
#endif
