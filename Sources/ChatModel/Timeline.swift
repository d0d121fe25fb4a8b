import ChatWire

/// A window on a room's log: the messages of a part without gaps, as they stand now.
///
/// Live events extend it at the end, history at either end. Live events behind a gap wait until the
/// gap is read. The window is *detached* while the user has scrolled up and it does not follow the
/// log's end.
public struct Timeline: Hashable, Sendable {
    /// The log's identity; `nil` before the first join.
    public internal(set) var epoch: Epoch?
    /// The newest known event.
    public internal(set) var head: Seq = 0
    /// Whether anything has been read, from the cache or the server.
    public internal(set) var isLoaded = false
    /// Whether it comes from the cache, and the server has not confirmed the log's identity yet.
    public internal(set) var isFromCache = false
    /// Whether the list is scrolled to the bottom.
    public internal(set) var isFollowing = true
    /// The newest known message, even if deleted.
    public internal(set) var last: Event?
    /// The newest event that was received of the group's invite links; 0 if none was.
    public internal(set) var newestLink: Seq = 0

    var window = EventWindow()
    /// Whether the window stands still and does not follow the log's end.
    public internal(set) var isDetached = false
    /// Whether the log starts with the window, although not with number 1.
    var isAtBeginning = false
    /// Live events behind a gap, not folded.
    var behindGap: [Seq: Event] = [:]
    /// Live changes to messages since the current page was requested. The page may not contain
    /// them.
    var late: [Event] = []
    /// Whether a page is under way.
    var isAsking = false
    /// The number of consecutive pages without a message.
    var emptyPages = 0
    /// All live events up to this one arrived. They are folded into a detached window, too.
    var heard: Seq = 0
    /// The first message of a detached window to read again, because changes were missed.
    var stale: Seq?
    var wish: Wish?
    /// The newest messages with a mention that the window has dropped at its start, at most
    /// ``ChatWire/Limits/mentionsKept``: they may be unread.
    var droppedMentions: [UnreadTail.Entry] = []
    /// The messages after a detached window.
    var unreadTail = UnreadTail(after: 0)
    var quotes = Quotes()
    var tickets: [Seq: Ticket] = [:]
    var kept = Kept()
    /// Whether the room is on the screen.
    var isOpen = false

    /// Creates an empty timeline.
    public init() {}

    /// A part of the log that the user wants to see and that is not loaded.
    enum Wish: Hashable { case older, newer, newest, around(Seq) }

    /// The messages, ascending, deleted ones included, with edits, deletions and reactions folded
    /// in. At most ``ChatWire/Limits/timelineWindow``.
    public var events: [Event] { window.events }
    /// ``events`` shows the part `first...end` of the log. It is empty if `end` < `first`.
    public var first: Seq { window.first }
    /// The changes of the room's settings, members and pins within the window, and the deletions of
    /// others' messages, ascending; the newest ``ChatWire/Limits/changesShown``.
    public var changes: [Event] { window.changes.events }
    /// The last event of the window.
    public var end: Seq { window.end }

    /// Whether the window begins at the start of the log.
    public var reachedStart: Bool { isLoaded && (window.first <= 1 || isAtBeginning) }
    /// Whether the window ends at the known end of the log.
    public var reachedEnd: Bool { isLoaded && !isDetached && window.end >= head }
    /// Whether a page that the user wants is still to come.
    public var isReading: Bool { wish != nil || !isLoaded }

    /// The messages of the window after `seq`.
    ///
    /// If ``first`` is greater than `seq` + 1, there may be messages in between. ChatCore's
    /// `LogReader` reads every message once.
    public func events(after seq: Seq) -> ArraySlice<Event> { window.events[window.firstIndex(from: seq + 1)...] }

    /// The message with this number, if the window holds it.
    public subscript(seq: Seq) -> Event? { window.index(of: seq).map { window.events[$0] } }

    /// Whether the window has the part of the log with this number, or the log begins behind it.
    func covers(_ seq: Seq) -> Bool { isLoaded && (contains(seq) || seq < first && reachedStart) }

    /// The ticket of a message that this process sent.
    func ticket(of seq: Seq) -> Ticket? { tickets[seq] }

    /// The position for `join`'s `since`.
    var position: Position? {
        guard isLoaded, let epoch else { return nil }
        return Position(epoch: epoch, seq: window.end)
    }

    /// The maximum of messages in the window.
    var limit: Int { isOpen ? Limits.timelineWindow : Limits.cachedEvents }
}
