import Flux
import Testing

/// A store for tests. It fails at the test's line for every change that the test does not assert.
///
/// It runs a real `Store` with middlewares and async actions. Each action that reaches the reducer
/// must be asserted by ``send(_:sourceLocation:changes:)`` or
/// ``receive(_:within:sourceLocation:changes:)``.
@MainActor
public final class TestStore<State: FluxState & Equatable> {
    /// The state as asserted so far.
    public private(set) var state: State

    private let store: Store<State>
    private let reducer: Reducer<State, any Action>
    /// Whether actions can come when no async action is running.
    private let hasMiddleware: Bool
    /// How many of the store's actions have been asserted or refused.
    private var checked = 0
    private let creation: SourceLocation
    private var isFinished = false

    /// Creates a store. The test fails if an async action uses a dependency's default value.
    public init(
        reducer: Reducer<State, any Action>, middleware: [Middleware<State>] = [], state: State,
        dependencies: Dependencies = Dependencies(), sourceLocation: SourceLocation = #_sourceLocation
    ) {
        (self.state, self.reducer) = (state, reducer)
        (hasMiddleware, creation) = (!middleware.isEmpty, sourceLocation)
        var dependencies = dependencies
        dependencies.missing = { key in
            fail("An async action uses \(key), which the test does not set in `dependencies`", sourceLocation)
        }
        store = Store(
            reducer: reducer, middleware: middleware, state: state, logging: .max, dependencies: dependencies)
    }

    deinit { if !isFinished { fail("finish() was not called: changes may be unasserted", creation) } }

    /// Dispatches an action, and checks that it changes the state as `changes` does. Without
    /// `changes` the action must not change the state.
    public func send(
        _ action: any Action, sourceLocation: SourceLocation = #_sourceLocation,
        changes: (inout State) -> Void = { _ in }
    ) {
        refuseRest(sourceLocation)
        store.dispatch(action: action)
        guard let action = waiting.first else { return fail("No action reached the reducer", sourceLocation) }
        check(action, changes, sourceLocation)
    }

    /// Waits for the next action that a middleware or an async action dispatched, and checks what
    /// it is and what it changes. It fails if none comes within `limit`, or none can come.
    public func receive<Expected: Action & Equatable>(
        _ expected: Expected, within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation,
        changes: (inout State) -> Void = { _ in }
    ) async {
        let isOver = await poll(within: limit) { !waiting.isEmpty || (store.isIdle && !hasMiddleware) }
        guard let action = waiting.first else {
            let reason = isOver ? "no async action is running" : "nothing came within \(limit)"
            return fail("\(expected) was not received: \(reason)", sourceLocation)
        }
        if action as? Expected != expected { fail("Received \(action), not \(expected)", sourceLocation) }
        check(action, changes, sourceLocation)
    }

    /// Ends a test: call it in the last line.
    ///
    /// It waits for the async actions. It fails for each action that was not asserted, and if an
    /// async action still runs after `limit`.
    public func finish(within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation) async {
        isFinished = true
        if await !poll(within: limit, { store.isIdle }) {
            fail("An async action is still running after \(limit)", sourceLocation)
        }
        refuseRest(sourceLocation)
    }

    private var waiting: ArraySlice<any Action> { store.log?.actions.dropFirst(checked) ?? [] }

    private func refuseRest(_ place: SourceLocation) {
        for action in waiting { check(action, { _ in }, isAsserted: false, place) }
    }

    private func check(
        _ action: any Action, _ changes: (inout State) -> Void, isAsserted: Bool = true, _ place: SourceLocation
    ) {
        checked += 1
        var found = state
        reducer(&found, action)
        changes(&state)
        if !isAsserted || state != found {
            let problem = isAsserted ? "\(action) does not change the state as asserted" : "Not asserted: \(action)"
            fail(problem + difference(from: state, to: found), place)
        }
        state = found
    }

    private func difference(from expected: State, to actual: State) -> String {
        func lines(_ state: State) -> [Substring] {
            var text = ""
            dump(state, to: &text)
            return text.split(separator: "\n")
        }
        return lines(actual).difference(from: lines(expected)).reduce(into: "") { text, change in
            switch change {
            case .remove(_, let line, _): text += "\n  expected: \(line)"
            case .insert(_, let line, _): text += "\n  found:    \(line)"
            }
        }
    }
}

/// Fails the test at its line. Other libraries for tests would not hear of it, and the test would
/// pass: there the process ends.
func fail(_ message: String, _ place: SourceLocation) {
    guard Test.current != nil else { fatalError("TestStore needs a test of Swift Testing. \(message)") }
    Issue.record(Comment(rawValue: message), sourceLocation: place)
}

/// Returns `true` once the condition is met, and `false` if it is not met in time.
func poll(within limit: Duration, _ isMet: @MainActor () -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while await !isMet() {
        guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(1))) != nil else { return false }
    }
    return true
}
