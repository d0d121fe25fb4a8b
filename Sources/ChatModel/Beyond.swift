import ChatWire

/// What is known of the messages after a detached window: enough to count what is unread.
struct Beyond: Hashable {
    struct Glimpse: Hashable {
        var seq: UInt64
        var user: UserID
    }

    /// Ascending.
    private(set) var glimpses: [Glimpse] = []
    /// Whether all are here.
    var isComplete = true

    mutating func append(_ event: Event) {
        guard case .message = event.content, event.seq > glimpses.last?.seq ?? 0 else { return }
        if glimpses.count >= Limits.timelineWindow { isComplete = false } else { insert(event, at: glimpses.count) }
    }

    /// What the window gave up at its end comes before the rest.
    mutating func prepend(_ dropped: [Event]) {
        var index = 0
        for event in dropped {
            guard case .message = event.content else { continue }
            insert(event, at: index)
            index += 1
        }
        guard glimpses.count > 2 * Limits.timelineWindow else { return }
        glimpses.removeLast(glimpses.count - 2 * Limits.timelineWindow)
        isComplete = false
    }

    /// The window has arrived at this event.
    mutating func drop(upTo seq: UInt64) { glimpses.removeAll { $0.seq <= seq } }

    private mutating func insert(_ event: Event, at index: Int) {
        glimpses.insert(Glimpse(seq: event.seq, user: event.author.user), at: index)
    }
}
