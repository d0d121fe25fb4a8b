import ChatWire

/// A part of a log without gaps, `first...end`: its messages, with all known changes folded in.
struct EventWindow: Hashable {
    /// The messages, ascending. Events that are folded into a message have no entry.
    var events: [Event] = []
    /// For each message: the number up to which later events are folded in. It is the head of its
    /// page, or its own number.
    var folded: [Seq] = []
    /// The changes of the room in it, and the deletions of others' messages.
    var changes = RoomChanges()
    var first: Seq
    var end: Seq

    /// Creates an empty window after `seq`.
    init(after seq: Seq = 0) {
        first = min(seq, .largest) + 1
        end = min(seq, .largest)
    }

    var count: Int { events.count }

    func index(of seq: Seq) -> Int? {
        let index = firstIndex(from: seq)
        return index < events.count && events[index].seq == seq ? index : nil
    }

    /// The index of the first message numbered `seq` or higher; `count` if there is none.
    func firstIndex(from seq: Seq) -> Int {
        var low = 0
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events[middle].seq < seq { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Appends the event after ``end``, as it stood at `asOf`. Other events change nothing. Returns
    /// the earlier message it changed.
    @discardableResult
    mutating func append(_ event: Event, asOf: Seq) -> Seq? {
        guard event.seq == end + 1, end < .largest else { return nil }
        end = event.seq
        guard event.content.isShown else {
            if isKept(event) { changes.append(event) }
            return fold(event)
        }
        events.append(event)
        folded.append(max(asOf, event.seq))
        return nil
    }

    /// Prepends the events before ``first``, as they stood at `asOf`. Events before a gap are left
    /// out.
    mutating func prepend(_ earlier: [Event], asOf: Seq) {
        var shown: [Event] = []
        var changed: [Event] = []
        for event in earlier.reversed() where first > 1 && event.seq == first - 1 {
            first = event.seq
            if event.content.isShown { shown.append(event) }
            if isKept(event, earlier) { changed.append(event) }
        }
        changes.prepend(changed.reversed())
        events.insert(contentsOf: shown.reversed(), at: 0)
        folded.insert(contentsOf: repeatElement(asOf, count: shown.count), at: 0)
        // The page's messages already contain their changes to each other, and the window's
        // messages contain them too.
    }

    /// Whether the event is kept in ``changes``.
    ///
    /// - Parameter page: the page that is being added: a deleted message may be in it
    private func isKept(_ event: Event, _ page: [Event] = []) -> Bool {
        guard case .deletion(let of, let reason) = event.content else { return event.content.isRoomChange }
        if reason != nil { return true }
        let target = index(of: of).map { events[$0] } ?? page.first { $0.seq == of }
        return target.map { $0.author.user != event.author.user } ?? false
    }

    /// Replaces a message by its state at `asOf`. If it has been damaged since, the readable
    /// version stays.
    mutating func refresh(_ event: Event, asOf: Seq) {
        guard event.content.isShown, event.content != .damaged, let index = index(of: event.seq) else { return }
        events[index] = event
        folded[index] = max(asOf, event.seq)
    }

    /// Folds a later event into its message. Returns the message's number if it changed.
    @discardableResult
    mutating func fold(_ later: Event) -> Seq? {
        guard let target = later.content.target, let index = index(of: target), folded[index] < later.seq else {
            return nil
        }
        folded[index] = later.seq
        if events[index].mayTake(later) { events[index].fold(later) }
        return target
    }

    /// Drops the oldest messages if there are more than `limit`, and returns them. It drops many at
    /// once, so that it runs rarely.
    @discardableResult
    mutating func trimStart(_ limit: Int) -> [Event] {
        guard count > limit else { return [] }
        let dropped = Array(events[..<min(count - limit + limit / 10, count - 1)])
        if let last = dropped.last { first = last.seq + 1 }
        events.removeFirst(dropped.count)
        folded.removeFirst(dropped.count)
        changes.trim(from: first, to: end)
        return dropped
    }

    /// Drops the newest messages over `limit`, and returns them.
    mutating func trimEnd(_ limit: Int) -> [Event] {
        guard count > limit else { return [] }
        let dropped = Array(events[limit...])
        if let last = dropped.first { end = last.seq - 1 }
        events.removeLast(dropped.count)
        folded.removeLast(dropped.count)
        changes.trim(from: first, to: end)
        return dropped
    }
}
