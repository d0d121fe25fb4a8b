/// When each message of a steady rate is due.
///
/// A message that is sent late, because generator or server lagged, keeps its due time: the wait
/// belongs to its latency. Otherwise a server that stops for a second would be measured once
/// instead of `rate` times.
struct SendSchedule {
    private let rate: UInt64
    private let start: UInt64
    private var taken: UInt64 = 0

    /// - Parameters:
    ///   - rate: messages a second, at least 1
    ///   - start: nanoseconds; when the first is due
    init(rate: Int, start: UInt64) {
        self.rate = UInt64(max(rate, 1))
        self.start = start
    }

    /// When the next message is due, in nanoseconds.
    var next: UInt64 { start &+ taken &* 1_000_000_000 / rate }

    /// Takes the next message, if it is due at `now`.
    ///
    /// - Returns: When it was due.
    mutating func take(at now: UInt64) -> UInt64? {
        let due = next
        guard due <= now else { return nil }
        taken += 1
        return due
    }
}
