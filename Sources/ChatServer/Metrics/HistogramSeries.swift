import Atomics
import Metrics

/// A histogram of durations or sizes, with the bounds of its buckets fixed.
final class HistogramSeries: RecorderHandler, TimerHandler, PrometheusSeries {
    /// The unit of the values, and the bounds of the buckets.
    struct Scale: Sendable {
        /// The upper bounds of the buckets, ascending, as the page shows them.
        var bounds: [Double]
        /// How many units of a recorded value make 1 on the page.
        var unit: Double

        /// Nanoseconds, shown in seconds: from 100 µs to 10 s.
        static let seconds = Scale(
            bounds: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
            unit: 1e9)
        /// Counts: from 1 to 1,024.
        static let sizes = Scale(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024], unit: 1)
    }

    private let scale: Scale
    /// One for each bound, and one for larger values.
    private let counts: [ManagedAtomic<UInt64>]
    private let sum = ManagedAtomic<Int64>(0)

    let hasValue = true

    init(_ scale: Scale) {
        self.scale = scale
        counts = (0...scale.bounds.count).map { _ in ManagedAtomic(0) }
    }

    func record(_ value: Int64) {
        let shown = Double(value) / scale.unit
        let bucket = scale.bounds.firstIndex { shown <= $0 } ?? scale.bounds.count
        counts[bucket].wrappingIncrement(ordering: .relaxed)
        sum.wrappingIncrement(by: value, ordering: .relaxed)
    }

    func record(_ value: Double) { record(Int64(exactly: value.rounded()) ?? 0) }

    func recordNanoseconds(_ duration: Int64) { record(duration) }

    func write(_ name: String, _ dimensions: String, to text: inout PrometheusText) {
        let counts = counts.map { $0.load(ordering: .relaxed) }
        let others = dimensions.isEmpty ? "" : dimensions + ","
        var below: UInt64 = 0
        for (bound, count) in zip(scale.bounds, counts) {
            below += count
            text.line("\(name)_bucket", others + "le=\"\(bound)\"", "\(below)")
        }
        let all = counts.reduce(0, +)
        text.line("\(name)_bucket", others + "le=\"+Inf\"", "\(all)")
        text.line("\(name)_sum", dimensions, "\(Double(sum.load(ordering: .relaxed)) / scale.unit)")
        text.line("\(name)_count", dimensions, "\(all)")
    }
}
