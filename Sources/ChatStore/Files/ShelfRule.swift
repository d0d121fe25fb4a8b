import ChatWire

/// Which downloaded files stay in the cache: the most recently opened ones, within a count and a
/// size.
public struct ShelfRule: Hashable, Sendable {
    /// The maximum number of files.
    public var count: Int
    /// The maximum size of all files together.
    public var bytes: UInt64

    /// Creates the value.
    public init(count: Int = Limits.filesKept, bytes: UInt64 = Limits.fileBytesKept) {
        self.count = count
        self.bytes = bytes
    }

    /// A file in the cache.
    public struct Entry: Hashable, Sendable {
        /// The name of the file's folder in the cache, which is the file's id.
        public var name: String
        /// The file's size in bytes.
        public var bytes: UInt64
        /// When it was last opened: seconds of any clock, only compared.
        public var used: Double

        /// Creates the value.
        public init(name: String, bytes: UInt64, used: Double) {
            self.name = name
            self.bytes = bytes
            self.used = used
        }
    }

    /// The entries to delete. The most recently opened one stays, however large: it is on the
    /// screen.
    public func surplus(of entries: [Entry]) -> [Entry] {
        var room = bytes
        var surplus: [Entry] = []
        for (index, entry) in entries.sorted(by: { $0.used > $1.used }).enumerated() {
            let fits = entry.bytes <= room && index < count
            if fits || index == 0 { room -= min(entry.bytes, room) } else { surplus.append(entry) }
        }
        return surplus
    }
}
