import ChatWire

/// Which of the files that were fetched are kept: as many as there is room for; what was not looked at the longest goes first.
public struct ShelfRule: Hashable, Sendable {
    public var count: Int
    /// Of all together.
    public var bytes: UInt64

    public init(count: Int = Limits.filesKept, bytes: UInt64 = Limits.fileBytesKept) {
        self.count = count
        self.bytes = bytes
    }

    public struct Entry: Hashable, Sendable {
        public var name: String
        public var bytes: UInt64
        /// When it was looked at last: seconds of any clock, only compared.
        public var used: Double

        public init(name: String, bytes: UInt64, used: Double) {
            self.name = name
            self.bytes = bytes
            self.used = used
        }
    }

    /// What has to go. The one looked at last stays, however large it is: someone is looking at it.
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
