import Histogram

/// The counters of a load. Throughput counts what arrived between `from` and `until`. Latencies are
/// those of messages due between them, whenever their reply came.
struct Tally {
    struct Counts {
        var sent = 0
        var acknowledged = 0
        var refused = 0
        var delivered = 0
        /// Deliveries that the acknowledged messages should make.
        var expected = 0
    }

    /// The counts of the whole load, with what was sent before and after the measuring.
    private(set) var all = Counts()
    /// The counts of what was measured.
    private(set) var measured = Counts()
    private(set) var deliveryLatency = Tally.latencies()
    private(set) var acknowledgementLatency = Tally.latencies()
    private(set) var errors: [String: Int] = [:]
    /// Nanoseconds of the generator's clock.
    var from = UInt64.max
    var until = UInt64.max

    /// Nanoseconds, to a thousandth of the value, up to a minute.
    private static func latencies() -> Histogram<UInt64> {
        Histogram(highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
    }

    mutating func sent(due: UInt64) {
        all.sent += 1
        if isMeasured(due) { measured.sent += 1 }
    }

    mutating func delivered(due: UInt64, at now: UInt64) {
        all.delivered += 1
        if isMeasured(now) { measured.delivered += 1 }
        if isMeasured(due) { Tally.record(due, now, in: &deliveryLatency) }
    }

    mutating func acknowledged(due: UInt64, at now: UInt64, members: Int) {
        all.acknowledged += 1
        all.expected += members
        if isMeasured(now) { measured.acknowledged += 1 }
        if isMeasured(due) { Tally.record(due, now, in: &acknowledgementLatency) }
    }

    mutating func refused() { all.refused += 1 }

    /// - Parameter what: an error's number, or words
    mutating func failed(_ what: String) { errors[what, default: 0] += 1 }

    private func isMeasured(_ time: UInt64) -> Bool { time >= from && time < until }

    private static func record(_ due: UInt64, _ now: UInt64, in latencies: inout Histogram<UInt64>) {
        let latency = now > due ? now - due : 0
        // A latency of more than a minute counts as a minute.
        latencies.record(min(latency, 60_000_000_000))
    }
}
