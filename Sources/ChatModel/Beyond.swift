import ChatWire

/// What is known of the messages after a detached window: enough to count what is unread.
struct Beyond: Hashable {
    struct Glimpse: Hashable {
        var seq: UInt64
        var user: UserID
    }

    /// Ascending; at most ``ChatWire/Limits/timelineWindow``, the newest.
    private(set) var glimpses: [Glimpse] = []
    /// All messages after this event are here.
    private(set) var start: UInt64

    init(after seq: UInt64) { start = seq }

    /// Something up to this event was missed.
    mutating func lost(upTo seq: UInt64) { start = max(start, seq) }

    mutating func append(_ event: Event) {
        guard let glimpse = Glimpse(event), event.seq > glimpses.last?.seq ?? 0 else { return }
        glimpses.append(glimpse)
        bound()
    }

    /// What the window gave up at its end, from after `end` on, comes before the rest.
    mutating func prepend(_ dropped: [Event], after end: UInt64) {
        if let last = dropped.last, start <= last.seq { start = end }
        glimpses.insert(contentsOf: dropped.compactMap { Glimpse($0) }, at: 0)
        bound()
    }

    /// The window has arrived at this event.
    mutating func drop(upTo seq: UInt64) { glimpses.removeAll { $0.seq <= seq } }

    private mutating func bound() {
        let surplus = glimpses.count - Limits.timelineWindow
        guard surplus > 0 else { return }
        start = max(start, glimpses[surplus - 1].seq)
        glimpses.removeFirst(surplus)
    }
}

extension Beyond.Glimpse {
    fileprivate init?(_ event: Event) {
        guard case .message = event.content else { return nil }
        self.init(seq: event.seq, user: event.author.user)
    }
}
