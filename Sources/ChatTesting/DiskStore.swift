import ChatRooms
import ChatWire

/// A store on a simulated disk: what was synced outlives the server, and the disk fails when it is told to.
///
/// ``MemoryStore`` decides what is appended; the disk keeps what it was asked, and a server that starts again asks it once more. A
/// power cut is ``disk`` read and a store made on it anew; a backup is ``disk`` kept for later.
public final class DiskStore: MessageStore {
    /// What lies on the disk: a value, so that keeping a copy is making a backup.
    public struct Disk: Hashable, Sendable {
        public var epoch: Epoch
        /// What was asked, transaction by transaction.
        public var commits: [Batch] = []

        public init(epoch: Epoch) { self.epoch = epoch }

        /// This disk as it is after it was restored as a backup: the log it has is not the one that was lost.
        public func restored(using source: inout some RandomNumberGenerator) -> Disk {
            var disk = self
            disk.epoch = .random(using: &source)
            return disk
        }
    }

    /// How the next append fails.
    public enum Fault: Hashable, Sendable {
        /// No space is left: nothing of it is kept. Later appends succeed when there is room again (`fail(nil)`).
        case full
        /// The flush failed. Whether the transaction is kept is what a reader of the disk finds out.
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

    public let epoch: Epoch
    private let drive: Locked<Drive>
    private let log: MemoryStore

    /// Opens what a disk has.
    public init(_ disk: Disk) {
        epoch = disk.epoch
        drive = Locked(Drive(disk: disk))
        log = MemoryStore(epoch: disk.epoch)
        for commit in disk.commits { _ = try? log.append(commit) }
    }

    /// What a power cut would leave.
    public var disk: Disk { drive.withLock { $0.disk } }

    /// Makes every append fail from the next one on; `nil` takes that back, but not after a flush has failed.
    public func fail(_ fault: Fault?) { drive.withLock { $0.fault = fault } }

    public func append(_ batch: Batch) throws(StoreError) -> Appended {
        try drive.withLock { drive throws(StoreError) in try drive.write(batch) }
        return try log.append(batch)
    }

    public func mark(of user: UserID, in room: RoomName) throws(StoreError) -> UInt64? {
        try log.mark(of: user, in: room)
    }

    public func head(of room: RoomName) throws(StoreError) -> UInt64 { try log.head(of: room) }

    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try log.history(of: room, at: anchor, limit: limit)
    }

    public func file(_ id: FileID) throws(StoreError) -> FileRecord? { try log.file(id) }

    public func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try log.fileBytes(of: user, except: except)
    }

    public func newestUnusedFile() throws(StoreError) -> Int64? { try log.newestUnusedFile() }

    public func filePlaces() throws(StoreError) -> Set<FilePlace> { try log.filePlaces() }

    public func close() throws(StoreError) { try log.close() }
}
