import Flux
import FluxTesting
import Testing

@MainActor
@Suite struct TestStoreTests {
    /// What a test store finds wrong, and how many lines below the call of this function.
    private func failures(
        line: Int = #line, dependencies: Dependencies = Dependencies(), middleware: [Middleware<Counter>] = [],
        _ test: (TestStore<Counter>) async -> Void
    ) async -> [Failure] {
        let (failures, found) = AsyncStream.makeStream(of: Failure.self)
        await withKnownIssue(isIntermittent: true) {
            await test(
                TestStore(
                    reducer: reduceCounter, middleware: middleware, state: Counter(), dependencies: dependencies))
        } matching: { issue in
            let place = issue.sourceLocation?.line ?? 0
            found.yield(Failure(text: issue.comments.map(\.rawValue).joined(), line: place - line))
            return true
        }
        found.finish()
        var all: [Failure] = []
        for await failure in failures { all.append(failure) }
        return all
    }

    private struct Failure: Equatable {
        var text: String
        var line: Int
    }

    @Test func `what is asserted is fine`() async {
        let gate = Gate()
        let failures = await failures { store in
            store.send(CounterAction.added(2)) { $0.count = 2 }
            store.send(CounterAction.added(0))
            store.send(AddLater(amount: 3, gate: gate))
            await store.receive(CounterAction.named("from 2")) { $0.names = ["from 2"] }
            await gate.open()
            await store.receive(CounterAction.added(3)) { $0.count = 5 }
            await store.finish()
        }
        #expect(failures == [])
    }

    @Test func `a change that was not asserted fails at the test’s line, and says what differs`() async {
        let failures = await failures { store in
            store.send(CounterAction.added(1)) { $0.count = 1 }
            store.send(CounterAction.added(2))
            store.send(CounterAction.added(1)) { $0.count = 4 }
            await store.finish()
        }
        #expect(failures.map(\.line) == [2])
        #expect(failures.first?.text.contains("expected:   - count: 1\n") == true)
        #expect(failures.first?.text.hasSuffix("found:      - count: 3") == true)
    }

    @Test func `an assertion of what did not happen fails at the test’s line`() async {
        let failures = await failures { store in
            store.send(CounterAction.added(0)) { $0.count = 1 }
            await store.receive(CounterAction.added(9))
            await store.finish()
        }
        #expect(failures.map(\.line) == [1, 2])
        #expect(failures.last?.text == "added(9) was not received: no async action is running")
    }

    @Test func `an action that comes too late fails at the test’s line, as does one that never ends`() async {
        let gate = Gate()
        let failures = await failures { store in
            store.send(AddLater(amount: 3, gate: gate))
            await store.receive(CounterAction.named("from 0")) { $0.names = ["from 0"] }
            await store.receive(CounterAction.added(3), within: .zero)
            await store.finish(within: .milliseconds(1))
        }
        #expect(
            failures == [
                Failure(text: "added(3) was not received: nothing came within 0.0 seconds", line: 3),
                Failure(text: "An async action is still running after 0.001 seconds", line: 4),
            ])
        await gate.open()
    }

    @Test func `what a middleware dispatches later is waited for`() async {
        let gate = Gate()
        let later: Middleware<Counter> = { dispatch, _ in
            { next in
                { action in
                    next(action)
                    guard action as? CounterAction == .added(1) else { return }
                    Task {
                        await gate.pass()
                        dispatch(CounterAction.named("later"))
                    }
                }
            }
        }
        let failures = await failures(middleware: [later]) { store in
            store.send(CounterAction.added(1)) { $0.count = 1 }
            Task { await gate.open() }
            await store.receive(CounterAction.named("later")) { $0.names = ["later"] }
            await store.finish()
        }
        #expect(failures == [])
    }

    @Test func `an action that nobody asserted fails at the next one, or at the end`() async {
        let gate = Gate()
        await gate.open()
        let failures = await failures { store in
            store.send(AddLater(amount: 3, gate: gate))
            await store.receive(CounterAction.named("from 0")) { $0.names = ["from 0"] }
            await store.receive(CounterAction.added(3)) { $0.count = 3 }
            store.send(AddLater(amount: 4, gate: gate))
            await store.receive(CounterAction.named("from 3")) { $0.names = ["from 0", "from 3"] }
            await store.finish()
        }
        #expect(failures.map(\.line) == [6])
        #expect(failures.first?.text.hasPrefix("Not asserted: added(4)") == true)
        let early = await self.failures(middleware: [echo]) { store in
            store.send(CounterAction.added(1)) { $0.count = 1 }
            store.send(CounterAction.added(2)) { $0.count = 3 }
            await store.finish()
        }
        #expect(early.map(\.line) == [2])
        #expect(early.first?.text.hasPrefix("Not asserted: named(\"echo\")") == true)
    }

    @Test func `another action than the expected one fails at the test’s line`() async {
        let failures = await failures(middleware: [echo]) { store in
            store.send(CounterAction.added(1)) { $0.count = 1 }
            await store.receive(CounterAction.named("other")) { $0.names = ["echo"] }
            await store.finish()
        }
        #expect(failures == [Failure(text: "Received named(\"echo\"), not named(\"other\")", line: 2)])
    }

    /// Answers the first addition.
    private var echo: Middleware<Counter> {
        { dispatch, _ in
            { next in
                { action in
                    next(action)
                    if action as? CounterAction == .added(1) { dispatch(CounterAction.named("echo")) }
                }
            }
        }
    }

    @Test func `a test that does not finish its store fails`() async {
        let failures = await failures { store in
            store.send(CounterAction.added(1)) { $0.count = 1 }
        }
        #expect(failures.map(\.text) == ["finish() was not called: changes may be unasserted"])
    }

    @Test func `an async action gets the test’s services and clock`() async {
        let clock = TestClock()
        let dependencies = Dependencies {
            $0.clock = clock
            $0.numbers = { 42 }
        }
        let failures = await failures(dependencies: dependencies) { store in
            store.send(AddNumber(pause: .milliseconds(300)))
            #expect(await clock.advance() == .milliseconds(300))
            await store.receive(CounterAction.added(42)) { $0.count = 42 }
            await store.finish()
        }
        #expect(failures == [])
    }

    @Test func `a service that the test does not set fails`() async {
        let failures = await failures { store in
            store.send(AddNumber(pause: nil))
            await store.receive(CounterAction.added(7)) { $0.count = 7 }
            await store.finish()
        }
        #expect(
            failures.map(\.text) == ["An async action uses NumbersKey, which the test does not set in `dependencies`"])
    }

    @Test func `a clock on which nothing sleeps fails at the test’s line`() async {
        let failures = await failures { store in
            #expect(await TestClock().advance(within: .zero) == .zero)
            await store.finish()
        }
        #expect(failures == [Failure(text: "Nothing slept on the clock within 0.0 seconds", line: 1)])
    }

    @Test func `a sleep on a test clock ends when it is cancelled`() async {
        let clock = TestClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
    }
}
