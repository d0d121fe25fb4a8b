import Foundation

/// Keeps files as long as the process lives.
final class MemorySpool: Spool, @unchecked Sendable {  // `files` is read and written under `lock` only.
    private let lock = NSLock()
    private var files: [Ticket: [UInt8]] = [:]

    func keep(_ source: FileSource, under ticket: Ticket) throws(StorageError) {
        let bytes = try source.read(at: 0, count: Int(clamping: source.size))
        lock.withLock { files[ticket] = bytes }
    }

    func source(of ticket: Ticket, size: UInt64) -> FileSource {
        let bytes = lock.withLock { files[ticket] }
        return FileSource(size: size) { (offset, count) throws(StorageError) in
            Array((bytes ?? []).dropFirst(Int(clamping: offset)).prefix(count))
        }
    }

    func remove(_ ticket: Ticket) { lock.withLock { files[ticket] = nil } }

    func tickets() -> [Ticket] { lock.withLock { Array(files.keys) } }
}
