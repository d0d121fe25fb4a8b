import ChatCore
import Foundation

/// A client's clock that a test moves. A wait ends when the test has moved the clock far enough, so
/// no test sleeps.
///
/// ```swift
/// let clock = ManualClientClock()
/// let client = ChatClient(transport: server.transport, name: "ann", clock: clock)
/// await server.goAway()
/// try await client.send("Hello", to: .lobby)
/// await server.comeBack()
/// try await clock.passing(pausesOf: client) { try await client.drained() }
/// ```
///
/// Its random bits are the same in each run. It may be used from any thread.
///
/// @unchecked: all state is read and written under `guarding`.
public final class ManualClientClock: ClientClock, @unchecked Sendable {
    private let guarding = NSLock()
    private var clock = ManualClock()
    private var random = SeededGenerator(seed: 1)
    private var sleepers: [(due: Int64, id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var cancelled: Set<Int> = []
    private var lastSleeper = 0

    /// Creates a clock that shows 0 milliseconds. Its wall clock shows 1,795,223,116,000
    /// milliseconds since 1970-01-01 UTC, on 2026-11-21.
    public init() {}

    /// The time that ``advance(by:)`` has set.
    public var now: Now {
        guarding.withLock { Now(monotonic: clock.milliseconds, wall: clock.wall, random: random.next()) }
    }

    /// Returns when ``advance(by:)`` has let this time pass; at once if it is 0 or less.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(milliseconds: Int64) async throws {
        guard milliseconds > 0 else { return try Task.checkCancellation() }
        let id = guarding.withLock {
            lastSleeper += 1
            return lastSleeper
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = guarding.withLock {
                    if cancelled.remove(id) != nil { return true }
                    let (due, isHuge) = clock.milliseconds.addingReportingOverflow(milliseconds)
                    sleepers.append((isHuge ? .max : due, id, continuation))
                    return false
                }
                if isCancelled { continuation.resume(returning: false) }
            }
        } onCancel: {
            wake {
                $0.id == id
            } orElse: {
                self.cancelled.insert(id)
            }
        }
        if !isOver { throw CancellationError() }
    }

    /// Goes on by this many milliseconds, and wakes those who have waited for that.
    public func advance(by milliseconds: Int64) {
        let due = guarding.withLock {
            clock.advance(by: milliseconds)
            let due = sleepers.filter { $0.due <= clock.milliseconds }
            sleepers.removeAll { $0.due <= clock.milliseconds }
            return due
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    /// Lets the client's pauses pass while `body` runs: those before it connects or tries again.
    ///
    /// Time stands still while the client waits for the server. Otherwise a deadline would pass
    /// before the server gets to run on a busy machine, on every attempt.
    @discardableResult
    public func passing<Value: Sendable>(pausesOf client: ChatClient, _ body: () async throws -> Value) async throws
        -> Value
    {
        let time = Task {
            while !Task.isCancelled {
                let timers = await client.runningTimers
                if timers.isDisjoint(with: [.welcome, .probe]),
                    !timers.isDisjoint(with: [.connect, .sending, .reading, .joining, .uploading])
                {
                    advance(by: 200)
                }
                await Task.yield()
            }
        }
        defer { time.cancel() }
        return try await body()
    }

    private func wake(
        _ isMeant: ((due: Int64, id: Int, continuation: CheckedContinuation<Bool, Never>)) -> Bool, orElse: () -> Void
    ) {
        let sleeper = guarding.withLock {
            guard let index = sleepers.firstIndex(where: isMeant) else {
                orElse()
                return nil as CheckedContinuation<Bool, Never>?
            }
            return sleepers.remove(at: index).continuation
        }
        sleeper?.resume(returning: false)
    }
}
