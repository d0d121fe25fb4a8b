import ChatCore
import ChatRooms

/// A client's clock that a test moves. A wait ends when the test has moved the clock far enough, so
/// no test sleeps.
///
/// ```swift
/// let clock = ManualClientClock()
/// let client = ChatClient(transport: server.transport, name: "ann", clock: clock)
/// try await client.start()
/// await server.goAway()
/// try await client.send("Hello", to: .lobby)
/// await server.comeBack()
/// try await clock.passing(pausesOf: client) { try await client.drained() }
/// ```
///
/// Its random bits are the same in each run. It may be used from any thread.
public final class ManualClientClock: ClientClock {
    private struct Sleeper {
        let due: Int64
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var clock = ManualClock()
        var random = SeededGenerator(seed: 1)
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var lastSleeper = 0
    }

    private let state = Locked(State())

    /// Creates a clock that shows 0 milliseconds. Its wall clock shows 1,795,223,116,000
    /// milliseconds since 1970-01-01 UTC, on 2026-11-21.
    public init() {}

    /// The time that ``advance(by:)`` has set.
    public var now: Now {
        state.withLock { Now(monotonic: $0.clock.milliseconds, wall: $0.clock.wall, random: $0.random.next()) }
    }

    /// Returns when ``advance(by:)`` has let this time pass; at once if it is 0 or less.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(milliseconds: Int64) async throws {
        guard milliseconds > 0 else { return try Task.checkCancellation() }
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return true }
                    let (due, isHuge) = state.clock.milliseconds.addingReportingOverflow(milliseconds)
                    state.sleepers.append(Sleeper(due: isHuge ? .max : due, id: id, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(returning: false) }
            }
        } onCancel: {
            cancel(id)
        }
        if !isOver { throw CancellationError() }
    }

    /// Moves the clock by this time, to the millisecond, and ends the waits that are due.
    public func advance(by time: Duration) {
        let due = state.withLock { state in
            state.clock.advance(by: time)
            let now = state.clock.milliseconds
            let due = state.sleepers.filter { $0.due <= now }
            state.sleepers.removeAll { $0.due <= now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    /// Lets the client's pauses pass while `body` runs: those before it connects or tries again.
    ///
    /// Time stands still while the client waits for the server. Otherwise a deadline would pass
    /// before the server gets to run on a busy machine, on every attempt.
    @discardableResult
    public func passing<Value: Sendable>(
        pausesOf client: ChatClient, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        let time = Task {
            while !Task.isCancelled {
                let timers = await client.runningTimers
                if timers.isDisjoint(with: [.welcome, .probe]),
                    !timers.isDisjoint(with: Self.pauses)
                {
                    advance(by: .milliseconds(200))
                }
                await Task.yield()
            }
        }
        defer { time.cancel() }
        return try await body()
    }

    /// The pauses before something is tried again.
    private static let pauses: Set<Chat.Timer> = [
        .connect, .sending, .reading, .joining, .uploading, .reporting, .listing, .drafting,
    ]

    /// Ends a wait, also one that has not begun yet.
    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(returning: false)
    }
}
