import ChatModel
import ChatWire

/// A message to announce to a user who is not looking at its room.
public struct Announcement: Hashable, Sendable, Identifiable {
    /// Leads to the message.
    public var link: ChatLink
    /// The display name of the message's author.
    public var author: String
    /// The message's text. Of a file without a text it is the file's name.
    public var text: String

    /// The same for the same message, so that it is announced once.
    public var id: String { link.text }

    /// The message's room, which groups announcements.
    public var room: RoomName { link.room }

    /// The new messages in `after`: unread, from others, at most the newest of each room.
    ///
    /// A room that was not loaded before is not announced: its messages are not new. Nor is what the
    /// user does not want to be told of: rooms without notices, and people whom they block.
    public static func due(account: Account, before: ChatState, after: ChatState, shown: RoomName?) -> [Announcement] {
        after.conversations.values.compactMap { conversation -> Announcement? in
            let room = conversation.room
            guard room != shown, let old = before.conversations[room], old.timeline.isLoaded,
                let last = conversation.last,
                last.author.user != after.identity?.user, last.seq > (old.last?.seq ?? 0),
                last.seq > (conversation.readMark ?? 0), case .message(let message) = last.content,
                after.announces(message, of: last.author, in: room)
            else { return nil }
            return Announcement(
                link: ChatLink(server: account.server, room: room, seq: last.seq), author: last.author.name,
                text: message.text)
        }.sorted { $0.room.text < $1.room.text }
    }
}

extension ChatState {
    fileprivate func announces(_ message: Message, of author: Author, in room: RoomName) -> Bool {
        if blocked.contains(author.user) { return false }
        return switch choices[room]?.notice ?? .all {
        case .all: true
        case .mentions: identity.map { MentionRule.mentions($0.name, in: message.text) } ?? false
        case .none: false
        }
    }
}
