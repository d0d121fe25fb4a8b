/// The latest actions of a store, and the state before the first of them: enough to show any state between, because reducers are pure.
public struct ActionLog<State: FluxState>: Sendable {
    /// How many actions are kept at most. When there are so many, the older half is folded into `base`.
    public let capacity: Int
    /// The state before the first of `actions`.
    public private(set) var base: State
    /// The actions that were reduced, in order; those from `position` on are taken back.
    public private(set) var actions: [any Action] = []
    /// How many of the actions are in effect.
    public private(set) var position = 0

    private let reducer: Reducer<State>

    /// An empty log, at `base`.
    public init(base: State, capacity: Int, reducer: @escaping Reducer<State>) {
        self.base = base
        self.capacity = max(2, capacity)
        self.reducer = reducer
    }

    /// The state that the actions in effect lead to, worked out anew.
    public var state: State { state(at: position) }

    /// The state after the first `position` actions.
    public func state(at position: Int) -> State {
        actions.prefix(max(0, position)).reduce(into: base) { reducer(&$0, $1) }
    }

    /// Adds an action; what was taken back is gone for good.
    public mutating func append(_ action: any Action) {
        if position < actions.count { actions.removeLast(actions.count - position) }
        if actions.count >= capacity {
            base = state(at: capacity / 2)
            actions.removeFirst(capacity / 2)
        }
        actions.append(action)
        position = actions.count
    }

    /// Goes to a position, as far as there are actions; false if that is where the log is already.
    mutating func travel(to wanted: Int) -> Bool {
        let target = max(0, min(wanted, actions.count))
        defer { position = target }
        return target != position
    }
}
