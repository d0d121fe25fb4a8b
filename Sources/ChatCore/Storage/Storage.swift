/// Where a client keeps what must outlive it: one journal of records for one account.
///
/// A record is a few bytes that mean nothing to the storage. ``MemoryStorage`` forgets them with the process, ``FileStorage`` keeps
/// them in a file.
public protocol Storage: Sendable {
    /// Opens the journal and reads what it holds, oldest first. It is open once at a time.
    func open() throws(StorageError) -> (journal: any Journal, records: [[UInt8]])

    /// Where files wait until they are sent; asked for once, after ``open()``. Without one nothing with a file is accepted.
    func spool() -> any Spool
}

extension Storage {
    public func spool() -> any Spool { NoSpool() }
}

/// An open journal. Belongs to one thread at a time; every call blocks until the disk has answered.
public protocol Journal: AnyObject {
    /// Bytes it takes up; what tells when to compact.
    var size: Int { get }

    /// A sentence where something had been kept that can't be read any more, when the journal was opened.
    var damage: String? { get }

    /// Adds records at the end. They are durable after ``sync()``, and may or may not be before, a prefix of them included.
    ///
    /// After an error the journal refuses everything but ``replace(with:)``.
    func append(_ records: [[UInt8]]) throws(StorageError)

    /// Returns when all that was appended survives a power cut.
    func sync() throws(StorageError)

    /// Puts `records` in the place of everything, durably and at once: after a crash at any moment there are either the old ones
    /// or the new ones.
    func replace(with records: [[UInt8]]) throws(StorageError)

    func close()
}

/// Why something can't be kept. Nothing that was durable before is lost by it.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The medium failed or is full.
    case failed(String)
    /// The journal can't be opened; the sentence says what to do.
    case unusable(String)

    public var description: String {
        switch self {
        case .failed(let sentence), .unusable(let sentence): sentence
        }
    }
}
