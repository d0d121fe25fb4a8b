import Foundation
import Testing

/// A clock that a test moves, from one sleep to the next: `Dependencies { $0.clock = testClock }`.
public final class TestClock: Clock, @unchecked Sendable {
    private typealias Sleeper = (deadline: ContinuousClock.Instant, continuation: CheckedContinuation<Void, any Error>)

    private let lock = NSLock()
    private var time = ContinuousClock.now
    private var sleepers: [UUID: Sleeper] = [:]

    /// Creates a clock that stands still.
    public init() {}

    /// The time that the clock shows.
    public var now: ContinuousClock.Instant { lock.withLock { time } }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until the test has advanced the clock to the deadline.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isOver = lock.withLock {
                    if Task.isCancelled || deadline <= time { return true }
                    sleepers[id] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
            try Task.checkCancellation()
        } onCancel: {
            lock.withLock { sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until something sleeps on the clock, moves to the earliest end of a sleep, and returns
    /// by how much. It fails if nothing sleeps within `limit` of real time.
    @discardableResult
    public func advance(
        within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Duration {
        guard await poll(within: limit, { lock.withLock { !sleepers.isEmpty } }) else {
            fail("Nothing slept on the clock within \(limit)", sourceLocation)
            return .zero
        }
        let (step, due) = lock.withLock {
            let next = sleepers.values.map(\.deadline).min() ?? time
            let due = sleepers.values.filter { $0.deadline <= next }
            sleepers = sleepers.filter { $0.value.deadline > next }
            defer { time = next }
            return (time.duration(to: next), due)
        }
        for sleeper in due { sleeper.continuation.resume() }
        return step
    }
}
