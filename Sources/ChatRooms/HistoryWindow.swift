import ChatWire

/// The sequence numbers a page of history may hold: a rule of its own, so that every store cuts its
/// pages alike.
///
/// Numbers have no gap, so which events belong to a page follows from the anchor, the limit and the
/// head alone. A page is filled outwards from its anchor: downwards through ``older``, upwards
/// through ``newer``.
public struct HistoryWindow: Hashable, Sendable {
    /// Walked from its upper bound down; `nil` where nothing lies there.
    public let older: ClosedRange<Seq>?
    /// Walked from its lower bound up; `nil` where nothing lies there.
    public let newer: ClosedRange<Seq>?

    /// - Parameters:
    ///   - limit: clamped to 1…``Limits/pageEvents``.
    ///   - head: the number of the room's newest event; 0 for none.
    ///   - time: reads when an event was accepted; `nil` where that can't be read. It is called
    ///     only for ``ChatWire/HistoryAnchor/at(_:)``, and about log₂(`head`) times where every
    ///     time can be read.
    public init<Failure>(
        _ anchor: HistoryAnchor, limit: Int, head: Seq, time: (Seq) throws(Failure) -> Int64?
    ) throws(Failure) {
        if case .at(let at) = anchor {
            let first = try HistoryWindow.firstEvent(at: at, head: head, time: time)
            self.init(first.map { .around($0) } ?? .newest, limit: limit, head: head)
        } else {
            self.init(anchor, limit: limit, head: head)
        }
    }

    /// The window of an anchor with a number. A time counts as the end of the log.
    private init(_ anchor: HistoryAnchor, limit: Int, head: Seq) {
        let limit = min(max(limit, 1), Limits.pageEvents)
        switch anchor {
        case .newest, .at:
            older = HistoryWindow.down(from: head, count: limit)
            newer = nil
        case .before(let number):
            older = HistoryWindow.down(from: min(number - 1, head), count: limit)
            newer = nil
        case .after(let number):
            older = nil
            newer = HistoryWindow.up(after: number, count: limit, head: head)
        case .around(let number):
            let middle = min(number, head)
            let below = Int(clamping: middle.number)
            let above = head - middle
            // Half before, the middle included, and half after; what one side has not, the other
            // gives.
            let up = min(above, max(limit / 2, limit - min(below, limit)))
            older = HistoryWindow.down(from: middle, count: limit - up)
            newer = HistoryWindow.up(after: middle, count: up, head: head)
        }
    }

    private static func down(from top: Seq, count: Int) -> ClosedRange<Seq>? {
        guard top >= 1, count >= 1 else { return nil }
        return (top - count + 1)...top
    }

    /// The first event at this time or later whose time can be read. The times of a room's events
    /// go back only behind those of a clock that was ahead (``NewEvent/lastTime(_:head:time:)``).
    /// These are later than the newest event, and count as unreadable.
    static func firstEvent<Failure>(
        at: Int64, head: Seq, time: (Seq) throws(Failure) -> Int64?
    ) throws(Failure) -> Seq? {
        guard head >= 1 else { return nil }
        let newest = try time(head) ?? .max
        func read(_ seq: Seq) throws(Failure) -> Int64? {
            guard let time = try time(seq), time <= newest else { return nil }
            return time
        }
        var found: Seq?
        // All before `low` are earlier. All from `end` on are not, or can't be read.
        var (low, end) = (1 as Seq, head + 1)
        while low < end {
            let middle = low + (end - low) / 2
            // Where a time can't be read, the next one counts.
            var seq = middle
            var seen = try read(seq)
            while seen == nil, seq + 1 < end, seq - middle < Limits.unreadableTimes {
                seq += 1
                seen = try read(seq)
            }
            if let seen, seen >= at {
                found = seq
                end = middle
            } else if seen == nil, seq + 1 == end {
                // There is nothing to find from here on.
                end = middle
            } else {
                low = seq + 1
            }
        }
        return found
    }

    private static func up(after number: Seq, count: Int, head: Seq) -> ClosedRange<Seq>? {
        guard number < head, count >= 1 else { return nil }
        return (number + 1)...(number + min(count, head - number))
    }
}

extension HistoryWindow {
    /// Puts a page together, oldest event first, from both sides as they were walked: nearest to
    /// the anchor first.
    ///
    /// The nearer events come first, one from each side in turn, until the next one would take the
    /// page past ``Limits/pageBytes``; the first is taken whatever its size.
    public static func page(older: [Event], newer: [Event]) -> [Event] {
        var bytes = 0
        var down = 0
        var up = 0
        var lower = older.startIndex
        var upper = newer.startIndex
        func fits(_ event: Event) -> Bool {
            bytes += event.pageBytes
            return bytes <= Limits.pageBytes || down + up == 0
        }
        while lower < older.endIndex || upper < newer.endIndex {
            if lower < older.endIndex {
                guard fits(older[lower]) else { break }
                lower += 1
                down += 1
            }
            if upper < newer.endIndex {
                guard fits(newer[upper]) else { break }
                upper += 1
                up += 1
            }
        }
        return older.prefix(down).reversed() + newer.prefix(up)
    }
}
