/// A storage that forgets everything with the process: for tests, previews and clients without a
/// memory.
public struct MemoryStorage: Storage {
    /// Creates an empty storage.
    public init() {}

    public func open() -> (journal: any Journal, records: [[UInt8]]) { (Forgetful(), []) }

    public func spool() -> any Spool { MemorySpool() }

    public func erase() {}

    private final class Forgetful: Journal {
        var size: Int { 0 }
        var damage: String? { nil }
        func append(_ records: [[UInt8]]) {}
        func sync() {}
        func replace(with records: [[UInt8]]) {}
        func close() {}
    }
}
