import ChatWire

/// What of a timeline is in the journal.
struct Kept: Hashable {
    var epoch: Epoch?
    var end: Seq = 0
    /// Whether the window continues the cached part.
    var isWhole = false
    /// Cached messages that have changed since.
    private(set) var changed: Set<Seq> = []

    mutating func touched(_ seq: Seq) { if seq <= end { changed.insert(seq) } }

    mutating func keep(_ excerpt: Record.Excerpt) {
        epoch = excerpt.epoch
        end = excerpt.end
        isWhole = true
        changed.removeAll()
    }
}

extension Timeline {
    /// Restores a cached part.
    init(_ excerpt: Record.Excerpt) {
        self.init()
        epoch = excerpt.epoch
        head = excerpt.end
        heard = excerpt.end
        window = EventWindow(excerpt)
        isLoaded = true
        isFromCache = true
        last = window.events.last
        kept.keep(excerpt)
    }

    /// What to cache since the last time; `nil` if nothing is new.
    mutating func unkept() -> Record.Excerpt? {
        guard isLoaded, !isDetached, let epoch else { return nil }
        let continues =
            kept.isWhole && kept.epoch == epoch && kept.end >= window.first - 1 && kept.end <= window.end
            && self.events(after: kept.end).count < Limits.cachedEvents
        if continues && kept.end == window.end && kept.changed.isEmpty { return nil }
        let events: [Event]
        if continues {
            let changed = kept.changed.sorted().compactMap { self[$0] }
            events = changed + whole(after: kept.end)
        } else {
            let count = min(window.count, Limits.cachedEvents)
            let isAll = count == window.count
            events = whole(after: isAll ? window.first - 1 : window.events[window.count - count].seq - 1)
        }
        let isPart = window.count > Limits.cachedEvents
        let first = continues ? kept.end + 1 : isPart ? events.first?.seq ?? window.first : window.first
        let excerpt = Record.Excerpt(
            epoch: epoch, first: first, end: window.end, events: events,
            dropsBefore: continues ? window.first : first)
        kept.keep(excerpt)
        return excerpt
    }

    /// The messages and the changes of the room after `seq`, ascending.
    private func whole(after seq: Seq) -> [Event] {
        let changes = self.changes.filter { $0.seq > seq }
        let messages = events(after: seq)
        if changes.isEmpty { return Array(messages) }
        return (messages + changes).sorted { $0.seq < $1.seq }
    }
}

extension EventWindow {
    /// Reads an excerpt that may have been tampered with: invalid parts are left out.
    init(_ excerpt: Record.Excerpt) {
        self.init(after: excerpt.end)
        first = min(excerpt.first, end + 1)
        var previous: Seq = 0
        for event in excerpt.events
        where event.seq >= max(first, previous + 1) && event.seq <= end {
            previous = event.seq
            if event.content.isShown {
                events.append(event)
                folded.append(end)
            } else if event.content.isRoomChange || event.content.isDeletion {
                changes.append(event)
            }
        }
        if first == 0 { first = 1 }
    }
}
