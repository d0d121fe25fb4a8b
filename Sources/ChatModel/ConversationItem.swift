import ChatWire

/// A room in the list of conversations.
public struct ConversationItem: Hashable, Sendable, Identifiable {
    /// The room that opens when the item is selected.
    public var room: RoomName
    /// What the room is called.
    public var title: String
    /// Who wrote ``words``, with a colon: “ann:”, “You:”, “Not sent yet:”, “Draft:”. `nil` for
    /// words of nobody, and in a direct room for those of the other person.
    public private(set) var lead: String?
    /// The newest message in one line, also one that waits to be sent. If somebody is typing, it
    /// says that instead.
    public private(set) var words: String
    /// ``lead`` and ``words``: “ann: see you”.
    public var preview: String {
        get { lead.map { "\($0) \(words)" } ?? words }
        set { (lead, words) = (nil, newValue) }
    }
    /// The time of that message: milliseconds since 1970-01-01 UTC. `nil` if the room has no
    /// message.
    public var at: Int64?
    /// The place of the room on the list follows from this time: ``at``, or in a room without a
    /// message the time of its newest change, or when the user has entered it. `nil` if none is
    /// known.
    public var changedAt: Int64?
    /// How many messages of others come after the read mark.
    public var unread: Unread
    /// Whether somebody is typing whom the user does not block.
    public var isTyping: Bool
    /// Whether ``preview`` is the user's unsent text.
    public var isDraft = false
    /// Why the room can't be joined.
    public var problem: String?
    /// Whether the user is invited, and has to accept or decline.
    public var isInvitation = false
    /// Whether the user has answered the invitation, and the server has not told the result.
    public var isAnswered = false
    /// Whether the user is a member of the group, so that leaving ends the membership.
    public var isMember = false
    /// What the user has chosen about the room.
    public var choice = Choice()
    /// The room's picture, or that of the other person of a direct room.
    public var avatar: Attachment?
    /// What the room is about; empty if nobody has said.
    public private(set) var topic = ""
    /// An app's own content of the room.
    public private(set) var payload: Payload?
    /// The number of the newest message; `nil` if it is not known.
    package var last: Seq?

    /// Whether the user can leave the room. A direct room stays on the list; it can be archived.
    public var canLeave: Bool { room.kind == .open || room.kind == .group }

    /// The room's name, which no other item has.
    public var id: String { room.text }

    /// - Parameter title: without it, the room's name is shown
    public init(
        room: RoomName, title: String? = nil, preview: String, at: Int64? = nil, unread: Unread = Unread(),
        isTyping: Bool = false,
        problem: String? = nil
    ) {
        self.room = room
        self.title = title ?? room.text
        words = preview
        self.at = at
        changedAt = at
        self.unread = unread
        self.isTyping = isTyping
        self.problem = problem
    }

    /// Creates the item of a conversation.
    ///
    /// - Parameters:
    ///   - reader: The user. Their own messages begin with “You”.
    ///   - draft: The unsent text in the composer. It is shown instead of the last message.
    ///   - choice: What the user has chosen about the room.
    ///   - blocked: The people whom the user blocks. Their words are not shown.
    public init(
        _ conversation: Conversation, reader: UserID?, draft: String? = nil, choice: Choice = Choice(),
        blocked: Set<UserID> = []
    ) {
        let typing = Sentences.typing(conversation.typing.names(without: blocked))
        self.init(
            room: conversation.room, title: conversation.title,
            preview: "", at: conversation.last?.at, unread: conversation.unread, isTyping: !typing.isEmpty)
        changedAt = conversation.changedAt
        show(conversation.last, reader: reader, blocked: blocked, in: conversation.timeline.events)
        self.choice = choice
        avatar = conversation.info?.settings.avatar
        topic = conversation.info?.settings.topic ?? ""
        payload = conversation.info?.settings.payload
        if let draft { show(draft: draft) }
        if isTyping { preview = typing }
        isMember = conversation.room.kind == .group && conversation.info?.standing.membership == .member
        if case .refused(let error) = conversation.membership {
            problem = error.text
            preview = error.text
        }
    }

    /// Creates the item of a room in the user's list that is not joined here.
    ///
    /// - Parameters:
    ///   - reader: The user. Their own messages begin with “You”.
    ///   - draft: The unsent text in the composer. It is shown instead of the last message.
    ///   - blocked: The people whom the user blocks. Their words are not shown.
    public init(_ listed: ListedRoom, reader: UserID?, draft: String? = nil, blocked: Set<UserID> = []) {
        self.init(
            room: listed.room, title: listed.title,
            preview: "", at: listed.last?.at, unread: listed.unread)
        // The server counts the messages of people whom the user blocks. In a direct room they are
        // all.
        if let partner = room.partner(of: reader), blocked.contains(partner) { unread = Unread() }
        show(listed.last, reader: reader, blocked: blocked)
        isInvitation = listed.isInvitation
        choice = listed.choice
        avatar = listed.info.settings.avatar
        topic = listed.info.settings.topic
        payload = listed.info.settings.payload
        isMember = listed.room.kind == .group && listed.info.standing.membership == .member
        if let draft { show(draft: draft) }
        if isInvitation { preview = localized("\(listed.inviter?.name ?? localized("Somebody")) invites you.") }
        if listed.info.standing.membership == .requested { preview = localized("You asked to join.") }
    }

    /// Creates the item of a room by what is known of it. An invitation is answered on the list, so
    /// it is shown there even if the room's log is on this device.
    public init(
        _ room: RoomName, _ conversation: Conversation?, _ listed: ListedRoom?, reader: UserID?,
        draft: String? = nil, choice: Choice = Choice(), blocked: Set<UserID> = []
    ) {
        if let conversation, listed?.isInvitation != true {
            self.init(conversation, reader: reader, draft: draft, choice: choice, blocked: blocked)
        } else if let listed {
            self.init(listed, reader: reader, draft: draft, blocked: blocked)
        } else {
            self.init(room: room, preview: " ")
        }
    }

    /// Shows the user's newest message that is not in the log yet. If the item shows a draft, that
    /// somebody is typing, or why the room can't be joined, only the time changes.
    ///
    /// - Parameter at: when the message was written, by the server's clock
    mutating func show(_ item: Outbox.Item, at: Int64) {
        guard case .message(let text, _, _, let uploaded) = item.mutation, !isInvitation else { return }
        self.at = at
        // Others may have written since: the room does not move down the list.
        changedAt = max(changedAt ?? at, at)
        if isDraft || isTyping || problem != nil { return }
        let file =
            uploaded
            ?? item.upload.map { upload in
                var file = Attachment(
                    id: upload.id, name: upload.name, type: upload.type, size: upload.size,
                    dimensions: upload.dimensions)
                file.voice = upload.voice
                return file
            }
        lead = localized(item.state == .waiting ? "Not sent yet:" : "You:")
        words = ConversationItem.words(for: Message(text: text, attachment: file))
    }

    private mutating func show(draft: String) {
        let words = MessageSummary.of(draft)
        if words.isEmpty { return }
        isDraft = true
        (lead, self.words) = (localized("Draft:"), words)
    }

    /// - Parameter events: the messages of the room, as far as they are loaded
    private mutating func show(
        _ newest: Event?, reader: UserID?, blocked: Set<UserID>, in events: [Event] = []
    ) {
        guard let newest else {
            words = localized("No messages yet")
            return
        }
        last = newest.seq
        let author = newest.author
        if blocked.contains(author.user) {
            words = Sentences.blocked
            return
        }
        if author.user == reader {
            lead = localized("You:")
        } else if room.partner(of: reader) == nil {
            lead = localized("\(author.name):")
        }
        switch newest.content {
        case .message(let message):
            words = ConversationItem.caption(of: newest, in: events) ?? ConversationItem.words(for: message)
        case .damaged: (lead, words) = (nil, localized("A damaged message"))
        // The last event that is shown (``ChatWire/Event/Content/isShown``) is one of three.
        default: words = localized("message deleted")
        }
    }

    /// The text of the album that ends with this photo; `nil` without one. Any of its photos can
    /// have it.
    private static func caption(of last: Event, in events: [Event]) -> String? {
        guard let album = last.content.attachment?.album else { return nil }
        for event in events.lazy.reversed().filter({ $0.seq <= last.seq }).prefix(Limits.albumPhotos) {
            guard case .message(let message) = event.content, event.author.user == last.author.user,
                let file = message.attachment, file.album == album
            else { return nil }
            if message.text != file.name { return MessageSummary.of(message.text) }
        }
        return nil
    }

    /// The message's text. A photo or a recording without text is called what it is, another file
    /// by its name.
    ///
    /// - Parameter limit: the most characters of a text
    package static func words(for message: Message, limit: Int = MessageSummary.usualLimit) -> String {
        guard let file = message.attachment, message.text == file.name else {
            return MessageSummary.of(message.text, limit: limit)
        }
        return switch file.kind {
        case .photo, .video, .audio, .voice: file.kind.noun
        case .document, .other: file.name
        }
    }

    /// The unread badge: “3”, “99+”; `nil` if all is read.
    public var badge: String? {
        if unread.count <= 0 { return choice.unread > 0 ? "•" : nil }
        return unread.badge
    }

    /// The badge of mentions: “@”, “@3”; `nil` if there are none.
    public var mentionBadge: String? {
        switch unread.mentions {
        case ...0: nil
        case 1: "@"
        case let count: count > 99 ? "@99+" : "@\(count)"
        }
    }

    /// Marks the room as unread from its newest message on; `nil` if there is none, or the room is
    /// unread already.
    public var unreadMark: ChoiceChange? {
        guard badge == nil, let last else { return nil }
        return ChoiceChange(room, unread: last)
    }

    /// How many unread messages the user is to be told of, by what they have chosen about the room.
    public var noticed: Int {
        if isInvitation || choice.isArchived { return 0 }
        return switch choice.notice {
        case .all: max(unread.count, 0)
        case .mentions: max(unread.mentions, 0)
        case .nothing: 0
        }
    }

    /// The label for screen readers.
    ///
    /// - Parameter time: The time of the newest message, in words; `nil` without one.
    public func label(time: String?) -> String {
        var parts: [String] = [title]
        if choice.isPinned { parts.append(localized("pinned")) }
        if choice.notice == .nothing { parts.append(localized("muted")) }
        if unread.count > 0 {
            let count = localized(unread.count, one: "1 unread message", other: "\(unread.count) unread messages")
            parts.append(unread.isExact ? count : localized("\(count) or more"))
        } else if badge != nil {
            parts.append(localized("marked as unread"))
        }
        if unread.mentions > 0 {
            parts.append(localized(unread.mentions, one: "1 mention", other: "\(unread.mentions) mentions"))
        }
        parts.append(preview)
        if let time { parts.append(time) }
        return parts.joined(separator: ", ")
    }
}

extension Typing {
    /// The names of the people who are typing, without the people whom the user blocks.
    public func names(without blocked: Set<UserID>) -> [String] {
        people.filter { !blocked.contains($0.user) }.map { $0.name }
    }
}

extension [ConversationItem] {
    /// The items whose title, name and preview have the words of `search`
    /// (``ChatWire/WordSearch``); all if it has no word.
    ///
    /// A search finds archived rooms, too; otherwise they are in a list of their own. Invitations
    /// come first, then pinned rooms. The rest is sorted by ``ConversationItem/changedAt``, the
    /// newest first; rooms without it come last, by name.
    ///
    /// - Parameter inArchive: Without a search, the archived rooms are wanted, and not the others.
    public func found(by search: String = "", inArchive: Bool = false) -> [ConversationItem] {
        let wanted = WordSearch(search)
        let found = filter { wanted.isEmpty ? $0.choice.isArchived == inArchive : wanted.matches($0.searched) }
        return found.sorted { one, other in
            if one.isInvitation != other.isInvitation { return one.isInvitation }
            if one.choice.isPinned != other.choice.isPinned { return one.choice.isPinned }
            return switch (one.changedAt, other.changedAt) {
            case (let one?, let other?) where one != other: one > other
            case (.some, nil): true
            case (nil, .some): false
            default: (one.title, one.room.text) < (other.title, other.room.text)
            }
        }
    }

    /// The title of the button that opens or closes the archive: “Archived (3)”. `nil`: there is no
    /// button, because no room is archived, or because a search finds all rooms.
    ///
    /// - Parameter inArchive: Whether the list shows the archived rooms.
    public func archiveTitle(of search: String, inArchive: Bool) -> String? {
        let count = count { $0.choice.isArchived }
        if count == 0 || !WordSearch(search).isEmpty { return nil }
        return inArchive ? localized("Back to your rooms") : localized("Archived (\(count))")
    }

    /// Why the list shows nothing: a sentence for the user.
    public func emptiness(of search: String) -> String {
        if isEmpty { return localized("You have not joined a room yet. Join one with +.") }
        return WordSearch(search).isEmpty
            ? localized("All your rooms are archived.") : localized("Nothing found.")
    }
}

extension ConversationItem {
    /// The texts that a search looks at. The names of groups and direct rooms are ids.
    fileprivate var searched: [String] { room.kind == .open ? [title, room.text, preview] : [title, preview] }
}
