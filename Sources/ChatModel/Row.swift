import ChatWire

/// A row of a conversation's list.
public struct Row: Hashable, Sendable, Identifiable {
    /// The row's identity. A pending message keeps it when it is sent or fails.
    public var id: ID
    /// What the row shows.
    public var content: Content

    /// Creates a row.
    public init(id: ID, content: Content) {
        self.id = id
        self.content = content
    }

    /// The identity of a row.
    public enum ID: Hashable, Sendable {
        /// The row at the start of the log. A room has at most one.
        case beginning
        /// Days since 1970-01-01 in the user's time zone.
        case day(Int64)
        /// The separator before the first unread message. A room has at most one.
        case unread
        /// An event of the log, by its sequence number. A row of changes has the number of its
        /// first one.
        case event(Seq)
        /// A message of this device's outbox. It keeps this identity in the log while the window
        /// has it.
        case ticket(Ticket)
        /// Joins and leaves, by ``Presence/Notice/number``.
        case notice(UInt64)
    }

    // Indirect: a list of rows is copied often, and a message has many parts.
    /// What a row shows.
    public indirect enum Content: Hashable, Sendable {
        /// The start of the log.
        case beginning
        /// The first shown time of a day: milliseconds since 1970-01-01 UTC.
        case day(Int64)
        /// The separator before the first unread message.
        case unread
        /// A message of the log, or one of the outbox that is not in the log yet.
        case message(Bubble)
        /// The photos of an album, as one row. Only ``Swift/Array/withAlbums`` makes such rows.
        case album(Album)
        /// Consecutive changes of the room's settings, members or pins.
        case changes(Changes)
        /// The people who joined and left between two messages.
        case notice(Presence.Notice)
    }

    /// A message as it is shown.
    public struct Bubble: Hashable, Sendable {
        /// Its number in the log; `nil` before it is there.
        public var seq: Seq?
        /// Its ticket; `nil` if it did not come from this outbox.
        public var ticket: Ticket?
        /// Who wrote it.
        public var author: Author
        /// Whether the user wrote it.
        public var isOwn: Bool
        /// When it was written: milliseconds since 1970-01-01 UTC.
        public var at: Int64
        /// The content.
        public var body: Body
        /// Whether its text was edited.
        public var isEdited: Bool
        /// The message that it replies to.
        public var reply: Excerpt?
        /// The reactions to it.
        public var reactions: [Tally]
        /// Whether it is in the log.
        public var state: State
        /// Whether it starts a group: messages of one author, no more than five minutes apart.
        public var isFirst: Bool
        /// Whether it ends a group.
        public var isLast: Bool
        /// Whether somebody else has read it.
        public var isRead: Bool
        /// The people for whom this is the user's newest message that they have read.
        public var readers: [Author]
        /// When the last of ``readers`` read it: milliseconds since 1970-01-01 UTC; `nil` if that
        /// is not known.
        public var readAt: Int64?
        /// Whether the user blocks the author: the content is folded away.
        public var isBlocked = false
        /// Whether somebody else mentions the user in it.
        public var isMention = false
        /// Whether the message is pinned.
        public var isPinned = false
        /// Who deleted the message and why, if that was not its author; `nil` if it is not deleted,
        /// or that is not known.
        public var deletion: Deletion?
        /// The photo's place in its album; `nil` if it is in none. The photos of an album are
        /// consecutive rows.
        public var tile: Tile?

        /// Creates a bubble.
        public init(
            seq: Seq?, ticket: Ticket?, author: Author, isOwn: Bool, at: Int64, body: Body, isEdited: Bool = false,
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

    /// The deletion of a message by a moderator.
    public struct Deletion: Hashable, Sendable {
        /// Who deleted it.
        public var author: Author
        /// Why, in the moderator's words.
        public var reason: String?

        /// Creates a deletion.
        public init(author: Author, reason: String?) {
            self.author = author
            self.reason = reason
        }
    }

    /// The content of a message.
    public enum Body: Hashable, Sendable {
        /// Text. `payload` is an app's own content; then `text` is its fallback.
        case text(String, payload: Payload?)
        /// A file and its text. The text is `nil` if it is only the file's name.
        case file(File, text: String?, payload: Payload?)
        /// The message was deleted. ``Bubble/deletion`` names a moderator who did it.
        case deleted
        /// The server's copy of the message is damaged.
        case damaged

        /// The content as text: the name for a file without text, `nil` for a deleted or damaged
        /// message.
        public var words: String? {
            switch self {
            case .text(let text, _): text
            case .file(let file, let text, _): text ?? file.name
            case .deleted, .damaged: nil
            }
        }

        /// The text that the author wrote. A file's name does not count.
        public var said: String? {
            switch self {
            case .text(let text, _): text
            case .file(_, let text, _): text
            case .deleted, .damaged: nil
            }
        }

        /// The file; `nil` if there is none.
        public var file: File? { if case .file(let file, _, _) = self { file } else { nil } }

        /// An app's own content; `nil` if there is none.
        public var payload: Payload? {
            switch self {
            case .text(_, let payload), .file(_, _, let payload): payload
            case .deleted, .damaged: nil
            }
        }

        /// The location; `nil` if there is none, or the message has a file.
        public var location: Location? {
            if case .text(_, let payload) = self { payload.flatMap { Location($0) } } else { nil }
        }
    }

    /// The file of a message.
    public struct File: Hashable, Sendable {
        /// The file's id.
        public var id: FileID
        /// The file's name.
        public var name: String
        /// The media type: as the server recognised it, or before the upload as the sender declared
        /// it.
        public var type: String
        /// The size in bytes.
        public var size: UInt64
        /// The size of an uploaded image, in pixels.
        public var dimensions: Attachment.Dimensions?
        /// The ticket under which this device has the bytes. `nil`: only the server has them.
        public var local: Ticket?
        /// The number of bytes sent so far, during the upload.
        public var uploaded: UInt64?
        /// The number of the photo's album (``ChatWire/Attachment/album``). ``Bubble/tile`` tells
        /// whether the photo is shown in one.
        public var album: UInt64?
        /// What makes a recording a voice message.
        public var voice: Attachment.Voice?
        /// The small image of a photo or a video.
        public var thumbnail: Attachment.Thumbnail?
        /// The small image that goes with the file, while this device has the bytes of both.
        public var localThumbnail: Upload.Thumbnail?

        /// Creates the file of a message in the log.
        public init(_ attachment: Attachment, local: Ticket? = nil) {
            self.init(
                id: attachment.id, name: attachment.name, type: attachment.type, size: attachment.size,
                dimensions: attachment.dimensions, local: local)
            album = attachment.album
            voice = attachment.voice
            thumbnail = attachment.thumbnail
        }

        /// Creates a file.
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

        /// The uploaded part, 0 to 1, during the upload.
        public var progress: Double? { uploaded.map { size == 0 ? 0 : min(Double($0) / Double(size), 1) } }
    }

    /// The message that a reply answers.
    public struct Excerpt: Hashable, Sendable {
        /// Its number in the log.
        public var seq: Seq
        /// Its author; `nil` if the message is not known: it is before the window and was not read
        /// yet, or the user may not read it.
        public var author: Author?
        /// Its text; `nil` if the message is not known, is deleted, or of a person whom the user
        /// blocks.
        public var text: String?
        /// Its file, where there is a text.
        public var attachment: Attachment?
        /// Whether the message is deleted.
        public var isDeleted = false

        /// Creates an excerpt.
        public init(seq: Seq, author: Author?, text: String?, attachment: Attachment? = nil) {
            self.seq = seq
            self.author = author
            self.text = text
            self.attachment = attachment
        }
    }

    /// One emoji, and how many people reacted with it.
    public struct Tally: Hashable, Sendable {
        /// The emoji.
        public var emoji: String
        /// The number of people.
        public var count: Int
        /// Whether the user is one of them.
        public var isOwn: Bool
        /// The first of the others, at most ``ChatWire/Limits/reactorsShown``: their reactions may
        /// be removed.
        public var others: [UserID]

        /// Creates a tally.
        public init(emoji: String, count: Int, isOwn: Bool, others: [UserID] = []) {
            self.emoji = emoji
            self.count = count
            self.isOwn = isOwn
            self.others = others
        }
    }

    /// Whether a message is in the log.
    public enum State: Hashable, Sendable {
        /// Not in the log yet.
        case waiting, sending
        /// In the log.
        case sent
        /// In the log. It shows an edit, a deletion or a reaction that is not in the log yet.
        case changing
        /// Failed: the message is not in the log, or the change with this ticket is not.
        case failed(WireError, Ticket)
        /// Not in the log: the server has it, and a moderator looks at it before others see it
        /// (``ChatWire/WireError/Code/held``). When it is published, it comes as another message.
        case held(Ticket)
    }
}

/// How rows are built.
public struct RowOptions: Hashable, Sendable {
    /// The offsets of the time zone in which days begin.
    public var utcOffsets: UTCOffsets
    /// The read mark at the time the user opened the room; the "New" separator comes after it.
    /// Unlike ``Conversation/readMark``, it does not move while the user reads. `nil`: no
    /// separator.
    public var unreadAfter: Seq?

    /// Creates options.
    public init(utcOffsets: UTCOffsets, unreadAfter: Seq? = nil) {
        self.utcOffsets = utcOffsets
        self.unreadAfter = unreadAfter
    }
}

extension Row.Bubble {
    /// The content as text: the name for a file without text, `nil` for a deleted or damaged
    /// message.
    public var text: String? { body.words }

    /// The message's file; `nil` if it has none.
    public var file: Row.File? { body.file }

    /// What removes reactions of others: for each emoji the first that somebody else gave. The next
    /// one follows when it is gone. Its author and moderators may.
    public var removals: [Mutation] {
        guard let seq else { return [] }
        return reactions.compactMap { tally in
            tally.others.first.map { .unreact(of: seq, emoji: tally.emoji, user: $0) }
        }
    }

    /// Whether the message is of a kind that the user may edit: their own, in the log and there.
    /// The text of a location is made from it, and would not change with an edit.
    public var isEditable: Bool { isOwn && seq != nil && body.words != nil && body.location == nil }

    /// Whether the page of a link may be shown below the message: not for a person whom the user
    /// blocks, nor for a location.
    public var mayShowCard: Bool { !isBlocked && body.location == nil }

    /// The link whose page is shown below the message, if it may be.
    public var previewedLink: String? {
        guard mayShowCard else { return nil }
        return body.said.flatMap { Markup($0).previewedLink }
    }
}
