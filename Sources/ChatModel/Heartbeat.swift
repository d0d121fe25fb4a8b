/// Whether the other end still lives: asked after a silence, taken for dead after a longer one. Times in milliseconds.
struct Heartbeat: Hashable {
    /// A connection that has been silent for this long is dead.
    static let silence: Int64 = 33_000
    static let probeDeadline: Int64 = 5_000
    /// How often to ask, whatever a server says.
    private static let interval: ClosedRange<Int64> = 5_000...25_000

    private var every = interval.upperBound
    private var lastHeard: Int64 = 0
    private var probed: Int64?

    enum Verdict: Hashable {
        case dead
        /// Ask, and look again after so long.
        case ping(Int64)
        /// Look again after so long.
        case wait(Int64)
    }

    /// `seconds` is what the welcome says.
    mutating func ping(every seconds: UInt64) {
        let milliseconds = Int64(min(seconds, 3_600)) * 1_000
        every = min(max(milliseconds, Heartbeat.interval.lowerBound), Heartbeat.interval.upperBound)
    }

    mutating func heard(_ now: Int64) {
        lastHeard = now
        probed = nil
    }

    /// A sign of life is wanted now; it must come within ``probeDeadline``.
    mutating func probe(_ now: Int64) { probed = now }

    var isProbeUnanswered: Bool { probed != nil }

    func check(_ now: Int64) -> Verdict {
        let silent = now &- lastHeard
        if silent >= Heartbeat.silence { return .dead }
        return silent >= every ? .ping(Heartbeat.silence - silent) : .wait(every - max(silent, 0))
    }
}
