import ChatWire

/// The messages after a detached window: enough of them to count what is unread.
struct UnreadTail: Hashable {
    struct Entry: Hashable {
        var seq: Seq
        var user: UserID
        var isMention: Bool
    }

    /// The reader's name, to find mentions.
    var readerName = ""

    /// Ascending: the newest, at most ``ChatWire/Limits/timelineWindow``.
    private(set) var entries: [Entry] = []
    /// All messages after this event are in ``entries``.
    private(set) var start: Seq

    init(after seq: Seq) { start = seq }

    /// Starts again, behind a new window.
    mutating func restart(after seq: Seq) {
        start = seq
        entries.removeAll()
    }

    /// The messages of them that mention the reader.
    func mentions(in events: [Event]) -> [Entry] { events.compactMap { entry($0) }.filter { $0.isMention } }

    func isMention(_ message: Message) -> Bool { MentionRule.mentions(readerName, in: message.text) }

    /// Some events up to this one were missed.
    mutating func lost(upTo seq: Seq) { start = max(start, seq) }

    mutating func append(_ event: Event) {
        guard let entry = entry(event), event.seq > entries.last?.seq ?? 0 else { return }
        entries.append(entry)
        bound()
    }

    /// Takes the messages that the window dropped at its end, which lies at `end`.
    mutating func prepend(_ dropped: [Event], after end: Seq) {
        if let last = dropped.last, start <= last.seq { start = end }
        entries.insert(contentsOf: dropped.compactMap { entry($0) }, at: 0)
        bound()
    }

    /// The window now reaches this event.
    mutating func drop(upTo seq: Seq) { entries.removeAll { $0.seq <= seq } }

    private mutating func bound() {
        let surplus = entries.count - Limits.timelineWindow
        guard surplus > 0 else { return }
        start = max(start, entries[surplus - 1].seq)
        entries.removeFirst(surplus)
    }

    private func entry(_ event: Event) -> Entry? {
        guard case .message(let message) = event.content else { return nil }
        return Entry(seq: event.seq, user: event.author.user, isMention: isMention(message))
    }
}
