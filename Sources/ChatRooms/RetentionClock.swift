import ChatWire

/// What a store keeps of the wall clock by which messages grow old, for the next start.
public struct ClockRecord: Hashable, Sendable {
    /// The wall clock when it was last believed, in milliseconds since 1970-01-01 UTC; `nil` where
    /// it never was.
    public var believed: Int64?
    /// Milliseconds for which servers have run since they began to doubt the wall clock; `nil` if
    /// it is not doubted.
    public var doubted: Int64?

    /// Creates the record of a store that knows of no time.
    public init(believed: Int64? = nil, doubted: Int64? = nil) {
        self.believed = believed
        self.doubted = doubted
    }
}

/// The time by which messages grow old.
///
/// The wall clock may be wrong, and what is wiped does not come back. A clock that has jumped ahead
/// by more than a day, beside the last time that was believed and the time for which the server has
/// run since, is believed when it has stayed so for an hour: long enough for it to be set right, or
/// for the operator to read the warning. A server that was stopped for long waits as long. The time
/// while no server runs does not count, so that a restart does not shorten the hour.
public struct RetentionClock: Hashable, Sendable {
    /// Whether the wall clock is believed.
    public enum Verdict: Hashable, Sendable {
        /// Milliseconds since 1970-01-01 UTC.
        case believed(Int64)
        /// Nothing may be wiped now.
        /// - Parameters:
        ///   - left: milliseconds until it is believed if it stays so
        ///   - isNew: whether this is the first time that it says so
        case doubted(left: Int64, isNew: Bool)
    }

    private var believed: Int64?
    /// The wall clock when it was last believed, less the uptime at that moment; `nil` where there
    /// is nothing to hold it against.
    private var origin: Int64?
    private var doubtedSince: Int64?
    private var isNew = true

    /// - Parameters:
    ///   - record: what is recorded of the clock; without a believed time there is nothing to lose
    ///   - uptime: milliseconds of a clock that never jumps
    public init(_ record: ClockRecord, uptime: Int64) {
        believed = record.believed
        origin = record.believed.map { $0.subtractingReportingOverflow(uptime).partialValue }
        doubtedSince = record.doubted.map { uptime.subtractingReportingOverflow(max($0, 0)).partialValue }
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
            let left = Limits.clockPatience - (uptime - since)
            guard left <= 0 else {
                defer { (doubtedSince, isNew) = (since, false) }
                return .doubted(left: left, isNew: isNew)
            }
        }
        (doubtedSince, isNew) = (nil, true)
        (origin, believed) = (now, wall)
        return .believed(wall)
    }

    /// What the next start must know. It is recorded after each ``time(wall:uptime:)``.
    public func record(uptime: Int64) -> ClockRecord {
        ClockRecord(believed: believed, doubted: doubtedSince.map { uptime - $0 })
    }
}
