/// A cache with a maximum count and size. The least recently used values are dropped first.
public struct BoundedCache<Key: Hashable & Sendable, Value> {
    private struct Entry {
        var value: Value
        var bytes: Int
        var used: UInt64
    }

    private let mostCount: Int
    private let mostBytes: Int
    private var entries: [Key: Entry] = [:]
    /// Counts uses.
    private var now: UInt64 = 0
    /// The sum of the sizes given to ``keep(_:for:bytes:)``.
    public private(set) var bytes = 0

    /// Creates an empty cache of at most `count` values and `bytes` bytes. Negative numbers count
    /// as 0.
    public init(count: Int, bytes: Int) {
        mostCount = max(count, 0)
        mostBytes = max(bytes, 0)
    }

    /// The number of values.
    public var count: Int { entries.count }

    /// Whether the value is there. This does not count as a use.
    public func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// The value; this counts as a use.
    public mutating func value(for key: Key) -> Value? {
        guard entries[key] != nil else { return nil }
        now &+= 1
        entries[key]?.used = now
        return entries[key]?.value
    }

    /// Stores a value. A value larger than the cache is not stored.
    public mutating func keep(_ value: Value, for key: Key, bytes: Int) {
        remove(key)
        let bytes = max(bytes, 0)
        guard bytes <= mostBytes, mostCount > 0 else { return }
        while entries.count >= mostCount || self.bytes > mostBytes - bytes { removeOldest() }
        now &+= 1
        entries[key] = Entry(value: value, bytes: bytes, used: now)
        self.bytes += bytes
    }

    /// Removes a value, if it is there.
    public mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        bytes -= entry.bytes
    }

    /// Removes all values.
    public mutating func removeAll() {
        entries = [:]
        bytes = 0
    }

    private mutating func removeOldest() {
        guard let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key else { return }
        remove(oldest)
    }
}
