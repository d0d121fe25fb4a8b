import Foundation

/// Copies files into the spool, one after the other, on a thread that may block. Not the client's:
/// a large file would keep it from everything else for as long as it is copied.
actor SpoolWriter {
    private let executor = QueueExecutor("martlet.spool")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The file at `url`, which must stay as it is until it has been copied.
    func source(_ url: URL) throws(StorageError) -> FileSource { try FileSource(contentsOf: url) }

    /// Copies the bytes; they are durable when this returns.
    func keep(_ source: FileSource, under ticket: Ticket, in spool: any Spool) throws(StorageError) {
        try spool.keep(source, under: ticket)
    }

    /// Removes the copies of files that were not accepted, as far as the disk lets it. What is left
    /// is removed when the storage is opened the next time.
    func remove(_ tickets: [Ticket], from spool: any Spool) {
        for ticket in tickets { try? spool.remove(ticket) }
    }
}
