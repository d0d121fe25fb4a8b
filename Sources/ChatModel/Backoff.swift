import ChatWire

/// The wait before the next attempt: exponential back-off with full jitter.
///
/// The wait is a random part of a ceiling that doubles with every failure. So a thousand clients of
/// a restarted server do not all reconnect at the same moment.
package enum Backoff {
    /// The wait in milliseconds: up to 1 s without a failure, doubled with each failure up to
    /// `longest`, and at least `advice`.
    package static func delay(
        failures: Int, advice: UInt64? = nil, random: UInt64, longest: UInt64 = Limits.backoffLongest
    ) -> Int64 {
        let ceiling = min(longest, Limits.backoffFirst << UInt64(min(max(failures, 0), 5)))
        let jitter = random.multipliedFullWidth(by: ceiling).high
        return Int64(max(jitter, min(advice ?? 0, Limits.adviceLongest)))
    }
}
