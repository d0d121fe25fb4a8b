import ChatWire

/// How many messages of others come after the read mark.
public struct Unread: Hashable, Sendable {
    /// The number of known unread messages.
    public var count: Int
    /// Whether ``count`` is exact. `false`: part of the log after the mark is not loaded. Show
    /// "99+".
    public var isExact: Bool

    /// Creates a count.
    public init(count: Int = 0, isExact: Bool = true) {
        self.count = count
        self.isExact = isExact
    }
}

extension Timeline {
    /// The messages after `mark` that others wrote and that are not deleted.
    func unread(after mark: UInt64, for user: UserID?) -> Unread {
        var count = 0
        for event in window.events[window.firstIndex(from: mark &+ 1)...] {
            if case .message = event.content, event.author.user != user { count += 1 }
        }
        var isExact = isLoaded && (window.first <= mark &+ 1 || reachedStart)
        if isDetached {
            for entry in unreadTail.entries where entry.seq > max(mark, window.end) && entry.user != user {
                count += 1
            }
            isExact = isExact && unreadTail.start <= max(mark, window.end)
        } else {
            isExact = isExact && window.end >= head
        }
        return Unread(count: count, isExact: isExact || mark >= head)
    }
}
