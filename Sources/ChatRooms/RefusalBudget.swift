import ChatWire

/// Decides what refused requests cost the connection that sends them: nothing for so many, then
/// pauses that grow, then the connection.
///
/// It counts every refusal, for a flood of them costs the server the same whatever their reason is.
/// ``Strikes`` counts what a working client never sends. A value: it knows no clock.
public struct RefusalBudget: Sendable {
    /// What to do with the connection after a refusal.
    public enum Verdict: Hashable, Sendable {
        /// Nothing: the refusal is within the budget.
        case goOn
        /// Read nothing of the connection for so many milliseconds.
        case pause(Int64)
        /// Close it with ``ChatWire/CloseCode/refusalFlood``.
        case cut
    }

    private var bucket: TokenBucket
    private var pauses = 0
    private var lastPause: Int64 = 0

    /// - Parameter burst: refusals at once that cost nothing
    public init(burst: Int = Limits.refusalBurst) {
        bucket = TokenBucket(.init(perSecond: Limits.refusalsPerSecond, burst: burst))
    }

    /// Counts a refusal.
    /// - Parameter now: nanoseconds of a clock that does not go back
    public mutating func count(at now: Int64) -> Verdict {
        guard bucket.take(at: now) != nil else { return .goOn }
        if now - lastPause > Limits.refusalPausesForgotten * 1_000_000 { pauses = 0 }
        guard pauses < Limits.refusalPauses else { return .cut }
        let pause = min(Limits.refusalPauseLongest, Limits.refusalPauseFirst << Int64(min(pauses, 16)))
        pauses += 1
        lastPause = now
        return .pause(pause)
    }
}
