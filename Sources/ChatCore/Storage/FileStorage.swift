/// A journal in a file: append-only, checksummed, flushed, locked against a second process.
///
/// What ``Journal/sync()`` has reported survives `kill -9` and a power cut at any instruction. On opening, an end that was torn by
/// either is cut off; it was never reported. A flaw *before* the end is damage of the disk: what is readable before it is used, and the
/// file is set aside as `PATH.damaged-1`, -2, …, never overwritten (``Journal/damage`` says so).
///
/// There is no database for the SDK beside this one. What has to last are the unsent work, a few settings and the newest
/// ``ChatWire/Limits/cachedEvents`` events of each room, a few megabytes that are read whole at start; older history is the server's, so paging offline
/// reaches as far as the cache. A journal does that with no dependency, and with one flush a batch.
public struct FileStorage: Storage {
    private let path: String
    private let system: any FileSystem

    /// - Parameter path: the journal's file, one for each account. Its folder is made where there is none. Beside it
    ///   lie `PATH.lock` and, while it is rewritten, `PATH.unfinished`.
    public init(path: String, system: any FileSystem = DiskFileSystem()) {
        self.path = path
        self.system = system
    }

    public func open() throws(StorageError) -> (journal: any Journal, records: [[UInt8]]) {
        try system.syncFolder(of: path)
        let lock = try system.lock(path + ".lock")
        do {
            let journal = FileJournal(path: path, system: system, lock: lock)
            return (journal, try journal.restore())
        } catch {
            lock.release()
            throw error
        }
    }
}
