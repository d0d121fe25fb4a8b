/// Where a client keeps what must survive the process: one journal of records for one account.
///
/// A record is a short byte string that means nothing to the storage. ``MemoryStorage`` forgets
/// records with the process; ``FileStorage`` keeps them in a file.
public protocol Storage: Sendable {
    /// Opens the journal and returns its records, oldest first. It can be open only once at a time.
    func open() throws(StorageError) -> (journal: any Journal, records: [[UInt8]])

    /// The place for files that wait to be sent. The client asks once, after ``open()``. Without a
    /// spool, files are refused.
    func spool() -> any Spool

    /// Where the user's token is kept; `nil` for the journal. The client asks once, after
    /// ``open()``.
    var tokens: (any TokenVault)? { get }

    /// Deletes everything that it keeps, files and tokens included. It must not be open.
    func erase() throws(StorageError)
}

extension Storage {
    /// No spool: files are refused.
    public func spool() -> any Spool { NoSpool() }
}

/// An open journal. It may be used from one thread at a time. Each call blocks until the disk has
/// answered.
public protocol Journal: AnyObject {
    /// The journal's size in bytes, to decide when to compact.
    var size: Int { get }

    /// A sentence for the user if durable records could not be read at opening; otherwise `nil`.
    var damage: String? { get }

    /// Appends records. They are durable after ``sync()``. Before that, any prefix of them may
    /// survive.
    ///
    /// After an error the journal refuses everything except ``replace(with:)``.
    func append(_ records: [[UInt8]]) throws(StorageError)

    /// Returns when everything appended survives a power cut.
    func sync() throws(StorageError)

    /// Replaces all records, durably and atomically: after a crash there are either the old ones or
    /// the new ones.
    func replace(with records: [[UInt8]]) throws(StorageError)

    /// Closes the journal without flushing it, so that ``Storage/open()`` can open it again.
    func close()
}

/// Why something can't be stored. Records that were durable stay so.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk failed, or is full.
    case failed(String)
    /// The journal can't be opened. The text says what to do.
    case unusable(String)

    /// The text for the user.
    public var description: String {
        switch self {
        case .failed(let sentence), .unusable(let sentence): sentence
        }
    }
}
