import ChatWire

/// A window on a room's log: the messages of a stretch of it without a gap, as they stand now.
///
/// Live events come at the end, history at either end, whatever is ahead of a gap waits until the gap was read. The window is
/// *detached* when its reader is further up and it no longer follows the log's end.
public struct Timeline: Hashable, Sendable {
    /// The log's identity; `nil` before it was joined for the first time.
    public internal(set) var epoch: Epoch?
    /// The newest event there is, as far as is known.
    public internal(set) var head: UInt64 = 0
    /// Whether anything was read yet, from the cache or from the server.
    public internal(set) var isLoaded = false
    /// Whether it is only what an earlier life kept: the server has not said yet whether that is still its log.
    public internal(set) var isFromCache = false
    /// Whether the reader is at the bottom.
    public internal(set) var isFollowing = true
    /// The newest message that is known, a deleted one included.
    public internal(set) var last: Event?

    var window = EventWindow()
    /// Whether the window stands still further up, and does not follow the log's end.
    public internal(set) var isDetached = false
    /// The log begins with the window, although not with number 1.
    var isAtBeginning = false
    /// Live events ahead of a gap, raw.
    var held: [UInt64: Event] = [:]
    /// Live events about messages, since the page under way was asked for: it may not know them yet.
    var late: [Event] = []
    /// Whether a page is under way.
    var isAsking = false
    /// Pages in a row that had no message in them.
    var emptyPages = 0
    /// All live events up to this one came. They are folded into a detached window, too.
    var heard: UInt64 = 0
    /// From where a detached window must be read anew, because something about it was missed.
    var stale: UInt64?
    var wish: Wish?
    var unreadTail = UnreadTail(after: 0)
    var tickets: [UInt64: Ticket] = [:]
    var kept = Kept()
    /// Whether someone looks at it.
    var isOpen = false

    public init() {}

    /// What the reader would see and does not.
    enum Wish: Hashable { case older, newer, newest, around(UInt64) }

    /// Messages, deleted ones included, with edits, deletions and reactions folded in; ascending. At most
    /// ``ChatWire/Limits/timelineWindow``.
    public var events: [Event] { window.events }
    /// The stretch of the log that ``events`` shows is `first...end`; empty where `end` < `first`.
    public var first: UInt64 { window.first }
    public var end: UInt64 { window.end }

    /// Whether there is nothing before the window, exactly.
    public var reachedStart: Bool { isLoaded && (window.first <= 1 || isAtBeginning) }
    /// Whether there is nothing after the window, as far as is known.
    public var reachedEnd: Bool { isLoaded && !isDetached && window.end >= head }
    /// Whether a page that was wished for is still to come.
    public var isReading: Bool { wish != nil || !isLoaded }

    /// The messages of the window after `seq`. Where ``first`` is greater than `seq` + 1 there may be others in between:
    /// `LogReader` of ChatCore reads each message once.
    public func events(after seq: UInt64) -> ArraySlice<Event> { window.events[window.firstIndex(from: seq &+ 1)...] }

    public subscript(seq: UInt64) -> Event? { window.index(of: seq).map { window.events[$0] } }

    /// The ticket under which this device said it, in this life.
    func ticket(of seq: UInt64) -> Ticket? { tickets[seq] }

    /// What is held, for `join`'s `since`.
    var position: Position? {
        guard isLoaded, let epoch else { return nil }
        return Position(epoch: epoch, seq: window.end)
    }

    /// Messages it may have.
    var limit: Int { isOpen ? Limits.timelineWindow : Limits.cachedEvents }
}
