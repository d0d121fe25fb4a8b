/// Stores the bytes of files until they are uploaded, each under its message's ticket.
///
/// It may be used from any thread. Each call blocks until the disk has answered.
public protocol Spool: Sendable {
    /// Copies the bytes. They are durable when this returns. It replaces an earlier copy under this
    /// ticket.
    func keep(_ source: FileSource, under ticket: Ticket) throws(StorageError)

    /// The bytes stored under a ticket, `size` of them. A missing file shows only when it is read.
    func source(of ticket: Ticket, size: UInt64) -> FileSource

    /// Deletes the bytes; does nothing if there are none.
    func remove(_ ticket: Ticket) throws(StorageError)

    /// The tickets with stored bytes, complete or not.
    func tickets() throws(StorageError) -> [Ticket]
}

/// The spool of a storage that keeps no files.
struct NoSpool: Spool {
    private static let refusal = StorageError.failed("This storage keeps no files.")

    func keep(_ source: FileSource, under ticket: Ticket) throws(StorageError) { throw NoSpool.refusal }

    func source(of ticket: Ticket, size: UInt64) -> FileSource {
        FileSource(size: size) { (_, _) throws(StorageError) in throw NoSpool.refusal }
    }

    func remove(_ ticket: Ticket) {}

    func tickets() -> [Ticket] { [] }
}
