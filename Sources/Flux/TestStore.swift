/// A store for tests, which fails for every change that the test does not assert.
///
/// It runs a real ``Store`` with middlewares and async actions. An action that reaches the reducer
/// must be asserted by ``send(_:fileID:filePath:line:column:changes:)`` or
/// ``receive(_:fileID:filePath:line:column:changes:)``. If it is not, the test fails, at the latest
/// in ``finish(fileID:filePath:line:column:)``.
@MainActor
public final class TestStore<State: FluxState & Equatable> {
    /// The state as asserted so far.
    public private(set) var state: State

    private let store: Store<State>
    private let steps: Steps<State>
    private let fail: @Sendable (TestFailure) -> Void
    private var isFinished = false

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - reducer: The reducer under test.
    ///   - middleware: What actions pass through before it.
    ///   - state: The first state.
    ///   - fail: Reports a failure to the test framework; with Swift Testing `{
    ///     Issue.record("\($0)") }`.
    public init(
        reducer: @escaping Reducer<State>, middleware: [Middleware<State>] = [], state: State,
        fail: @escaping @Sendable (TestFailure) -> Void
    ) {
        let steps = Steps<State>()
        self.state = state
        self.steps = steps
        self.fail = fail
        store = Store(reducer: reducer, middleware: middleware + [steps.middleware], state: state)
        store.ended = { steps.wake() }
    }

    deinit {
        if !isFinished { fail(TestFailure("finish() was not called: changes may be unasserted")) }
    }

    /// Dispatches an action and checks that it changes the state as `changes` does to the state
    /// before; without, not at all.
    public func send(
        _ action: any Action, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column, changes: (inout State) -> Void = { _ in }
    ) {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        refuseRest(place)
        store.dispatch(action: action)
        guard let step = steps.next() else { return report("No action reached the reducer", place) }
        check(step, changes, place)
    }

    /// Waits for the next action that a middleware or an async action dispatched, and checks what
    /// it is and what it changes.
    public func receive<Expected: Action & Equatable>(
        _ expected: Expected, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column, changes: (inout State) -> Void = { _ in }
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        while steps.isEmpty, store.runs.any != nil { await steps.more() }
        guard let step = steps.next() else { return report("\(expected) was not received", place) }
        if step.action as? Expected != expected { report("Received \(step.action), not \(expected)", place) }
        check(step, changes, place)
    }

    /// Waits for the async actions to end, and fails for each action that was not asserted. The
    /// last line of a test.
    public func finish(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        await store.finish()
        isFinished = true
        refuseRest(TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    private func refuseRest(_ place: TestFailure.Place) {
        while let step = steps.next() {
            report("Not asserted: \(step.action)" + difference(from: state, to: step.state), place)
            state = step.state
        }
    }

    private func check(_ step: Steps<State>.Step, _ changes: (inout State) -> Void, _ place: TestFailure.Place) {
        changes(&state)
        if state != step.state {
            report(
                "\(step.action) does not change the state as asserted" + difference(from: state, to: step.state), place)
        }
        state = step.state
    }

    private func report(_ message: String, _ place: TestFailure.Place) {
        fail(TestFailure(message, at: place))
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

/// What a ``TestStore`` found, and where in the test.
public struct TestFailure: Error, Hashable, CustomStringConvertible {
    /// A place in a source file.
    public struct Place: Hashable, Sendable {
        /// As `#fileID` gives it.
        public let fileID: String
        /// As `#filePath` gives it.
        public let filePath: String
        /// Counted from 1.
        public let line: Int
        /// Counted from 1.
        public let column: Int
    }

    /// What differs from what the test expects.
    public let message: String
    /// The line of the test; `nil` if it is not known.
    public let place: Place?

    init(_ message: String, at place: Place? = nil) {
        self.message = message
        self.place = place
    }

    public var description: String {
        place.map { "\($0.fileID):\($0.line): \(message)" } ?? message
    }
}

/// What reached the reducer, and what came of it.
@MainActor
private final class Steps<State: FluxState> {
    typealias Step = (action: any Action, state: State)

    private var waiting: [Step] = []
    private var waiter: CheckedContinuation<Void, Never>?

    var isEmpty: Bool { waiting.isEmpty }

    var middleware: Middleware<State> {
        { _, state in
            { next in
                { action in
                    next(action)
                    self.waiting.append((action, state()))
                    self.wake()
                }
            }
        }
    }

    func next() -> Step? { waiting.isEmpty ? nil : waiting.removeFirst() }

    func more() async {
        await withCheckedContinuation { waiter = $0 }
    }

    func wake() {
        waiter?.resume()
        waiter = nil
    }
}
