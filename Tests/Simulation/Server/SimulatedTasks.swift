import NIOPosix

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs the tasks that a simulated server begins on simulated threads of its own
/// (``SimulatedThread/taskThreads``), so that the seed says when each of their steps runs.
///
/// The tasks are those of Swift's concurrency. The runtime hands each step of a task to its global
/// executor, and asks a hook first. A step that is added while a thread of a server runs is that
/// server's. All others, as those of the test runner, go where they would without the hook.
enum SimulatedTasks {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    /// The scheduler of the world that runs on this thread of the process.
    private static let scheduler = ThreadSpecificVariable<Scheduler>()
    private static let executor = Executor()

    /// Whether the hook is there.
    private static let isInstalled: Bool = {
        guard let hook = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else { return false }
        hook.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
            if !SimulatedTasks.take(job) { original(job) }
        }
        return true
    }()

    /// Takes the tasks of the servers that this scheduler runs, from this thread of the process.
    static func run(on scheduler: Scheduler) {
        precondition(isInstalled, "This version of Swift's runtime has no hook for the steps of tasks.")
        Self.scheduler.currentValue = scheduler
    }

    private static func take(_ job: UnownedJob) -> Bool {
        guard let scheduler = scheduler.currentValue, let threads = scheduler.current?.taskThreads,
            let thread = threads.randomElement(using: &scheduler.random)
        else { return false }
        thread.add { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
        return true
    }

    private final class Executor: SerialExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            if !SimulatedTasks.take(job) { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
