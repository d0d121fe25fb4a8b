import ChatWire

/// Whether the server is still alive: pings after a silence, and gives up after a longer one. Times
/// are in milliseconds.
struct Heartbeat: Hashable {
    private var every = Limits.pingInterval
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
        every = min(max(milliseconds, Limits.pingIntervalShortest), Limits.pingInterval)
    }

    mutating func heard(_ now: Int64) {
        lastHeard = now
        probed = nil
    }

    /// Demands a reply within ``ChatWire/Limits/probeDeadline``.
    mutating func probe(_ now: Int64) { probed = now }

    var isProbeUnanswered: Bool { probed != nil }

    func check(_ now: Int64) -> Verdict {
        let silent = now &- lastHeard
        if silent >= Limits.deadSilence { return .dead }
        return silent >= every ? .ping(Limits.deadSilence - silent) : .wait(every - max(silent, 0))
    }
}
