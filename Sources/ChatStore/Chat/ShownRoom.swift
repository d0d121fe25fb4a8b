import ChatModel
import ChatWire

/// The room on the screen: its rows, and where its reader is.
public struct ShownRoom: Hashable, Sendable {
    public let room: RoomName
    public internal(set) var rows: [Row] = []
    /// Whether the reader is at the bottom.
    public internal(set) var isFollowing = true
    /// What was read when the room was opened: there the line "New" stands, and stays, while one reads. `nil` until the room is known.
    public internal(set) var unreadAfter: UInt64?
    /// What to add to UTC for the reader's days, in minutes.
    public internal(set) var utcOffset = 0
    /// The message to scroll to; a new number is a new request.
    public internal(set) var scroll: Scroll?

    /// Counts the texts that were given back as drafts; the field is filled anew with each.
    public internal(set) var givenBack = 0

    public struct Scroll: Hashable, Sendable {
        public var number: Int
        /// `nil`: the newest.
        public var row: Row.ID?
    }

    init(_ room: RoomName) { self.room = room }

    /// The rows as they are now. A message that was wished for is scrolled to once it is among them.
    mutating func refresh(from chat: ChatState) {
        guard let conversation = chat.conversations[room] else {
            rows = []
            return
        }
        if unreadAfter == nil { unreadAfter = conversation.readMark }
        rows = conversation.timeline.rows(
            for: chat.identity?.author, pending: chat.outbox.items(in: room), presence: conversation.presence,
            receipts: conversation.receipts, options: RowOptions(utcOffset: utcOffset, unreadAfter: unreadAfter))
    }

    mutating func scroll(to row: Row.ID?) { scroll = Scroll(number: (scroll?.number ?? 0) + 1, row: row) }

    /// The row that shows message `seq`.
    func row(of seq: UInt64) -> Row.ID? {
        rows.first {
            if case .message(let bubble) = $0.content { bubble.seq == seq } else { false }
        }?.id
    }
}
