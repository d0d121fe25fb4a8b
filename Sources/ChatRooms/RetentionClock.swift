import ChatWire

/// The time by which messages grow old.
///
/// The wall clock may be wrong, and what is wiped does not come back. A clock that has jumped ahead
/// by more than a day, beside the last time that was known and the time for which the server has
/// run since, is believed when it has stayed so for an hour: long enough for it to be set right, or
/// for the operator to read the warning. A server that was stopped for long waits as long.
public struct RetentionClock: Hashable, Sendable {
    /// Whether the wall clock is believed.
    public enum Verdict: Hashable, Sendable {
        /// Milliseconds since 1970-01-01 UTC.
        case believed(Int64)
        /// Nothing may be wiped now.
        /// - Parameter isNew: whether this is the first time that it says so
        case doubted(isNew: Bool)
    }

    /// The wall clock when it was last believed, less the uptime at that moment; `nil` where there
    /// is nothing to hold it against.
    private var origin: Int64?
    private var doubtedSince: Int64?

    /// - Parameters:
    ///   - last: the latest time that is recorded, in milliseconds since 1970-01-01 UTC; `nil`
    ///     where there is none, and nothing to lose
    ///   - uptime: milliseconds of a clock that never jumps
    public init(last: Int64?, uptime: Int64) {
        origin = last.map { $0.subtractingReportingOverflow(uptime).partialValue }
    }

    /// Decides whether the wall clock is believed now. Called before each round of wiping.
    ///
    /// - Parameters:
    ///   - wall: the wall clock, in milliseconds since 1970-01-01 UTC
    ///   - uptime: milliseconds of a clock that never jumps
    public mutating func time(wall: Int64, uptime: Int64) -> Verdict {
        let now = wall.subtractingReportingOverflow(uptime).partialValue
        if let origin, case let (ahead, overflow) = now.subtractingReportingOverflow(origin),
            overflow || ahead > Limits.clockJump
        {
            let since = doubtedSince ?? uptime
            guard uptime - since >= Limits.clockPatience else {
                defer { doubtedSince = since }
                return .doubted(isNew: doubtedSince == nil)
            }
        }
        doubtedSince = nil
        origin = now
        return .believed(wall)
    }
}
