import ChatCore
import ChatModel
import ChatWire

/// A message to announce to a user who is not looking at its room.
public struct Announcement: Hashable, Sendable, Identifiable {
    /// The account that got the message.
    public var account: AccountID
    /// Leads to the message.
    public var link: ChatLink
    /// The room's title; of a direct room, the other person's name.
    public var title: String
    /// The display name of the message's author; `nil` where it is the title.
    public var author: String?
    /// The message's text. Of a file without a text it is the file's name.
    public var text: String

    /// The same for the same message, so that it is announced once. ``Place`` reads it.
    public var id: String { place.id }

    /// Where the message is.
    public var place: Place { Place(account: account, link: link) }

    /// The message's room, which groups announcements.
    public var room: RoomName { link.room }

    /// The new messages in `after`: unread, from others, and of each room at most the newest that
    /// the user wants to be told of.
    ///
    /// A room that was not loaded before is not announced: its messages are not new. Nor is what
    /// the user does not want to be told of: rooms without notices, and people whom they block.
    public static func due(account: Account, before: ChatState, after: ChatState, shown: RoomName?) -> [Announcement] {
        after.conversations.values.compactMap { conversation -> Announcement? in
            let room = conversation.room
            guard room != shown, let old = before.conversations[room], old.timeline.isLoaded else { return nil }
            let known = max(old.last?.seq ?? 0, conversation.readMark ?? 0)
            // Several messages can come between two states.
            for event in conversation.newest(after: known, for: after.identity?.user) {
                let announcement = Announcement(
                    of: event, in: room, called: conversation.title, account: account.id, on: account.server,
                    choice: after.choices[room] ?? Choice(), name: after.identity?.name, blocked: after.blocked)
                if let announcement { return announcement }
            }
            return nil
        }.sorted { $0.room.text < $1.room.text }
    }
}

extension Conversation {
    /// The events of others after `seq`, newest first, up to the user's own last message.
    fileprivate func newest(after seq: Seq, for user: UserID?) -> [Event] {
        guard let last, last.seq > seq else { return [] }
        // While the user reads older messages, the loaded part of the log ends before the last one.
        let loaded = Array(timeline.events.reversed().prefix { $0.seq > seq })
        let all = loaded.first?.seq == last.seq ? loaded : [last] + loaded
        return Array(all.prefix { $0.author.user != user })
    }
}

extension Announcement {
    /// The announcement of an event; `nil` if it is no message, or one of which the user does not
    /// want to be told.
    ///
    /// - Parameters:
    ///   - title: The room's title.
    ///   - name: The user's own name, by which others mention them.
    init?(
        of event: Event, in room: RoomName, called title: String, account: AccountID, on server: ServerAddress,
        choice: Choice, name: String?, blocked: Set<UserID>
    ) {
        guard case .message(let message) = event.content,
            choice.announces(message, of: event.author, to: name, blocked: blocked)
        else { return nil }
        self.init(
            account: account, link: ChatLink(server: server, room: room, seq: event.seq), title: title,
            author: event.author.name == title ? nil : event.author.name, text: message.text)
    }
}

extension Announcement {
    /// Where an announced message is: what the system gives back of an announcement.
    public struct Place: Hashable, Sendable {
        /// The account that got the message.
        public var account: AccountID
        /// Leads to the message.
        public var link: ChatLink

        /// Creates the value.
        public init(account: AccountID, link: ChatLink) { (self.account, self.link) = (account, link) }

        /// As ``Announcement/id``.
        public var id: String { "\(account.text) \(link.text)" }

        /// Groups the notifications of a room.
        public var thread: String { "\(account.text) \(link.room.text)" }

        /// Reads an ``Announcement/id``.
        public init?(_ id: String) {
            let parts = id.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let account = AccountID(String(parts[0])), let link = ChatLink(String(parts[1]))
            else { return nil }
            self.account = account
            self.link = link
        }
    }
}

extension AppState {
    /// Whether an announcement is shown although the app is in the foreground: not of the room that
    /// the user looks at.
    public func isShown(_ announcement: Announcement.Place) -> Bool {
        guard settings.notifies else { return false }
        return announcement.account != accounts.currentID || announcement.link.room != seenRoom
    }

    /// Whether an announcement is over: its message was read or deleted, here or elsewhere, or its
    /// room or account is gone. Of an account without a connection nothing is known.
    public func isOver(_ announcement: Announcement.Place) -> Bool {
        let (id, link) = (announcement.account, announcement.link)
        guard accounts.all.contains(where: { $0.id == id }) else { return true }
        let chat = chat(of: id)
        guard chat.connection.phase == .connected else { return false }
        guard let conversation = chat.conversations[link.room] else {
            // Which rooms there are is known when the list is loaded. Not all of them are joined.
            return chat.hasRoomList && !chat.rooms.contains { $0.room == link.room && $0.unread.count > 0 }
        }
        guard let seq = link.seq else { return false }
        if let mark = conversation.readMark, seq <= mark { return true }
        if case .deleted = conversation.timeline[seq]?.content { return true }
        return false
    }
}
