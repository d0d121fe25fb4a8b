/// Whether the server is still alive: pings after a silence, and gives up after a longer one. Times
/// are in milliseconds.
struct Heartbeat: Hashable {
    /// A connection that has been silent for this long is dead.
    static let silence: Int64 = 33_000
    static let probeDeadline: Int64 = 5_000
    /// The allowed range of ping intervals, whatever the server announces.
    private static let interval: ClosedRange<Int64> = 5_000...25_000

    private var every = interval.upperBound
    private var lastHeard: Int64 = 0
    private var probed: Int64?

    enum Verdict: Hashable {
        case dead
        /// Ping, and check again after this time.
        case ping(Int64)
        /// Check again after this time.
        case wait(Int64)
    }

    /// Sets the interval. `seconds` is the value in the welcome.
    mutating func ping(every seconds: UInt64) {
        let milliseconds = Int64(min(seconds, 3_600)) * 1_000
        every = min(max(milliseconds, Heartbeat.interval.lowerBound), Heartbeat.interval.upperBound)
    }

    mutating func heard(_ now: Int64) {
        lastHeard = now
        probed = nil
    }

    /// Demands a reply within ``probeDeadline``.
    mutating func probe(_ now: Int64) { probed = now }

    var isProbeUnanswered: Bool { probed != nil }

    func check(_ now: Int64) -> Verdict {
        let silent = now &- lastHeard
        if silent >= Heartbeat.silence { return .dead }
        return silent >= every ? .ping(Heartbeat.silence - silent) : .wait(every - max(silent, 0))
    }
}
