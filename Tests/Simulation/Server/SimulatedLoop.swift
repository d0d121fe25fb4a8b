import Dispatch
import NIOCore

/// An event loop on a ``SimulatedThread``.
///
/// NIO's embedded loop runs all its tasks at once; here other threads go in between any two of
/// them. And it knows whether it runs: what touches another loop's state traps, as it would in
/// truth.
final class SimulatedLoop: EventLoop, @unchecked Sendable {
    let index: Int
    let thread: SimulatedThread
    /// What to do with a task instead of adding it; `nil` for nothing else.
    var divert: ((@escaping () -> Void) -> Bool)?
    private unowned let scheduler: Scheduler

    init(_ index: Int, _ thread: SimulatedThread, _ scheduler: Scheduler) {
        self.index = index
        self.thread = thread
        self.scheduler = scheduler
    }

    var inEventLoop: Bool { scheduler.current === thread }

    var now: NIODeadline { .uptimeNanoseconds(UInt64(scheduler.monotonic)) }

    func execute(_ task: @escaping @Sendable () -> Void) {
        if divert?(task) == true { return }
        thread.add(task)
    }

    func scheduleTask<T>(deadline: NIODeadline, _ task: @escaping @Sendable () throws -> T) -> Scheduled<T> {
        let promise = makePromise(of: T.self)
        let moment = Int64(clamping: deadline.uptimeNanoseconds / 1_000_000)
        let timer = thread.addTimer(at: moment) {
            do { promise.assumeIsolatedUnsafeUnchecked().succeed(try task()) } catch { promise.fail(error) }
        } dropped: {
            promise.fail(EventLoopError.cancelled)
        }
        return Scheduled(promise: promise) { [thread] in thread.cancelTimer(timer) }
    }

    func scheduleTask<T>(in delay: TimeAmount, _ task: @escaping @Sendable () throws -> T) -> Scheduled<T> {
        scheduleTask(deadline: now + delay, task)
    }

    func preconditionInEventLoop(file: StaticString, line: UInt) {
        precondition(inEventLoop, "not on this event loop", file: file, line: line)
    }

    func preconditionNotInEventLoop(file: StaticString, line: UInt) {
        precondition(!inEventLoop, "on this event loop", file: file, line: line)
    }

    func shutdownGracefully(queue: DispatchQueue, _ callback: @escaping @Sendable ((any Error)?) -> Void) {}
}
