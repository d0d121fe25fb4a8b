import ChatWire

/// The sequence numbers a page of history may hold: a rule of its own, so that every store cuts its
/// pages alike.
///
/// Numbers have no gap, so which events belong to a page follows from the anchor, the limit and the
/// head alone. A page is filled outwards from its anchor: downwards through ``older``, upwards
/// through ``newer``.
public struct HistoryWindow: Hashable, Sendable {
    /// Walked from its upper bound down; `nil` where nothing lies there.
    public let older: ClosedRange<UInt64>?
    /// Walked from its lower bound up; `nil` where nothing lies there.
    public let newer: ClosedRange<UInt64>?

    /// - Parameters:
    ///   - limit: clamped to 1…``Limits/pageEvents``.
    ///   - head: the number of the room's newest event; 0 for none.
    public init(_ anchor: HistoryAnchor, limit: Int, head: UInt64) {
        let limit = UInt64(min(max(limit, 1), Limits.pageEvents))
        switch anchor {
        case .newest:
            older = HistoryWindow.down(from: head, count: limit)
            newer = nil
        case .before(let number):
            older = HistoryWindow.down(from: number == 0 ? 0 : min(number - 1, head), count: limit)
            newer = nil
        case .after(let number):
            older = nil
            newer = HistoryWindow.up(after: number, count: limit, head: head)
        case .around(let number):
            let middle = min(number, head)
            let below = middle
            let above = head - middle
            // Half before, the middle included, and half after; what one side has not, the other
            // gives.
            let up = min(above, max(limit / 2, limit - min(below, limit)))
            older = HistoryWindow.down(from: middle, count: limit - up)
            newer = HistoryWindow.up(after: middle, count: up, head: head)
        }
    }

    private static func down(from top: UInt64, count: UInt64) -> ClosedRange<UInt64>? {
        guard top >= 1, count >= 1 else { return nil }
        return (top > count ? top - count + 1 : 1)...top
    }

    private static func up(after number: UInt64, count: UInt64, head: UInt64) -> ClosedRange<UInt64>? {
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
