import ChatTesting
import NIOCore

/// Runs the threads of a simulated server, its event loops included, one task at a time, in an
/// order drawn from the seed.
///
/// A thread's own tasks keep their order; which thread goes next is chance. A thread that blocks in
/// the store lets others run meanwhile (``interleave()``), as it would in truth.
///
/// @unchecked: a world runs on one thread.
final class Scheduler: @unchecked Sendable {
    var clock = ManualClock()
    var random: SeededGenerator
    private(set) var threads: [SimulatedThread] = []
    /// The threads whose tasks are under way; all but the last are blocked in a call.
    fileprivate(set) var running: [SimulatedThread] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The thread whose task runs now.
    var current: SimulatedThread? { running.last }

    var monotonic: Int64 { clock.milliseconds * 1_000_000 }

    /// - Parameter lag: milliseconds that may pass between a task's arrival and its run
    func makeThread(lag: ClosedRange<Int64>, isCommitter: Bool = false) -> SimulatedThread {
        let thread = SimulatedThread(self, lag: lag, isCommitter: isCommitter)
        threads.append(thread)
        return thread
    }

    /// The moment, in milliseconds, at which something can run next.
    var next: Int64? {
        var next: Int64?
        for thread in threads { if let due = thread.due { next = min(next ?? due, due) } }
        return next
    }

    /// Whether nothing waits but timers.
    var isIdle: Bool { threads.allSatisfy(\.isIdle) }

    /// Runs one task of one of the threads that are due.
    func step() { _ = runOne() }

    /// Lets other threads run while one blocks.
    func interleave() {
        guard running.count < 4 else { return }
        for _ in 0..<Int.random(in: 0...5, using: &random) where !runOne() { return }
    }

    /// A process ends: nothing of its threads runs any more.
    func stop(_ ending: [SimulatedThread]) {
        for thread in ending { thread.stop() }
        threads.removeAll { thread in ending.contains { $0 === thread } }
    }

    private func runOne() -> Bool {
        let ready = threads.reduce(0) { canRun($1) ? $0 + 1 : $0 }
        guard ready > 0 else { return false }
        var left = ready > 1 ? Int.random(in: 0..<ready, using: &random) : 0
        for thread in threads where canRun(thread) {
            if left == 0 {
                thread.runOne()
                return true
            }
            left -= 1
        }
        return false
    }

    private func canRun(_ thread: SimulatedThread) -> Bool {
        guard let due = thread.due, due <= clock.milliseconds else { return false }
        return !running.contains { $0 === thread }
    }
}

/// A thread of a simulated server: tasks in their order, and timers.
final class SimulatedThread: @unchecked Sendable {
    typealias Task = () -> Void

    /// Where a task comes from.
    enum Origin {
        case other
        /// The committer's thread: it delivers a commit that added something.
        case delivery
        /// A task that delivers something.
        case behindDelivery
    }

    let isCommitter: Bool
    /// Whether what a delivery leaves for later runs in the wrong order (a planted bug).
    var runsBackwards = false
    private unowned let scheduler: Scheduler
    private let lag: ClosedRange<Int64>
    private var tasks = CircularBuffer<(origin: Origin, task: Task)>()
    /// When the first task may run.
    private var wakes: Int64 = 0
    private var timers = Agenda<Int>()
    private var timerTasks: [Int: (task: Task, dropped: Task)] = [:]
    private var lastTimer = 0
    private var isStopped = false
    private(set) var origin = Origin.other
    /// Where the steps of Swift's tasks run that are added while this thread runs
    /// (``SimulatedTasks``).
    var taskThreads: [SimulatedThread] = []
    /// Before this moment, in milliseconds, nothing of it runs.
    var standsStillUntil: Int64 = 0
    /// Whether the next task from the committer is the delivery of a commit that added something.
    var awaitsDelivery = false
    /// Tasks that deliver something, and what these left for later, not yet run.
    private(set) var deliveries = 0

    fileprivate init(_ scheduler: Scheduler, lag: ClosedRange<Int64>, isCommitter: Bool) {
        self.scheduler = scheduler
        self.lag = lag
        self.isCommitter = isCommitter
    }

    var isIdle: Bool { tasks.isEmpty }

    fileprivate var due: Int64? {
        let timer = timers.next
        let due = tasks.isEmpty ? timer : min(wakes, timer ?? .max)
        return due.map { max($0, standsStillUntil) }
    }

    /// Adds a task behind all others.
    /// - Parameter overtakes: whether it goes before the newest task of the same origin
    func add(overtaking overtakes: Bool = false, _ task: @escaping Task) {
        guard !isStopped else { return }
        if tasks.isEmpty { wakes = scheduler.clock.milliseconds + Int64.random(in: lag, using: &scheduler.random) }
        let origin = originOfNew
        if origin != .other { deliveries += 1 }
        if origin == .delivery { awaitsDelivery = false }
        let backwards = runsBackwards && origin == .behindDelivery
        if overtakes || backwards, let last = tasks.last, last.origin == origin {
            tasks.removeLast()
            tasks.append((origin, task))
            tasks.append(last)
        } else {
            tasks.append((origin, task))
        }
    }

    private var originOfNew: Origin {
        guard let current = scheduler.current else { return .other }
        if current.isCommitter { return awaitsDelivery ? .delivery : .other }
        return current === self && origin == .delivery ? .behindDelivery : .other
    }

    /// - Parameters:
    ///   - moment: milliseconds
    ///   - dropped: run on the thread instead of `task`, when the process ends first
    /// - Returns: its number, to cancel it by
    func addTimer(at moment: Int64, _ task: @escaping Task, dropped: @escaping Task) -> Int {
        guard !isStopped else { return 0 }
        lastTimer += 1
        timers.add(lastTimer, at: max(moment, scheduler.clock.milliseconds))
        timerTasks[lastTimer] = (task, dropped)
        return lastTimer
    }

    func cancelTimer(_ number: Int) { timerTasks[number] = nil }

    func stop() {
        isStopped = true
        tasks = CircularBuffer()
        timers = Agenda()
        timerTasks = [:]
    }

    fileprivate func runOne() {
        takeTimers()
        guard let (origin, task) = tasks.popFirst() else { return }
        let before = self.origin
        self.origin = origin
        scheduler.running.append(self)
        task()
        scheduler.running.removeLast()
        self.origin = before
        if origin != .other { deliveries -= 1 }
        // Now and then the thread loses its core.
        if scheduler.random.oneIn(16) {
            wakes = scheduler.clock.milliseconds + Int64.random(in: lag, using: &scheduler.random)
        }
    }

    private func takeTimers() {
        let now = scheduler.clock.milliseconds
        while let next = timers.next, next <= now, let (_, number) = timers.take() {
            guard let (task, _) = timerTasks.removeValue(forKey: number) else { continue }
            if tasks.isEmpty { wakes = now }
            tasks.append((.other, task))
        }
    }

    /// Nothing that waits for a timer runs any more.
    func dropTimers() {
        timers = Agenda()
        for number in timerTasks.keys.sorted() {
            if let (_, dropped) = timerTasks.removeValue(forKey: number) { add(dropped) }
        }
    }

    /// Runs what is left at once, in order: the end of a process, of which nobody sees anything.
    func runOut() {
        while !tasks.isEmpty { runOne() }
    }
}
