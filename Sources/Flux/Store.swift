#if canImport(Combine)
    import Combine
#endif

/// Holds an app's state on the main actor, and changes it by reducing actions one after the other.
///
/// An action dispatched during another one (by a middleware or a listener) waits its turn, so
/// everybody sees all actions in one order. When the store is released, its async actions are
/// cancelled and its streams end.
@MainActor
public final class Store<State: FluxState> {
    /// The maximum of actions that one dispatch may lead to. More means that a middleware answers
    /// itself forever.
    public static var turnLimit: Int { 65_536 }

    /// Counts the changes of `state`.
    #if canImport(Combine)
        @Published
    #endif
    public private(set) var revision: UInt64 = 0

    /// The latest actions, if the store was made to keep some.
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

    /// A slice as its store refers to it, without retaining it.
    private struct Follower {
        let isAlive: @MainActor () -> Bool
        let update: @MainActor (State) -> Void
    }

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - reducer: Changes the state; see ``Reducer``.
    ///   - middleware: What every action passes through before it is reduced, first to last.
    ///   - state: The first state.
    ///   - logging: How many actions to keep for time travel; 0 for none.
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

    /// The current state.
    public var state: State { box.state }

    /// The state, then every change. A slow reader gets the newest and misses those in between. The
    /// stream retains the newest state, so each change of a large state copies the changed parts;
    /// slices are lighter.
    public var states: AsyncStream<State> { streams.add(startingWith: state) }

    /// The revisions, for listeners that do not need the state itself. A retained state is copied
    /// by the next change.
    var changes: AsyncStream<UInt64> { revisions.add(startingWith: revision) }

    /// A part of the state (`store.select(\.count)`) or a value computed from it. It publishes only
    /// when it changes.
    public func select<Value: Equatable & Sendable>(_ part: @escaping @MainActor (State) -> Value) -> Slice<Value> {
        let slice = Slice(part(state), of: self)
        slices.append(
            Follower(isAlive: { [weak slice] in slice != nil }, update: { [weak slice] in slice?.update(part($0)) }))
        return slice
    }

    /// Sends an action through the middlewares to the reducers: at once, or after the actions under
    /// way.
    public func dispatch(action: any Action) {
        guard isDispatching else { return turn { pass(action) } }
        precondition(queue.count < Self.turnLimit, "A middleware or a listener dispatches actions without end")
        queue.append(action)
    }

    /// Runs a step, and then whatever it dispatched.
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
        // A middleware may call `next` long after its turn.
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

/// Time travel, for a store that keeps a log. An action dispatched after a step back replaces the
/// undone actions.
extension Store {
    /// Undoes the latest `steps` actions, or as many as the log has.
    public func stepBack(_ steps: Int = 1) {
        travel(by: -steps)
    }

    /// Redoes undone actions.
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

/// The state, apart from its store: readers may outlive the store.
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
