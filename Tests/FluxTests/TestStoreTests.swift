import Flux
import Testing

@MainActor
@Suite struct TestStoreTests {
    /// What a test store finds wrong with what `test` says.
    private func failures(_ test: (TestStore<Counter>) async -> Void) async -> [String] {
        let (failures, tell) = AsyncStream.makeStream(of: TestFailure.self)
        // In a scope of its own, so that the store is gone before the count.
        await {
            await test(TestStore(reducer: reduceCounter, state: Counter()) { tell.yield($0) })
        }()
        tell.finish()
        var messages: [String] = []
        for await failure in failures { messages.append(failure.message) }
        return messages
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

    @Test func `a change that was not asserted fails, and says what differs`() async {
        let failures = await failures { store in
            store.send(CounterAction.added(2))
            store.send(CounterAction.added(1)) { $0.count = 3 }
            await store.finish()
        }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("expected:   - count: 0\n") == true)
        #expect(failures.first?.hasSuffix("found:      - count: 2") == true)
    }

    @Test func `an assertion of what did not happen fails`() async {
        let failures = await failures { store in
            store.send(CounterAction.added(0)) { $0.count = 1 }
            await store.receive(CounterAction.added(9))
            await store.finish()
        }
        #expect(failures.count == 2)
    }

    @Test func `an action that nobody asserted fails at the next one, or at the end`() async {
        let gate = Gate()
        await gate.open()
        let failures = await failures { store in
            store.send(AddLater(amount: 3, gate: gate))
            await store.receive(CounterAction.named("from 0")) { $0.names = ["from 0"] }
            await store.finish()
        }
        #expect(failures.count == 1)
        #expect(failures.first?.hasPrefix("Not asserted: added(3)") == true)
    }

    @Test func `a test that does not finish its store fails`() async {
        let failures = await failures { store in
            store.send(CounterAction.added(1)) { $0.count = 1 }
        }
        #expect(failures.count == 1)
    }
}
