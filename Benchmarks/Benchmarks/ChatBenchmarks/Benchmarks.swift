import Benchmark
import CAllocations

/// What a message costs on its way, piece by piece.
///
/// Compared with the thresholds is how often memory is asked for, and for the store how often the
/// kernel is asked to write. They do not depend on how busy the machine is: another number is
/// another code, or another compiler. Times are printed, and not compared.
///
/// Their names have no spaces: the files of thresholds are not found again otherwise.
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
