#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// Keeps files in memory.
final class MemorySpool: Spool {
    #if canImport(os)
        // `Mutex` requires macOS 15 and iOS 18.
        private let files = OSAllocatedUnfairLock<[Ticket: [UInt8]]>(initialState: [:])
    #else
        private let files = Mutex<[Ticket: [UInt8]]>([:])
    #endif

    func keep(_ source: FileSource, under ticket: Ticket) throws(StorageError) {
        let bytes = try source.read(at: 0, count: Int(clamping: source.size))
        files.withLock { $0[ticket] = bytes }
    }

    func source(of ticket: Ticket, size: UInt64) -> FileSource {
        let bytes = files.withLock { $0[ticket] }
        return FileSource(size: size) { (offset, count) throws(StorageError) in
            Array((bytes ?? []).dropFirst(Int(clamping: offset)).prefix(count))
        }
    }

    func remove(_ ticket: Ticket) { files.withLock { $0[ticket] = nil } }

    func tickets() -> [Ticket] { files.withLock { Array($0.keys) } }
}
