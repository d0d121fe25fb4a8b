import ChatWire

/// Which downloaded files stay in the cache: the most recently opened ones, within a count and a
/// size.
public struct ShelfRule: Hashable, Sendable {
    public var count: Int
    /// The maximum size of all files together.
    public var bytes: UInt64

    public init(count: Int = Limits.filesKept, bytes: UInt64 = Limits.fileBytesKept) {
        self.count = count
        self.bytes = bytes
    }

    public struct Entry: Hashable, Sendable {
        public var name: String
        public var bytes: UInt64
        /// When it was last opened: seconds of any clock, only compared.
        public var used: Double

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
