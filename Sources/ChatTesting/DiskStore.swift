import ChatRooms
import ChatWire

/// A store on a simulated disk: what was flushed outlives the server, and the disk fails when a
/// test says so.
///
/// ``MemoryStore`` decides what is appended. The disk keeps the batches, and a server that starts
/// again appends them to a new ``MemoryStore``. To cut the power, make a new store of ``disk``. To
/// make a backup, keep a copy of ``disk``.
public final class DiskStore: ForwardingStore {
    /// The content of the disk. It is a value: a copy is a backup.
    public struct Disk: Hashable, Sendable {
        /// The epoch of the log on this disk.
        public var epoch: Epoch
        /// The batches, one for each transaction.
        public var commits: [Batch] = []

        /// Creates a disk without commits.
        public init(epoch: Epoch) { self.epoch = epoch }

        /// This disk after it was restored from a backup. It has another epoch, because the events
        /// after the backup are lost.
        public func restored(using source: inout some RandomNumberGenerator) -> Disk {
            var disk = self
            disk.epoch = .random(using: &source)
            return disk
        }
    }

    /// How the next append fails.
    public enum Fault: Hashable, Sendable {
        /// No space is left: nothing of it is kept. Later appends succeed when there is room again
        /// (`fail(nil)`).
        case full
        /// The flush failed. Whether the transaction is kept is what a reader of the disk finds
        /// out.
        case flush(kept: Bool)
    }

    /// The disk, and how it behaves.
    private struct Drive {
        var disk: Disk
        var fault: Fault?
        var hasFailed = false

        mutating func write(_ commit: Batch) throws(StoreError) {
            guard !hasFailed else { throw .failed("The disk failed before; only a new process may go on.") }
            switch fault {
            case nil: disk.commits.append(commit)
            case .full: throw .full("The disk is full.")
            case .flush(let kept):
                hasFailed = true
                if kept { disk.commits.append(commit) }
                throw .failed("The disk failed.")
            }
        }
    }

    /// The epoch of the disk that the store was opened on.
    public let epoch: Epoch
    private let drive: Locked<Drive>
    /// What ``disk`` has, in memory.
    public let base: MemoryStore

    /// Opens a disk.
    public init(_ disk: Disk) {
        epoch = disk.epoch
        drive = Locked(Drive(disk: disk))
        base = MemoryStore(epoch: disk.epoch)
        for commit in disk.commits { _ = try? base.append(commit) }
    }

    /// The disk as a power cut would leave it.
    public var disk: Disk { drive.withLock { $0.disk } }

    /// Makes every append fail from the next one on; `nil` takes that back, but not after a flush
    /// has failed.
    public func fail(_ fault: Fault?) { drive.withLock { $0.fault = fault } }

    /// Writes the batch to the disk, then appends it to ``base``.
    ///
    /// - Throws: ``ChatRooms/StoreError`` as the current ``Fault`` says. Once a flush has failed,
    ///   every later append throws ``ChatRooms/StoreError/failed(_:)``.
    public func append(_ batch: Batch) throws(StoreError) -> Appended {
        try drive.withLock { drive throws(StoreError) in try drive.write(batch) }
        return try base.append(batch)
    }
}
