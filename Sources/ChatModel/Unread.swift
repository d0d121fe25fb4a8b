import ChatWire

/// How many messages of others come after the read mark. Those of people whom the user blocks do
/// not count.
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

    /// The count in a badge: “3”, “99+”.
    public var badge: String { count > 99 || !isExact ? "\(min(count, 99))+" : "\(count)" }

    /// “57 new messages”, “99+ new messages”.
    public var sentence: String {
        localized(
            isExact ? count : Int(Limits.unreadCount), one: "1 new message", other: "\(badge) new messages")
    }
}

/// How many messages after a read mark mention the user, as the server has counted them.
struct ListedMentions: Hashable {
    var count: Int
    var readMark: Seq

    init(_ listed: ListedRoom) { (count, readMark) = (listed.unread.mentions, listed.readMark) }
}

extension Timeline {
    /// The messages after `mark` that others wrote and that are not deleted.
    ///
    /// - Parameter blocked: people whose messages do not count
    func unread(after mark: Seq, for user: UserID?, without blocked: Set<UserID> = []) -> Unread {
        var (count, mentions) = (0, 0)
        for event in window.events[window.firstIndex(from: mark + 1)...] {
            guard event.counts(for: user, without: blocked), case .message(let message) = event.content
            else { continue }
            count += 1
            if unreadTail.isMention(message) { mentions += 1 }
        }
        for entry in droppedMentions
        where entry.seq > mark && entry.seq < window.first && entry.user.counts(for: user, without: blocked) {
            mentions += 1
        }
        var isExact = isLoaded && (window.first <= mark + 1 || reachedStart)
        if isDetached {
            for entry in unreadTail.entries
            where entry.seq > max(mark, window.end) && entry.user.counts(for: user, without: blocked) {
                count += 1
                if entry.isMention { mentions += 1 }
            }
            isExact = isExact && unreadTail.start <= max(mark, window.end)
        } else {
            isExact = isExact && window.end >= head
        }
        return Unread(count: count, isExact: isExact || mark >= head, mentions: mentions)
    }

    /// The first message that ``unread(after:for:without:)`` counts, or the number after `mark` if
    /// that part of the log is not loaded; `nil` if none is counted.
    func firstUnread(after mark: Seq, for user: UserID?, without blocked: Set<UserID> = []) -> Seq? {
        let inWindow = window.events[window.firstIndex(from: mark + 1)...].first {
            $0.counts(for: user, without: blocked)
        }
        let end = max(mark, window.end)
        let behind =
            isDetached
            ? unreadTail.entries.first { $0.seq > end && $0.user.counts(for: user, without: blocked) } : nil
        // Where a part of the log after the mark is not loaded, an earlier message may be unread.
        let isStartLoaded = window.first <= mark + 1 || reachedStart
        if let inWindow { return isStartLoaded ? inWindow.seq : mark + 1 }
        guard let behind else { return nil }
        return (isStartLoaded || window.end <= mark) && unreadTail.start <= end ? behind.seq : mark + 1
    }
}

extension Event {
    /// Whether it can be unread for `user`: a message of somebody else, which is not deleted.
    func counts(for user: UserID?, without blocked: Set<UserID>) -> Bool {
        if case .message = content { author.user.counts(for: user, without: blocked) } else { false }
    }
}

extension UserID {
    /// Whether a message of this author can be unread for `user`.
    fileprivate func counts(for user: UserID?, without blocked: Set<UserID>) -> Bool {
        self != user && !blocked.contains(self)
    }
}
