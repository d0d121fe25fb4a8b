import ChatWire

/// What turns one list of rows into another: first removals, from the last to the first; then insertions, from the
/// first to the last; then updates.
public struct RowDifference: Hashable, Sendable {
    /// Offsets in the old list, ascending.
    public var removed: [Int]
    /// Offsets in the new list, ascending. A row that moved is removed and inserted.
    public var inserted: [Int]
    /// Offsets in the new list of rows that stay and look different, ascending.
    public var updated: [Int]

    public init(removed: [Int] = [], inserted: [Int] = [], updated: [Int] = []) {
        self.removed = removed
        self.inserted = inserted
        self.updated = updated
    }

    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && updated.isEmpty }

    /// Rows are told apart by their ids, which must be unique within a list. Takes time in proportion to the rows, and to
    /// n · log n where some moved.
    public init(from old: [Row], to new: [Row]) {
        self.init()
        var start = 0
        while start < old.count, start < new.count, old[start].id == new[start].id {
            if old[start] != new[start] { updated.append(start) }
            start += 1
        }
        var oldEnd = old.count
        var newEnd = new.count
        var tail: [Int] = []
        while oldEnd > start, newEnd > start, old[oldEnd - 1].id == new[newEnd - 1].id {
            oldEnd -= 1
            newEnd -= 1
            if old[oldEnd] != new[newEnd] { tail.append(newEnd) }
        }
        compare(old, start..<oldEnd, new, start..<newEnd)
        updated += tail.reversed()
    }

    private mutating func compare(_ old: [Row], _ oldRange: Range<Int>, _ new: [Row], _ newRange: Range<Int>) {
        var places: [Row.ID: Int] = [:]
        for index in oldRange { places[old[index].id] = index }
        let known = newRange.compactMap { places[new[$0].id] }
        let staying = Set(RowDifference.longestAscent(known))
        removed = oldRange.filter { !staying.contains($0) }
        for index in newRange {
            guard let place = places[new[index].id], staying.contains(place) else {
                inserted.append(index)
                continue
            }
            if old[place] != new[index] { updated.append(index) }
        }
    }

    /// The longest subsequence that ascends: what need not move.
    private static func longestAscent(_ values: [Int]) -> [Int] {
        // tops[n]: the index of the lowest value in which an ascent of n + 1 can end.
        var tops: [Int] = []
        var previous = Array(repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            var low = 0
            var high = tops.count
            while low < high {
                let middle = (low + high) / 2
                if values[tops[middle]] < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tops[low - 1] }
            if low < tops.count { tops[low] = index } else { tops.append(index) }
        }
        var result: [Int] = []
        var index = tops.last ?? -1
        while index >= 0 {
            result.append(values[index])
            index = previous[index]
        }
        return result.reversed()
    }
}
