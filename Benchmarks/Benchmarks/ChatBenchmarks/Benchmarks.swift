import Benchmark
import CAllocations

/// What a message costs on its way, piece by piece.
///
/// The thresholds are for the number of allocations and, for the store, the number of writes to the
/// kernel. Both numbers do not depend on how busy the machine is: they differ only if the code or
/// the compiler does. Times are printed, and not compared.
///
/// The names of benchmarks have no spaces. Otherwise the files of their thresholds are not found.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .allocations], warmupIterations: 5, scalingFactor: .kilo,
        maxDuration: .seconds(2), maxIterations: 1_000, thresholds: [.allocations: tolerance])
    frames()
    lines()
    fanout()
    store()
    dispatch()
}

/// What runs beside a benchmark is counted too.
var tolerance: BenchmarkThresholds { .init(relative: [.p90: 10], absolute: [.p90: 2]) }

extension BenchmarkMetric {
    static let allocations = BenchmarkMetric.custom("Allocations", useScalingFactor: false)
}

extension Benchmark {
    /// Measures `body`, its time and its allocations.
    func measure(_ body: () throws -> Void) rethrows {
        startMeasurement()
        let before = CAllocations.allocations()
        try body()
        let after = CAllocations.allocations()
        stopMeasurement()
        measurement(.allocations, Int(clamping: after - before))
    }
}
