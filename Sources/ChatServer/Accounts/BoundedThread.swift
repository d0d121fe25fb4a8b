import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One thread for work that blocks, with a bounded queue. Addresses take turns, so that one of them
/// does not keep the others waiting (``ChatRooms/FairQueue``).
///
/// Its work never runs on event loops nor on the pool of all tasks, so a thousand sign-ins delay no
/// message.
package final class BoundedThread: Sendable {
    private struct Job {
        let run: @Sendable () -> Void
        let refuse: @Sendable () -> Void
    }

    /// Jobs by sites, and by their addresses; `nil` for a job that is for no address.
    private typealias Queue = FairQueue<ClientAddress?, ClientAddress?, Job>

    private struct State {
        var queue: Queue
        /// Whether the thread takes jobs out of the queue.
        var isWorking = false
        var hasEnded = false
    }

    /// `nil` if the work runs on ``queue``.
    private let pool: NIOThreadPool?
    private let queue: WorkQueue?
    private let clock: ServerClock
    private let state: NIOLockedValueBox<State>
    private let full: WireError
    private let isPolite: Bool

    /// - Parameters:
    ///   - limit: work items that may wait
    ///   - full: the refusal of more, and of those that the server does not do before it stops
    ///   - isPolite: whether other threads go first (Linux)
    ///   - queue: runs the work instead of a thread; `nil` for a thread
    package init(
        limit: Int, full: WireError, isPolite: Bool = false, on queue: WorkQueue? = nil,
        clock: ServerClock = ServerClock()
    ) {
        state = NIOLockedValueBox(State(queue: Queue(total: limit, perMember: limit)))
        self.full = full
        self.isPolite = isPolite
        self.queue = queue
        self.clock = clock
        pool = queue == nil ? NIOThreadPool(numberOfThreads: 1) : nil
        pool?.start()
    }

    /// Runs `work` on the thread, and returns when it is done.
    ///
    /// - Parameter client: for whom it is done; `nil` for nobody in particular
    /// - Throws: the refusal if too much waits; what `work` throws
    package func run<Value: Sendable>(
        for client: ClientAddress? = nil, _ work: @escaping @Sendable () throws(WireError) -> Value
    ) async throws(WireError) -> Value {
        let full = full
        let result: Result<Value, WireError> = await withCheckedContinuation { continuation in
            let job = Job(
                run: { continuation.resume(returning: Result(catching: work)) },
                refuse: { continuation.resume(returning: .failure(full)) })
            add(job, for: client)
        }
        return try result.get()
    }

    /// How many work items wait.
    var waiting: Int { state.withLockedValue { $0.queue.count } }

    private func add(_ job: Job, for client: ClientAddress?) {
        let owner = Queue.Owner(group: client?.ofSite, member: client)
        let (refused, begins) = state.withLockedValue { state -> (Job?, Bool) in
            if state.hasEnded { return (job, false) }
            let refused: Job?
            switch state.queue.add(job, of: owner) {
            case .added: refused = nil
            case .replaced(let other): refused = other
            case .refused: refused = job
            }
            defer { state.isWorking = true }
            return (refused, !state.isWorking)
        }
        refused?.refuse()
        guard begins else { return }
        pool?.submit { _ in self.work() }
        queue?.async { self.work() }
    }

    /// Does what waits, until nothing does.
    private func work() {
        if isPolite, pool != nil { Self.giveWay() }
        while let (job, owner) = next() {
            let begun = clock.nanoseconds()
            job.run()
            let now = clock.nanoseconds()
            state.withLockedValue { $0.queue.charge(now - begun, to: owner, at: now) }
        }
    }

    private func next() -> (Job, Queue.Owner)? {
        state.withLockedValue { state in
            let next = state.hasEnded ? nil : state.queue.next(at: clock.nanoseconds())
            if next == nil { state.isWorking = false }
            return next
        }
    }

    /// Ends the thread. What waits is refused.
    package func end() async {
        let waiting = state.withLockedValue { state in
            state.hasEnded = true
            var waiting: [Job] = []
            while let next = state.queue.next(at: clock.nanoseconds()) { waiting.append(next.work) }
            return waiting
        }
        for job in waiting { job.refuse() }
        try? await pool?.shutdownGracefully()
    }

    /// Lowers the priority of this thread. On Linux it is the thread's own.
    private static func giveWay() {
        #if canImport(Glibc)
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #elseif canImport(Musl)
            _ = setpriority(PRIO_PROCESS, 0, 10)
        #endif
    }
}
