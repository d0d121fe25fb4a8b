import ChatWire

/// What was kept: all records of a journal, folded.
public struct Restored: Hashable, Sendable {
    public internal(set) var device: DeviceID?
    public internal(set) var identity: Identity?
    public internal(set) var items: [Outbox.Item] = []
    /// The next number of the device.
    public internal(set) var next: UInt64 = 1
    public internal(set) var rooms: [RoomName] = []
    public internal(set) var marks: [RoomName: UInt64] = [:]
    public internal(set) var excerpts: [RoomName: Record.Excerpt] = [:]

    public init() {}

    public init(_ records: some Sequence<Record>) {
        for record in records { fold(record) }
    }

    /// Folds the next record of the journal. What does not fit (a ticket that is not known) changes nothing.
    public mutating func fold(_ record: Record) {}

    /// The fewest records that fold to the same: what a compacted journal has.
    public var records: [Record] { [] }
}
