import ChatWire

/// The changes of a room's settings, members and pins within a window of its log, and deletions of
/// others' messages, which say by whom and why; the newest ``ChatWire/Limits/changesShown``.
struct RoomChanges: Hashable {
    /// Ascending.
    private(set) var events: [Event] = []

    /// Adds an event after all others.
    mutating func append(_ event: Event) {
        guard event.seq > events.last?.seq ?? 0 else { return }
        events.append(event)
        bound()
    }

    /// Adds ascending events before all others.
    mutating func prepend(_ earlier: [Event]) {
        let first = events.first?.seq ?? .end
        events.insert(contentsOf: earlier.filter { $0.seq < first }, at: 0)
        bound()
    }

    /// Drops the events outside of the window.
    mutating func trim(from first: Seq, to end: Seq) {
        if let oldest = events.first, let newest = events.last, oldest.seq >= first, newest.seq <= end { return }
        events.removeAll { $0.seq < first || $0.seq > end }
    }

    /// The event with this number, if it is kept.
    subscript(seq: Seq) -> Event? { events.last { $0.seq <= seq }.flatMap { $0.seq == seq ? $0 : nil } }

    private mutating func bound() {
        if events.count > Limits.changesShown { events.removeFirst(events.count - Limits.changesShown) }
    }
}
