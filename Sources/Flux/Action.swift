/// What an app shows and knows: one value, changed by reducers and by nothing else.
///
/// A store saves it if it is `Codable` as well, and a ``TestStore`` checks it if it is `Equatable`.
public protocol FluxState: Sendable {}

/// Something that happened: a value, named for what happened ("loaded", "renamed"), that reducers turn into a change.
public protocol Action: Sendable {}

/// Hands an action to a store. From another actor it is awaited, so that the order of one's own calls is kept.
public typealias DispatchFunction = @MainActor @Sendable (any Action) -> Void

/// Changes the state as an action demands, and does nothing else.
///
/// It must be pure: the same state and action give the same state, always. Being neither on the main actor nor asynchronous,
/// it cannot reach a store, and time travel and replay rely on the rest. The state is changed in place, so that a large one is
/// not copied for every action.
public typealias Reducer<State> = @Sendable (_ state: inout State, _ action: any Action) -> Void

/// Stands between `dispatch` and the reducers: sees every action, and may pass it on, change it, add others or swallow it.
///
/// It gets the store's `dispatch` (through all middlewares, after the action at hand), its state, and `next`, the rest of the way:
/// ```swift
/// let log: Middleware<AppState> = { dispatch, state in
///     { next in
///         { action in
///             next(action)
///             print(action, state())
///         }
///     }
/// }
/// ```
public typealias Middleware<State> =
    @MainActor @Sendable (
        _ dispatch: @escaping DispatchFunction, _ state: @escaping @MainActor @Sendable () -> State
    ) -> @MainActor (_ next: @escaping DispatchFunction) -> DispatchFunction

/// An action that takes time: reducers see it like any other, then the store runs it.
///
/// What it finds out it says by dispatching other actions, failures included.
public protocol AsyncAction: Action {
    /// The state of the store that this action is for.
    associatedtype StoreState: FluxState

    /// Names the run, so that ``Cancel`` can end it; a run of the same name that is still going is cancelled. `nil`, the default,
    /// names none.
    var taskID: (any Hashable & Sendable)? { get }

    /// The work, on the main actor up to what it awaits; `state` is the store's at the moment of the call.
    ///
    /// Once it was cancelled, or the store is gone, nothing that it dispatches arrives.
    @MainActor
    func execute(state: @escaping @MainActor @Sendable () -> StoreState, dispatch: @escaping DispatchFunction) async
}

extension AsyncAction {
    public var taskID: (any Hashable & Sendable)? { nil }
}

/// Cancels the run of the ``AsyncAction`` of that name, if there is one. Reducers see it, too.
public struct Cancel: Action {
    public let id: any Hashable & Sendable

    public init(id: any Hashable & Sendable) {
        self.id = id
    }
}
