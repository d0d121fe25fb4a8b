import ChatWire

/// A stretch of a log without a gap, `first...end`: its messages, with everything about them folded in that is known.
struct EventWindow: Hashable {
    /// Messages, ascending. What is folded into them leaves no entry of its own.
    var events: [Event] = []
    /// For each message the number up to which later events are folded in: the head of the page it came with, or its own.
    var folded: [UInt64] = []
    var first: UInt64
    var end: UInt64

    /// Nothing, at the place after `seq`.
    init(after seq: UInt64 = 0) {
        first = min(seq, Limits.largestInteger) + 1
        end = min(seq, Limits.largestInteger)
    }

    var count: Int { events.count }

    func index(of seq: UInt64) -> Int? {
        let index = firstIndex(from: seq)
        return index < events.count && events[index].seq == seq ? index : nil
    }

    /// The index of the first message numbered `seq` or higher; `count` where there is none.
    func firstIndex(from seq: UInt64) -> Int {
        var low = 0
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events[middle].seq < seq { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Takes the event that follows ``end``, as it stood at `asOf`; others change nothing. Returns the earlier message it changed.
    @discardableResult
    mutating func append(_ event: Event, asOf: UInt64) -> UInt64? {
        guard event.seq == end + 1, end < Limits.largestInteger else { return nil }
        end = event.seq
        guard event.isShown else { return fold(event) }
        events.append(event)
        folded.append(max(asOf, event.seq))
        return nil
    }

    /// Takes the events that lead up to ``first``, as they stood at `asOf`: the last of them that do so without a gap.
    mutating func prepend(_ earlier: [Event], asOf: UInt64) {
        var shown: [Event] = []
        for event in earlier.reversed() where first > 1 && event.seq == first - 1 {
            first = event.seq
            if event.isShown { shown.append(event) }
        }
        events.insert(contentsOf: shown.reversed(), at: 0)
        folded.insert(contentsOf: repeatElement(asOf, count: shown.count), at: 0)
        // What they change among themselves is in them; what they change in what was there comes before it, and is too.
    }

    /// Takes a message anew, as it stood at `asOf`. One that is damaged meanwhile stays as it was read before.
    mutating func refresh(_ event: Event, asOf: UInt64) {
        guard event.isShown, event.content != .damaged, let index = index(of: event.seq) else { return }
        events[index] = event
        folded[index] = max(asOf, event.seq)
    }

    /// Folds a later event into the message it is about; returns that message's number where it changed.
    @discardableResult
    mutating func fold(_ later: Event) -> UInt64? {
        guard let target = later.subject, let index = index(of: target), folded[index] < later.seq else { return nil }
        folded[index] = later.seq
        if events[index].mayTake(later) { events[index].fold(later) }
        return target
    }

    /// Gives up the oldest messages where there are more than `limit`: some at once, so that it is cheap.
    mutating func trimStart(_ limit: Int) {
        guard count > limit else { return }
        let dropped = min(count - limit + limit / 10, count - 1)
        first = events[dropped - 1].seq + 1
        events.removeFirst(dropped)
        folded.removeFirst(dropped)
    }

    /// Gives up the newest messages beyond `limit`, and returns them.
    mutating func trimEnd(_ limit: Int) -> [Event] {
        guard count > limit else { return [] }
        let dropped = Array(events[limit...])
        if let last = dropped.first { end = last.seq - 1 }
        events.removeLast(dropped.count)
        folded.removeLast(dropped.count)
        return dropped
    }
}
