import ChatModel
import ChatWire

/// A message that someone who does not look should hear of.
public struct Announcement: Hashable, Sendable, Identifiable {
    public var link: ChatLink
    public var author: String
    public var text: String

    /// The same for the same message: it is announced once.
    public var id: String { link.text }

    public var room: RoomName { link.room }

    /// What is new in `after` and not in `before`, from other people and unread: at most one a room, the newest.
    ///
    /// A room that was not known before is not announced: what comes first is what lay there.
    public static func due(account: Account, before: ChatState, after: ChatState, shown: RoomName?) -> [Announcement] {
        after.conversations.values.compactMap { conversation -> Announcement? in
            let room = conversation.room
            guard room != shown, let old = before.conversations[room], old.timeline.isLoaded,
                let last = conversation.last,
                last.author.user != after.identity?.user, last.seq > (old.last?.seq ?? 0),
                last.seq > (conversation.readMark ?? 0), case .message(let message) = last.content
            else { return nil }
            return Announcement(
                link: ChatLink(server: account.server, room: room, seq: last.seq), author: last.author.name,
                text: message.text)
        }.sorted { $0.room.text < $1.room.text }
    }
}
