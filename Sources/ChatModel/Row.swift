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
        /// A file, and what was said with it; `nil` where that is only the file's name.
        case file(File, text: String?, payload: Payload?)
        case deleted
        /// What the server has of it is damaged.
        case damaged

        /// What it says in words: of a file alone its name, `nil` of what was deleted or is damaged.
        public var words: String? {
            switch self {
            case .text(let text, _): text
            case .file(let file, let text, _): text ?? file.name
            case .deleted, .damaged: nil
            }
        }
    }

    /// A file that goes with a message.
    public struct File: Hashable, Sendable {
        public var id: FileID
        public var name: String
        /// The media type as the server recognised it; before that, as its owner claims it.
        public var type: String
        /// Bytes.
        public var size: UInt64
        /// Pixels, of an image that the server has.
        public var dimensions: Attachment.Dimensions?
        /// The ticket under which this device has the bytes, as long as it does; otherwise they are on the server only.
        public var local: Ticket?
        /// How many of its bytes have left, while it is being uploaded.
        public var uploaded: UInt64?

        public init(_ attachment: Attachment, local: Ticket? = nil) {
            self.init(
                id: attachment.id, name: attachment.name, type: attachment.type, size: attachment.size,
                dimensions: attachment.dimensions, local: local)
        }

        public init(
            id: FileID, name: String, type: String, size: UInt64, dimensions: Attachment.Dimensions? = nil,
            local: Ticket? = nil, uploaded: UInt64? = nil
        ) {
            self.id = id
            self.name = name
            self.type = type
            self.size = size
            self.dimensions = dimensions
            self.local = local
            self.uploaded = uploaded
        }

        /// How much of it has left, 0 to 1, while it is being uploaded.
        public var progress: Double? { uploaded.map { size == 0 ? 0 : min(Double($0) / Double(size), 1) } }
    }

    /// What a reply answers.
    public struct Excerpt: Hashable, Sendable {
        public var seq: UInt64
        /// `nil` where it lies outside the window.
        public var author: Author?
        /// `nil` where it lies outside the window, or was deleted.
        public var text: String?
        public var attachment: Attachment?

        public init(seq: UInt64, author: Author?, text: String?, attachment: Attachment? = nil) {
            self.seq = seq
            self.author = author
            self.text = text
            self.attachment = attachment
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
