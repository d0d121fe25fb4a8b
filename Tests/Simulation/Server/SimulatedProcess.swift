import ChatRooms
import ChatServer
import ChatTesting

/// One server as it ships, and the threads that run it.
final class SimulatedProcess {
    let core: ServerCore
    let loops: [SimulatedLoop]
    private let committer: SimulatedThread
    private let others: [SimulatedThread]
    /// `nil` if the server has none.
    let accounts: ServerAccounts?
    private let begun = Counter()
    private let failed = Counter()

    /// - Parameter place: among the servers that share the log
    /// - Throws: if the disk of files refuses
    init(
        _ place: Int, on scheduler: Scheduler, _ store: any MessageStore, _ disk: FlawedDisk,
        _ shared: SharedAccounts, _ bus: SimulatedBus.End?, _ plan: Plan, _ bug: PlantedBug?
    ) throws {
        loops = (0..<plan.loops).map {
            SimulatedLoop(place * plan.loops + $0, scheduler.makeThread(lag: plan.loopLag), scheduler)
        }
        let committer = scheduler.makeThread(lag: plan.commit, isCommitter: true)
        let readers = (0..<2).map { _ in scheduler.makeThread(lag: plan.read) }
        let pool = (0..<(plan.files?.threads ?? 0)).map { _ in scheduler.makeThread(lag: plan.files?.lag ?? 0...0) }
        self.committer = committer
        others = readers + pool
        var environment = ServerEnvironment()
        environment.clock = ServerClock { (scheduler.clock.wall, scheduler.monotonic) }
        environment.randomness = Randomness { scheduler.random.next() }
        environment.queues.committer = WorkQueue { committer.add($0) }
        environment.queues.historyReaders = readers.map { reader in WorkQueue { reader.add($0) } }
        environment.queues.files = WorkPool { work in
            pool.randomElement(using: &scheduler.random)?.add { work(true) }
        }
        environment.bounds = plan.bounds
        environment.fileDisk = disk
        let accounts = try plan.accounts.map {
            try ServerAccounts(shared, on: scheduler, lag: $0.lag, bug: bug, environment)
        }
        self.accounts = accounts
        core = try ServerCore(
            loops: loops, store: store, authenticator: accounts?.authenticator ?? PlainTokens(), rate: plan.rate,
            files: plan.files?.limits, filter: plan.filter.map { _ in try FilterList(FilterPlan.list) }, bus: bus,
            environment: environment)
        accounts?.serve(threads)
    }

    var threads: [SimulatedThread] { loops.map(\.thread) + [committer] + others + (accounts?.threads ?? []) }
    /// Whether leftovers of files are deleted, and clients may come.
    var isReady: Bool { begun.count > 0 }
    /// Whether they can't be deleted.
    var cantBegin: Bool { failed.count > 0 }

    func begin() {
        core.begin()
        core.beginFiles { [begun, failed] in
            if $0 == nil { begun.count += 1 } else { failed.count += 1 }
        }
    }

    /// Ends the process at once. Its loops run out, because a task that waits for a loop holds it,
    /// and so do the tasks of its accounts.
    func end(_ channels: [SimulatedChannel]) {
        for thread in [committer] + others { thread.stop() }
        accounts?.end()
        for loop in loops { loop.divert = nil }
        for channel in channels where loops.contains(where: { $0 === channel.eventLoop }) && !channel.isGone {
            channel.reset()
        }
        runOut()
        // Each task that waits for a timer is told that it will not come.
        for loop in loops { loop.thread.dropTimers() }
        runOut()
    }

    private func runOut() {
        let threads = loops.map(\.thread) + (accounts?.threads ?? [])
        while threads.contains(where: { !$0.isIdle }) {
            for thread in threads { thread.runOut() }
        }
    }
}

/// Counts from within callbacks. @unchecked: a world runs on one thread.
final class Counter: @unchecked Sendable {
    var count = 0
}
