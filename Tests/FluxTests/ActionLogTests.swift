import Flux
import Foundation
import Testing

@MainActor
@Suite struct ActionLogTests {
    private func store(after amounts: ClosedRange<Int>, logging: Int = 100) -> Store<Counter> {
        let store = Store(reducer: reduceCounter, state: Counter(), logging: logging)
        for amount in amounts { store.dispatch(action: CounterAction.added(amount)) }
        return store
    }

    @Test func `a store steps back and forward, not beyond either end`() {
        let store = store(after: 1...4)
        let count = store.select(\.count)
        store.stepBack()
        #expect(store.state.count == 6)
        #expect(count.value == 6)
        store.stepBack(99)
        #expect(store.state.count == 0)
        store.stepForward(2)
        #expect(store.state.count == 3)
        store.stepForward(.max)
        #expect(store.state.count == 10)
        store.travel(to: 1)
        #expect(store.state.count == 1)
    }

    @Test func `a listener may step back, and all are told`() async {
        let store = store(after: 1...4)
        // These listeners are told before and after the one that steps back.
        let first = store.select(\.count)
        let undoing = store.select { counter in
            if counter.count == 110 { store.stepBack() }
            return counter.count
        }
        let last = store.select(\.count)
        var states = store.states.makeAsyncIterator()
        store.dispatch(action: CounterAction.added(100))
        #expect(store.state.count == 10)
        #expect([first, undoing, last].map(\.value) == [10, 10, 10])
        #expect(await states.next()?.count == 10)
        // This ends when all actions are undone.
        let emptying = store.select { counter in
            store.stepBack()
            return counter.count
        }
        store.dispatch(action: CounterAction.added(1))
        #expect([first, undoing, last, emptying].map(\.value) == [0, 0, 0, 0])
    }

    @Test func `an action after a step back takes the place of what was taken back`() {
        let store = store(after: 1...4)
        store.stepBack(2)
        store.dispatch(action: CounterAction.added(100))
        store.stepForward(5)
        #expect(store.state.count == 103)
        #expect(store.log?.actions.count == 3)
    }

    @Test func `a log holds no more than it may, and any state since its base`() {
        let store = store(after: 1...1_000, logging: 10)
        #expect(store.log.map { $0.actions.count <= 10 } == true)
        #expect(store.log?.state == store.state)
        store.stepBack(5)
        #expect(store.state.count == (1...995).reduce(0, +))
    }

    @Test func `an exported log replays to the same state`() async throws {
        let store = store(after: 1...3)
        store.dispatch(action: CounterAction.named("Zoë"))
        store.dispatch(action: AddLater(amount: 5, gate: Gate()))
        store.dispatch(action: Cancel(id: "nothing"))
        store.dispatch(action: CounterAction.added(1_000))
        store.stepBack()
        let coder = ActionCoder([CounterAction.self])
        let file = try #require(try store.log?.exported(with: coder))
        let log = try ActionLog(importing: file, with: coder, reducer: reduceCounter)
        #expect(log.state == store.state)
        #expect(log.actions.count == 4)
    }

    /// In many sessions that are worth replaying, the disk was full for a while.
    @Test(arguments: [false, true])
    func `a log in which saving failed is exported, also if the app does not name that action`(isNamed: Bool) throws {
        let types: [any (Action & Codable).Type] = [CounterAction.self] + (isNamed ? [SavingFailed.self] : [])
        let store = store(after: 1...3)
        store.dispatch(action: SavingFailed(reason: "The disk is full"))
        let coder = ActionCoder(types)
        let file = try #require(try store.log?.exported(with: coder))
        let log = try ActionLog(importing: file, with: coder, reducer: reduceCounter)
        #expect(log.actions.last as? SavingFailed == SavingFailed(reason: "The disk is full"))
        #expect(log.state == store.state)
    }

    /// The file was exported by an earlier build: what it says stays readable.
    @Test func `a log from a file replays to the state it was exported at`() throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../FluxLogs/counter.json")
        let log = try ActionLog(
            importing: Data(contentsOf: url), with: ActionCoder([CounterAction.self]), reducer: reduceCounter)
        #expect(log.state == Counter(count: 42, names: ["Ada", "Zoë"]))
    }

    @Test func `a log with an action that the coder does not know is not exported, and not read`() throws {
        struct Secret: Action {}
        let store = store(after: 1...3)
        let file = try #require(try store.log?.exported(with: ActionCoder([CounterAction.self])))
        #expect(throws: ActionCoder.Failure.unknown(type: "FluxTests.CounterAction")) {
            try ActionLog(importing: file, with: ActionCoder([]), reducer: reduceCounter)
        }
        store.dispatch(action: Secret())
        #expect(throws: ActionCoder.Failure.self) { try store.log?.exported(with: ActionCoder([CounterAction.self])) }
    }
}
