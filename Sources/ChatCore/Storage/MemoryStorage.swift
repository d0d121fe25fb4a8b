/// A storage that forgets everything with the process: for tests, previews and clients without a
/// memory.
public struct MemoryStorage: Storage {
    /// Creates an empty storage.
    public init() {}

    /// Returns a journal that keeps nothing, and no records.
    public func open() -> (journal: any Journal, records: [[UInt8]]) { (NullJournal(), []) }

    /// Returns an empty spool, which keeps files in memory.
    public func spool() -> any Spool { MemorySpool() }

    /// Does nothing: there is nothing to delete.
    public func erase() {}

    private final class NullJournal: Journal {
        var size: Int { 0 }
        var damage: String? { nil }
        func append(_ records: [[UInt8]]) {}
        func sync() {}
        func replace(with records: [[UInt8]]) {}
        func close() {}
    }
}
