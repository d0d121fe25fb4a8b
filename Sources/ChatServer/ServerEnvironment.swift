import ChatWire
import Metrics

/// What the server takes from the machine and the process: time, chance, threads, the disk of
/// files, and the system of metrics. A simulation gives its own, so that a run depends on its seed
/// alone.
package struct ServerEnvironment: Sendable {
    package var clock = ServerClock()
    package var randomness = Randomness()
    package var queues = Queues()
    package var bounds = DeliveryBounds()
    /// The disk of the files' folder.
    package var fileDisk: any FileDisk = SystemDisk()
    /// The metrics system that the program has bootstrapped.
    package var metrics: any MetricsFactory = MetricsSystem.factory

    package init() {}

    /// The threads beside the event loops.
    package struct Queues: Sendable {
        package var committer = WorkQueue.dispatch("martlet.committer", qos: .userInitiated)
        package var historyReaders = (0..<2).map { WorkQueue.dispatch("martlet.history.\($0)") }
        package var files = WorkPool.threads(4)
        /// Where the store of accounts is used, and where passwords are hashed; `nil` for a thread
        /// of their own.
        package var accounts: WorkQueue?
        package var passwords: WorkQueue?
    }
}

/// The maximums of delivery and uploads that a simulation makes small, so that it meets them in a
/// short run.
package struct DeliveryBounds: Sendable {
    /// Bytes that may wait for a reader.
    package var writeBufferBytes = Limits.writeBufferBytes
    /// Bytes of its answers that may wait for a reader while more is read from it.
    package var unreadAnswerBytes = Limits.unreadAnswerBytes
    /// Submissions that may wait for a commit, and how many go into one.
    package var commitQueue = Limits.commitQueue
    package var commitBatch = Limits.commitBatch
    /// Readers of a room on one event loop that make it a large room.
    package var largeRoom = Limits.largeRoom
    /// Uploads at once, of all users.
    package var uploads = Limits.uploads
    /// Bytes of an upload that are collected before they are written.
    package var uploadChunkBytes = Limits.uploadChunkBytes

    package init() {}
}
