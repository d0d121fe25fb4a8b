/// What is unread in all rooms together, for an app's badge.
public struct UnreadTotal: Hashable, Sendable {
    /// The unread messages, and those of them that mention the user.
    public var unread = Unread()
    /// How many of them the user is to be told of, by what they have chosen about each room
    /// (``ChatModel/ConversationItem/noticed``).
    public var noticed = 0

    package init(_ chat: Chat) {
        for item in chat.items() {
            unread.count += item.unread.count
            unread.mentions += item.unread.mentions
            unread.isExact = unread.isExact && item.unread.isExact
            noticed += item.noticed
        }
    }
}

extension ChatClient {
    /// What is unread in all rooms: those of the user's list (``rooms()``), and the others that the
    /// client is in. It gets the current value at once, and then each other value.
    ///
    /// Like ``rooms()``, the first call requests the list from the server.
    public func unread() throws(StorageError) -> StateUpdates<UnreadTotal> {
        try handle(.listRooms)
        return StateUpdates(states: try listen { $0.listenToUnread($1) })
    }
}
