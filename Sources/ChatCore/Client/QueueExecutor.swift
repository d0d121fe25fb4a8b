import Dispatch

/// Runs the jobs of an actor on a serial dispatch queue of its own.
///
/// An actor that waits for a disk would otherwise keep one of the few threads that all tasks of the
/// process share. A blocked queue has a thread of its own, which dispatch makes when it is needed
/// and takes back. (`DispatchSerialQueue` is such an executor itself, from iOS 17 and macOS 14 on.)
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
