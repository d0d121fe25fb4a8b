/// Where the bytes of files wait until they are on the server: each under the ticket of the message that it goes with.
///
/// May be used from any thread; every call blocks until the disk has answered.
public protocol Spool: Sendable {
    /// Copies the bytes; they are durable when this returns. What an earlier attempt left under the ticket is replaced.
    func keep(_ source: FileSource, under ticket: Ticket) throws(StorageError)

    /// The bytes that are kept under a ticket, of which there are `size`; whether they are there is found out by reading.
    func source(of ticket: Ticket, size: UInt64) -> FileSource

    /// Gives the bytes up; nothing where there are none.
    func remove(_ ticket: Ticket) throws(StorageError)

    /// Under which tickets there is something, finished or not.
    func tickets() throws(StorageError) -> [Ticket]
}

/// Of a storage that keeps no files.
struct NoSpool: Spool {
    private static let refusal = StorageError.failed("This storage keeps no files.")

    func keep(_ source: FileSource, under ticket: Ticket) throws(StorageError) { throw NoSpool.refusal }

    func source(of ticket: Ticket, size: UInt64) -> FileSource {
        FileSource(size: size) { (_, _) throws(StorageError) in throw NoSpool.refusal }
    }

    func remove(_ ticket: Ticket) {}

    func tickets() -> [Ticket] { [] }
}
