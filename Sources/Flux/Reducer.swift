/// Changes the state for an action of one type, and does nothing else.
///
/// `A` is an ``Action`` type; a whole app's reducer takes `any Action`. A reducer must be pure: the
/// same state and action always give the same result. Time travel and replay rely on that. It is
/// not on the main actor, so it cannot reach a store. It changes the state in place, so that a
/// large state is not copied for every action.
public struct Reducer<State, A>: Sendable {
    /// Reads the states of features, by their types, for their async actions.
    typealias Parts = [ObjectIdentifier: @Sendable (State) -> Any?]

    let parts: Parts
    /// Returns whether a reducer took the action. If none did, the state is unchanged.
    let reduce: @Sendable (inout State, A) -> Bool

    private init(_ parts: Parts, reduce: @escaping @Sendable (inout State, A) -> Bool) {
        (self.parts, self.reduce) = (parts, reduce)
    }

    /// Creates a reducer of a function or a closure that takes one type of action.
    public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: A) -> Void) where A: Action {
        self.init([:]) { (reduce(&$0, $1), true).1 }
    }

    /// Creates a reducer of a function or a closure that takes every action.
    public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: A) -> Void) where A == any Action {
        self.init([:]) { (reduce(&$0, $1), true).1 }
    }

    /// Changes `state`: reducers are called like functions.
    public func callAsFunction(_ state: inout State, _ action: A) {
        _ = reduce(&state, action)
    }

    /// The reducer of a whole state that has this one's state as a part (`films.scope(\.films)`).
    ///
    /// Async actions of the part (their `StoreState` is its type) then run in a store of the whole.
    /// If several parts have the same type, these get the first one's state.
    public func scope<Whole>(_ part: WritableKeyPath<Whole, State> & Sendable) -> Reducer<Whole, A> {
        .init(lifted { $0[keyPath: part] }) { whole, action in reduce(&whole[keyPath: part], action) }
    }

    /// The same for a part that may be `nil`. Then it takes no action, and async actions of the
    /// part do not run.
    public func scope<Whole>(_ part: WritableKeyPath<Whole, State?> & Sendable) -> Reducer<Whole, A> {
        .init(lifted { $0[keyPath: part] }) { whole, action in
            guard var state = whole[keyPath: part] else { return false }
            // Changed in place: nothing else refers to it.
            whole[keyPath: part] = nil
            defer { whole[keyPath: part] = state }
            return reduce(&state, action)
        }
    }

    private func lifted<Whole>(_ part: @escaping @Sendable (Whole) -> State?) -> Reducer<Whole, A>.Parts {
        var lifted = parts.mapValues { read in { @Sendable (whole: Whole) in part(whole).flatMap(read) } }
        lifted[ObjectIdentifier(State.self)] = part
        return lifted
    }

    fileprivate func reduce(any action: any Action, _ state: inout State) -> Bool {
        (action as? A).map { reduce(&state, $0) } ?? false
    }
}

extension Reducer where A == any Action {
    /// The reducers of several features as one. Each gets the actions of its type, first to last.
    public static func combine<each B>(_ reducers: repeat Reducer<State, each B>) -> Self {
        var parts: Parts = [:]
        repeat parts.merge((each reducers).parts) { first, _ in first }
        return Self(parts) { state, action in
            var isTaken = false
            repeat isTaken = (each reducers).reduce(any: action, &state) || isTaken
            return isTaken
        }
    }
}
