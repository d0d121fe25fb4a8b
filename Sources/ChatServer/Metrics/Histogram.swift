/// A histogram of durations or sizes, with the bounds of its buckets fixed.
struct Histogram: Sendable {
    /// The upper bounds of the buckets, ascending. Larger values count only in the total.
    let bounds: [Double]
    private(set) var counts: [UInt64]
    private(set) var sum = 0.0
    private(set) var count: UInt64 = 0

    /// - Parameter bounds: ascending.
    init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count)
    }

    /// From 100 µs to 10 s.
    static func seconds() -> Histogram {
        Histogram(bounds: [
            0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
        ])
    }

    /// From 1 to 1,024.
    static func sizes() -> Histogram {
        Histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024])
    }

    mutating func record(_ value: Double) {
        sum += value
        count += 1
        if let bucket = bounds.firstIndex(where: { value <= $0 }) { counts[bucket] += 1 }
    }

    mutating func record(nanoseconds: Int64) { record(Double(nanoseconds) / 1e9) }

    mutating func add(_ other: Histogram) {
        sum += other.sum
        count += other.count
        for (index, value) in other.counts.enumerated() where index < counts.count { counts[index] += value }
    }
}
