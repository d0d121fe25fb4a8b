/// The time by which files that no message takes grow old.
///
/// The wall clock may be wrong: one that is a year ahead would make a file of an hour ago look a
/// year old. So it is not believed further than what is recorded: the time of the newest such file
/// when the server started, and how long the server has been running since. A server that was
/// stopped for long removes what is old a little later than it could.
public struct FileAgeClock: Sendable {
    /// Milliseconds since 1970-01-01 UTC, less the uptime at that moment.
    private let origin: Int64

    /// - Parameters:
    ///   - newest: the time of the newest file, in milliseconds since 1970-01-01 UTC; `nil` where
    ///     there is none, and nothing to lose
    ///   - wall: milliseconds since 1970-01-01 UTC, by the wall clock
    ///   - uptime: milliseconds of a clock that never jumps
    public init(newest: Int64?, wall: Int64, uptime: Int64) {
        origin = (newest ?? wall).subtractingReportingOverflow(uptime).partialValue
    }

    /// The latest moment that it can be, in milliseconds since 1970-01-01 UTC.
    public func time(wall: Int64, uptime: Int64) -> Int64 {
        min(wall, origin.addingReportingOverflow(uptime).partialValue)
    }
}
