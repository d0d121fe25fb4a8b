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
    public var id: String { "\(account.text) \(link.text)" }

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
                guard case .message(let message) = event.content, after.announces(message, of: event.author, in: room)
                else { continue }
                let (title, author) = (conversation.title, event.author.name)
                return Announcement(
                    account: account.id, link: ChatLink(server: account.server, room: room, seq: event.seq),
                    title: title,
                    author: author == title ? nil : author, text: message.text)
            }
            return nil
        }.sorted { $0.room.text < $1.room.text }
    }
}

extension Conversation {
    /// The events of others behind `seq`, newest first, up to the user's own last message.
    fileprivate func newest(after seq: Seq, for user: UserID?) -> [Event] {
        guard let last, last.seq > seq else { return [] }
        // While the user reads older messages, the loaded part of the log ends before the last one.
        let loaded = Array(timeline.events.reversed().prefix { $0.seq > seq })
        let all = loaded.first?.seq == last.seq ? loaded : [last] + loaded
        return Array(all.prefix { $0.author.user != user })
    }
}

extension ChatState {
    fileprivate func announces(_ message: Message, of author: Author, in room: RoomName) -> Bool {
        (choices[room] ?? Choice()).announces(message, of: author, to: identity?.name, blocked: blocked)
    }
}

extension Announcement {
    /// Where an announced message is: what the system gives back of an announcement.
    public struct Place: Hashable, Sendable {
        /// The account that got the message.
        public var account: AccountID
        /// Leads to the message.
        public var link: ChatLink

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
        guard let conversation = chat.conversations[link.room] else { return true }
        guard let seq = link.seq else { return false }
        if let mark = conversation.readMark, seq <= mark { return true }
        if case .deleted = conversation.timeline[seq]?.content { return true }
        return false
    }
}
