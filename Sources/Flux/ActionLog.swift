/// The latest actions of a store, and the state before the first of them. Since reducers are pure,
/// that is enough to compute every state in between.
public struct ActionLog<State: FluxState>: Sendable {
    /// The maximum of actions. When it is reached, the older half is folded into `base`.
    public let capacity: Int
    /// The state before the first of `actions`.
    public private(set) var base: State
    /// The dispatched actions, in order. Those from `position` on are undone.
    public private(set) var actions: [any Action] = []
    /// The number of actions in effect.
    public private(set) var position = 0

    private let reducer: Reducer<State, any Action>

    /// Creates an empty log at `base`.
    public init(base: State, capacity: Int, reducer: Reducer<State, any Action>) {
        (self.base, self.capacity, self.reducer) = (base, max(2, capacity), reducer)
    }

    /// The state after the actions in effect, computed anew.
    public var state: State { state(at: position) }

    /// The state after the first `position` actions.
    public func state(at position: Int) -> State {
        actions.prefix(max(0, position)).reduce(into: base) { reducer(&$0, $1) }
    }

    /// Appends an action. Undone actions are removed for good.
    public mutating func append(_ action: any Action) {
        actions.removeLast(actions.count - position)
        if actions.count >= capacity {
            base = state(at: capacity / 2)
            actions.removeFirst(capacity / 2)
        }
        actions.append(action)
        position = actions.count
    }

    /// Moves to a position, as far as there are actions.
    mutating func travel(to wanted: Int) { position = max(0, min(wanted, actions.count)) }
}
