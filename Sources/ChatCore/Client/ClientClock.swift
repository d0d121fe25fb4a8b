import Foundation

/// A client's source of time and random bits. Tests replace it.
public protocol ClientClock: Sendable {
    /// The current time, with 64 fresh random bits.
    var now: Now { get }

    /// Returns after this time. Throws if the task is cancelled.
    func sleep(milliseconds: Int64) async throws
}

/// The system's clock and random generator.
public struct SystemClock: ClientClock {
    private let beginning = ContinuousClock.now

    /// Creates the clock.
    public init() {}

    /// The time of the system's clocks. ``ChatModel/Now/monotonic`` begins with 0 when this value
    /// is created.
    public var now: Now {
        let passed = beginning.duration(to: .now).components
        let (seconds, overflow) = passed.seconds.multipliedReportingOverflow(by: 1_000)
        return Now(
            monotonic: overflow ? .max : seconds &+ passed.attoseconds / 1_000_000_000_000_000,
            wall: Int64(exactly: (Date().timeIntervalSince1970 * 1_000).rounded()) ?? 0,
            random: UInt64.random(in: .min ... .max))
    }

    /// Returns after this time. A negative time counts as 0.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(milliseconds: Int64) async throws {
        try await Task.sleep(nanoseconds: SystemClock.nanoseconds(milliseconds))
    }

    /// At most `Int64.max`, which is 292 years.
    static func nanoseconds(_ milliseconds: Int64) -> UInt64 {
        let (nanoseconds, overflow) = max(milliseconds, 0).multipliedReportingOverflow(by: 1_000_000)
        return UInt64(overflow ? Int64.max : nanoseconds)
    }
}
