/// An app's state: one value, changed only by reducers. A store can save it if it is `Codable`; a
/// `TestStore` can check it if it is `Equatable`.
public protocol FluxState: Sendable {}

/// Something that happened, named in the past tense ("loaded", "renamed"). Reducers turn it into a
/// change of the state.
public protocol Action: Sendable {}

/// Sends an action to a store. Await it from another actor; then the order of your calls is kept.
public typealias DispatchFunction = @MainActor @Sendable (any Action) -> Void

/// Stands between `dispatch` and the reducers: it sees every action, and may pass it on, change it,
/// add others or drop it.
///
/// It gets the store's `dispatch` (which goes through all middlewares, after the current action),
/// the state, and `next`, which passes an action on.
public typealias Middleware<State> =
    @MainActor @Sendable (
        _ dispatch: @escaping DispatchFunction, _ state: @escaping @MainActor @Sendable () -> State
    ) -> @MainActor (_ next: @escaping DispatchFunction) -> DispatchFunction

/// An action that takes time. Reducers see it like any other; then the store runs it. It reports
/// its results, failures included, by dispatching other actions.
public protocol AsyncAction<StoreState>: Action {
    /// The state of the store that runs it, or a part of it: see ``Reducer/scope(_:)``.
    associatedtype StoreState: FluxState

    /// The name of the run, so that ``Cancel`` can end it. An earlier action of the same name is
    /// cancelled first. `nil` (the default): nothing cancels it, and several may run at once.
    var taskID: (any Hashable & Sendable)? { get }

    /// The work. It runs on the main actor up to what it awaits. `state` returns the current state.
    /// After it was cancelled, or the store is gone, its dispatched actions are dropped, also those
    /// of completion handlers that it has left behind.
    @MainActor
    func execute(state: @escaping @MainActor @Sendable () -> StoreState, dispatch: @escaping DispatchFunction) async
}

extension AsyncAction {
    /// The default: no name.
    public var taskID: (any Hashable & Sendable)? { nil }
}

/// An ``AsyncAction`` that uses its store's ``Dependencies``. So it is plain data: it can be
/// compared, encoded and sent by any view.
public protocol DependentAction<StoreState>: AsyncAction {
    /// The state of the store that runs it, or a part of it.
    associatedtype StoreState

    /// The work, as ``AsyncAction/execute(state:dispatch:)`` describes it.
    @MainActor
    func execute(
        state: @escaping @MainActor @Sendable () -> StoreState, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async
}

extension DependentAction {
    /// The work with the dependencies' default values. A store passes its own.
    public func execute(
        state: @escaping @MainActor @Sendable () -> StoreState, dispatch: @escaping DispatchFunction
    ) async {
        await execute(state: state, dispatch: dispatch, dependencies: Dependencies())
    }
}

/// Cancels the ``AsyncAction`` of this name, if there is one. Reducers see it, too.
public struct Cancel: Action {
    /// The ``AsyncAction/taskID`` of the action to cancel.
    public let id: any Hashable & Sendable

    /// Creates the action for an asynchronous action of this name.
    public init(id: any Hashable & Sendable) { self.id = id }
}
