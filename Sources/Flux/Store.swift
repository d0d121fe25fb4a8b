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
    /// The maximum of actions that one dispatch may lead to: a middleware may not answer itself
    /// forever.
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
    /// Writes a state to the store's file, and the task that does so after changes.
    var write: (@Sendable (State, _ revision: UInt64) async throws -> Void)?
    var saving: Task<Void, Never>?
    let dependencies: Dependencies
    let reducer: Reducer<State, any Action>
    private var chain: DispatchFunction?
    private var queue: [any Action] = []
    private var isDispatching = false
    private var streams = Streams<State>()
    private var revisions = Streams<UInt64>()
    private var followers: [Follower] = []
    /// The revision that was published last.
    private var published: UInt64 = 0

    #if canImport(Combine)
        /// What connected views find in their environment.
        lazy var reference = StoreReference(self)
    #endif

    /// A slice or a view, which is not retained.
    private struct Follower {
        weak var listener: AnyObject?
        let update: @MainActor (State) -> Void
    }

    /// Creates a store. An action passes through the middlewares, first to last, to the reducer.
    ///
    /// - Parameters:
    ///   - logging: How many actions to keep for time travel; 0 for none.
    ///   - dependencies: What async actions use.
    public init(
        reducer: Reducer<State, any Action>, middleware: [Middleware<State>] = [], state: State, logging: Int = 0,
        dependencies: Dependencies = Dependencies()
    ) {
        (self.reducer, self.dependencies, box) = (reducer, dependencies, Box(state))
        log = logging > 0 ? ActionLog(base: state, capacity: logging, reducer: reducer) : nil
        if !middleware.isEmpty { chain = compose(middleware) }
    }

    /// Creates a store whose reducer is one function.
    public convenience init(
        reducer: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Void,
        middleware: [Middleware<State>] = [], state: State, logging: Int = 0,
        dependencies: Dependencies = Dependencies()
    ) {
        self.init(
            reducer: Reducer(reducer), middleware: middleware, state: state, logging: logging,
            dependencies: dependencies)
    }

    deinit {
        runs.cancelAll()
        saving?.cancel()
        streams.finish()
        revisions.finish()
    }

    /// The current state.
    public var state: State { box.state }

    /// The state, then every change. A slow reader gets only the newest. The stream retains it, so
    /// each change of a large state copies the changed parts; slices are lighter.
    public var states: AsyncStream<State> { streams.add(startingWith: state) }

    /// The revisions, for listeners that do not need the state itself.
    var changes: AsyncStream<UInt64> { revisions.add(startingWith: revision) }

    /// A part of the state (`store.select(\.count)`) or a value computed from it. It publishes only
    /// when it changes.
    ///
    /// `part` runs, and its result is compared, once for each `dispatch` that reached a reducer.
    public func select<Value: Equatable & Sendable>(_ part: @escaping @MainActor (State) -> Value) -> Slice<Value> {
        let slice = Slice(part(state), of: self)
        follow(slice) { slice, state in slice.update(part(state)) }
        return slice
    }

    /// Calls `update` after changes as long as the listener lives.
    func follow<Listener: AnyObject>(_ listener: Listener, _ update: @escaping @MainActor (Listener, State) -> Void) {
        followers.append(Follower(listener: listener) { [weak listener] in if let listener { update(listener, $0) } })
    }

    /// Sends an action through the middlewares to the reducers: at once, or after the actions under
    /// way.
    public func dispatch(action: any Action) {
        guard isDispatching else { return turn { pass(action) } }
        limit(queue.count)
        queue.append(action)
    }

    /// Runs a step, and then the actions that it dispatched. Listeners are told after all of them.
    /// A listener may dispatch, too, or change the state itself by time travel.
    private func turn(_ step: () -> Void) {
        isDispatching = true
        step()
        var (next, rounds) = (0, 0)
        repeat {
            limit(rounds)
            rounds += 1
            while next < queue.count {
                pass(queue[next])
                next += 1
            }
            publish()
        } while next < queue.count || published != revision
        queue.removeAll(keepingCapacity: next < 64)
        isDispatching = false
    }

    private func limit(_ count: Int) {
        precondition(count < Self.turnLimit, "A middleware or a listener dispatches actions without end")
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
        return middleware.reversed().reduce(last) { [box] next, each in each(dispatch, { box.state })(next) }
    }

    private func reduce(_ action: any Action) {
        if reducer.reduce(&box.state, action) { revision &+= 1 }
        log?.append(action)
        if let action = action as? any AsyncAction { start(action) }
        if let action = action as? Cancel { runs.cancel(action.id) }
    }

    /// Takes another state in place of the current one, and begins the log anew.
    func replace(_ state: State) {
        guard isDispatching else { return turn { replace(state) } }
        revision &+= 1
        box.state = state
        log = log.map { ActionLog(base: state, capacity: $0.capacity, reducer: reducer) }
    }

    private func publish() {
        guard published != revision else { return }
        published = revision
        streams.send(state)
        revisions.send(revision)
        for follower in followers { follower.update(state) }
        followers.removeAll { $0.listener == nil }
    }
}

/// Time travel, for a store that keeps a log. An action dispatched after a step back replaces the
/// undone actions.
extension Store {
    /// Undoes the latest `steps` actions, or as many as the log has.
    public func stepBack(_ steps: Int = 1) { log.map { travel(to: $0.position - min(steps, $0.position)) } }

    /// Redoes undone actions.
    public func stepForward(_ steps: Int = 1) {
        log.map { travel(to: $0.position + min(steps, $0.actions.count - $0.position)) }
    }

    /// Shows the state after the first `position` actions of the log.
    public func travel(to position: Int) {
        guard isDispatching else { return turn { travel(to: position) } }
        let before = log?.position
        log?.travel(to: position)
        guard let log, log.position != before else { return }
        revision &+= 1
        box.state = log.state
    }
}

/// The state, apart from its store: readers may outlive the store.
@MainActor
final class Box<State: FluxState> {
    var state: State

    init(_ state: State) { self.state = state }
}

#if canImport(Combine)
    extension Store: ObservableObject {}
#endif
