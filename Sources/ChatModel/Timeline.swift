import ChatWire

/// A window on a room's log: the messages of a stretch of it without a gap, as they stand now.
public struct Timeline: Hashable, Sendable {
    /// The log's identity; `nil` before it was joined for the first time.
    public internal(set) var epoch: Epoch?
    /// The newest event there is, as far as is known.
    public internal(set) var head: UInt64 = 0
    /// Messages, deleted ones included, with edits, deletions and reactions folded in; ascending. At most
    /// ``ChatWire/Limits/timelineWindow``.
    public internal(set) var events: [Event] = []
    /// The stretch of the log that ``events`` shows, `first...end`; empty when `end` < `first`.
    public internal(set) var first: UInt64 = 1
    public internal(set) var end: UInt64 = 0
    /// Whether anything was read yet, from the cache or from the server.
    public internal(set) var isLoaded = false
    /// Whether the reader is at the bottom.
    public internal(set) var isFollowing = true

    public init() {}

    /// Whether there is nothing before the window, exactly.
    public var reachedStart: Bool { isLoaded && first <= 1 }
    /// Whether there is nothing after the window, as far as is known.
    public var reachedEnd: Bool { isLoaded && end >= head }

    /// The newest events of the window after `seq`, for whoever wants each once.
    public func events(after seq: UInt64) -> ArraySlice<Event> { events.drop { $0.seq <= seq } }

    public subscript(seq: UInt64) -> Event? { events.first { $0.seq == seq } }

    /// What a view draws, top to bottom. `pending` are the room's items of the outbox; `receipts` may be left empty.
    public func rows(
        for reader: Author?, pending: [Outbox.Item] = [], presence: Presence = Presence(),
        receipts: Receipts = Receipts(), options: RowOptions = RowOptions()
    ) -> [Row] { [] }
}
