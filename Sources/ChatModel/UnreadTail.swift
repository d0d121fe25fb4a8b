import ChatWire

/// The messages after a detached window: enough of them to count what is unread.
struct UnreadTail: Hashable {
    struct Entry: Hashable {
        var seq: UInt64
        var user: UserID
    }

    /// Ascending: the newest, at most ``ChatWire/Limits/timelineWindow``.
    private(set) var entries: [Entry] = []
    /// All messages after this event are in ``entries``.
    private(set) var start: UInt64

    init(after seq: UInt64) { start = seq }

    /// Some events up to this one were missed.
    mutating func lost(upTo seq: UInt64) { start = max(start, seq) }

    mutating func append(_ event: Event) {
        guard let entry = Entry(event), event.seq > entries.last?.seq ?? 0 else { return }
        entries.append(entry)
        bound()
    }

    /// Takes the messages that the window dropped at its end, which lies at `end`.
    mutating func prepend(_ dropped: [Event], after end: UInt64) {
        if let last = dropped.last, start <= last.seq { start = end }
        entries.insert(contentsOf: dropped.compactMap { Entry($0) }, at: 0)
        bound()
    }

    /// The window now reaches this event.
    mutating func drop(upTo seq: UInt64) { entries.removeAll { $0.seq <= seq } }

    private mutating func bound() {
        let surplus = entries.count - Limits.timelineWindow
        guard surplus > 0 else { return }
        start = max(start, entries[surplus - 1].seq)
        entries.removeFirst(surplus)
    }
}

extension UnreadTail.Entry {
    fileprivate init?(_ event: Event) {
        guard case .message = event.content else { return nil }
        self.init(seq: event.seq, user: event.author.user)
    }
}
