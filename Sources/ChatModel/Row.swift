import ChatWire

/// A line of a conversation.
public struct Row: Hashable, Sendable, Identifiable {
    /// The same for as long as it is the same thing: a pending message keeps it when it is sent, or fails.
    public var id: ID
    public var content: Content

    public init(id: ID, content: Content) {
        self.id = id
        self.content = content
    }

    public enum ID: Hashable, Sendable {
        case beginning
        /// Days since 1970-01-01, where the reader is.
        case day(Int64)
        case unread
        case event(UInt64)
        case ticket(Ticket)
        case notice(UInt64)
    }

    public enum Content: Hashable, Sendable {
        /// The log begins here.
        case beginning
        /// The first moment shown of a day: milliseconds since 1970-01-01 UTC.
        case day(Int64)
        /// What follows is new to the reader.
        case unread
        case message(Bubble)
        case notice(Presence.Notice)
    }

    /// A message as it is shown.
    public struct Bubble: Hashable, Sendable {
        /// `nil` before it is in the log.
        public var seq: UInt64?
        /// `nil` for what did not leave through this outbox.
        public var ticket: Ticket?
        public var author: Author
        public var isOwn: Bool
        /// Milliseconds since 1970-01-01 UTC.
        public var at: Int64
        public var body: Body
        public var isEdited: Bool
        public var reply: Excerpt?
        public var reactions: [Tally]
        public var state: State
        /// First and last of what one person said in one go: same author, no more than five minutes in between.
        public var isFirst: Bool
        public var isLast: Bool
        /// Whether someone else has read it.
        public var isRead: Bool
        /// Those for whom it is the newest message they have read.
        public var readers: [Author]

        public init(
            seq: UInt64?, ticket: Ticket?, author: Author, isOwn: Bool, at: Int64, body: Body, isEdited: Bool = false,
            reply: Excerpt? = nil, reactions: [Tally] = [], state: State = .sent, isFirst: Bool = true,
            isLast: Bool = true, isRead: Bool = false, readers: [Author] = []
        ) {
            self.seq = seq
            self.ticket = ticket
            self.author = author
            self.isOwn = isOwn
            self.at = at
            self.body = body
            self.isEdited = isEdited
            self.reply = reply
            self.reactions = reactions
            self.state = state
            self.isFirst = isFirst
            self.isLast = isLast
            self.isRead = isRead
            self.readers = readers
        }
    }

    public enum Body: Hashable, Sendable {
        /// `payload` is an app's own content; `text` then says the same for those who don't know it.
        case text(String, payload: Payload?)
        case deleted
    }

    /// What a reply answers.
    public struct Excerpt: Hashable, Sendable {
        public var seq: UInt64
        /// `nil` where it lies outside the window.
        public var author: Author?
        /// `nil` where it lies outside the window, or was deleted.
        public var text: String?

        public init(seq: UInt64, author: Author?, text: String?) {
            self.seq = seq
            self.author = author
            self.text = text
        }
    }

    /// How many people reacted with an emoji.
    public struct Tally: Hashable, Sendable {
        public var emoji: String
        public var count: Int
        /// Whether the reader is one of them.
        public var isOwn: Bool

        public init(emoji: String, count: Int, isOwn: Bool) {
            self.emoji = emoji
            self.count = count
            self.isOwn = isOwn
        }
    }

    public enum State: Hashable, Sendable {
        /// Not in the log yet.
        case waiting, sending
        /// In the log.
        case sent
        /// In the log, with an edit, a deletion or a reaction shown that is not there yet.
        case changing
        /// Not in the log, and won't be by itself; or in the log, and the change of this ticket failed.
        case failed(WireError, Ticket)
    }
}

/// How rows are made.
public struct RowOptions: Hashable, Sendable {
    /// What to add to UTC for the reader's days, in minutes: −1,440…1,440, others count as 0.
    public var utcOffset: Int
    /// What was read when the reader came: the first message of others after it gets the separator. It does not move
    /// while one reads, unlike ``Conversation/readMark``. `nil` for none.
    public var unreadAfter: UInt64?

    public init(utcOffset: Int = 0, unreadAfter: UInt64? = nil) {
        self.utcOffset = utcOffset
        self.unreadAfter = unreadAfter
    }
}
