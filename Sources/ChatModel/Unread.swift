import ChatWire

/// How many messages of others come after the read mark.
public struct Unread: Hashable, Sendable {
    /// The number of known unread messages.
    public var count: Int
    /// Whether ``count`` is exact. `false`: part of the log after the mark is not loaded. Show
    /// "99+".
    public var isExact: Bool
    /// How many of them mention the user.
    public var mentions: Int

    /// Creates a count.
    public init(count: Int = 0, isExact: Bool = true, mentions: Int = 0) {
        self.count = count
        self.isExact = isExact
        self.mentions = mentions
    }
}

extension Timeline {
    /// The messages after `mark` that others wrote and that are not deleted.
    func unread(after mark: Seq, for user: UserID?) -> Unread {
        var (count, mentions) = (0, 0)
        for event in window.events[window.firstIndex(from: mark + 1)...] {
            guard case .message(let message) = event.content, event.author.user != user else { continue }
            count += 1
            if unreadTail.isMention(message) { mentions += 1 }
        }
        var isExact = isLoaded && (window.first <= mark + 1 || reachedStart)
        if isDetached {
            for entry in unreadTail.entries where entry.seq > max(mark, window.end) && entry.user != user {
                count += 1
                if entry.isMention { mentions += 1 }
            }
            isExact = isExact && unreadTail.start <= max(mark, window.end)
        } else {
            isExact = isExact && window.end >= head
        }
        return Unread(count: count, isExact: isExact || mark >= head, mentions: mentions)
    }
}
