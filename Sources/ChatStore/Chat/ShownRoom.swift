import ChatModel
import ChatWire

/// The room on the screen: its rows, and where the user is in it.
public struct ShownRoom: Hashable, Sendable {
    /// The room's name. Another room is another value.
    public let room: RoomName
    /// The rows, top to bottom; empty until the client knows the room.
    public internal(set) var rows: [Row] = []
    /// Whether the list is scrolled to the bottom.
    public internal(set) var isFollowing = true { didSet { if isFollowing { hasGoneDown = false } } }
    /// The read mark when the room was opened. The "New" separator stays there while the user
    /// reads. `nil` until the room is loaded.
    public internal(set) var unreadAfter: Seq?
    /// The messages of others after the "New" separator. Empty until the client has the room's
    /// newest messages.
    public private(set) var new = Unread()
    /// The first message of ``new``.
    private(set) var firstNew: Seq?
    /// The first message that the user has not read.
    private var firstUnread: Seq?
    /// Whether ``NavigationAction/downWanted`` has led to the first unread message since the list
    /// was at the bottom.
    var hasGoneDown = false
    /// Whether the separator has been on the screen, or the user has answered.
    var hasSeenSeparator = false
    /// The newest message that the list has shown in full. In the background nobody has seen it.
    public internal(set) var visible: Seq?
    /// The offsets of the user's time zone.
    public internal(set) var utcOffsets: UTCOffsets = 0
    /// The row to scroll to. A new number is a new request.
    public internal(set) var scroll: Scroll?

    /// A request to scroll the list.
    public struct Scroll: Hashable, Sendable {
        /// Grows with each request, so that the same row can be requested again.
        public var number: Int
        /// `nil`: the newest row.
        public var row: Row.ID?
    }

    init(_ room: RoomName) { self.room = room }

    /// Whether the separator is above what the list shows, and the user has not seen it. A button
    /// leads there.
    public var offersFirstNew: Bool {
        guard let firstNew, let visible else { return false }
        return !hasSeenSeparator && firstNew <= visible
    }

    /// The first unread message, if it is after the newest one that was shown. `nil` after the user
    /// was led there: what is read on the way is no reason to stop again.
    var unreadBelow: Seq? {
        guard !hasGoneDown, let firstUnread, firstUnread > visible ?? 0 else { return nil }
        return firstUnread
    }

    /// Rebuilds the rows. The first loaded read mark is where the "New" separator stays.
    mutating func refresh(from chat: ChatState) {
        guard let conversation = chat.conversations[room] else {
            rows = []
            return
        }
        if unreadAfter == nil { unreadAfter = conversation.readMark }
        count(conversation)
        rows = conversation.timeline.rows(
            for: chat.author, pending: chat.outbox.items(in: room), presence: conversation.presence,
            receipts: conversation.receipts, blocked: chat.blocked, pins: conversation.info?.pins ?? [],
            options: RowOptions(utcOffsets: utcOffsets, unreadAfter: unreadAfter))
    }

    private mutating func count(_ conversation: Conversation) {
        let timeline = conversation.timeline
        let isKnown = conversation.membership == .joined && (timeline.isDetached || timeline.reachedEnd)
        let after = isKnown ? unreadAfter : nil
        new = after.map { conversation.unread(after: $0) } ?? Unread()
        firstNew = after.flatMap { conversation.firstUnread(after: $0) }
        firstUnread = isKnown ? conversation.firstUnread : nil
    }

    mutating func scroll(to row: Row.ID?) { scroll = Scroll(number: (scroll?.number ?? 0) + 1, row: row) }
}
