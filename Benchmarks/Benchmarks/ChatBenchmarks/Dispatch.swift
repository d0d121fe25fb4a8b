import Benchmark
import CAllocations
import Flux

/// The store of the apps: an action through it to a small reducer.
func dispatch() {
    Benchmark("Dispatch-an-action") { benchmark async in
        let store = await Store(reducer: reduceCount, state: Count())
        benchmark.startMeasurement()
        let allocations = await dispatch(benchmark.scaledIterations.count, to: store)
        benchmark.stopMeasurement()
        benchmark.measurement(.allocations, allocations)
    }
}

@MainActor
private func dispatch(_ count: Int, to store: Store<Count>) -> Int {
    let before = CAllocations.allocations()
    for _ in 0..<count { store.dispatch(action: Counted()) }
    return Int(clamping: CAllocations.allocations() - before)
}

private struct Count: FluxState {
    var value = 0
}

private struct Counted: Action {}

private let reduceCount = Reducer<Count, any Action>.combine(
    Reducer { (count: inout Count, _: Counted) in count.value += 1 })
