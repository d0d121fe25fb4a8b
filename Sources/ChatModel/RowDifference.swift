import ChatWire

/// The steps from one list to another, for a view that shows it as rows. Apply removals from last
/// to first, then insertions from first to last, then updates.
public struct RowDifference: Hashable, Sendable {
    /// Offsets in the old list, ascending.
    public var removed: [Int]
    /// Offsets in the new list, ascending. A row that moved is removed and inserted.
    public var inserted: [Int]
    /// Offsets in the new list of rows that stay but look different, ascending.
    public var updated: [Int]

    /// Creates a difference.
    public init(removed: [Int] = [], inserted: [Int] = [], updated: [Int] = []) {
        self.removed = removed
        self.inserted = inserted
        self.updated = updated
    }

    /// Whether the lists are equal.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && updated.isEmpty }

    /// Compares two lists, such as of ``Row``s. Ids must be unique within a list.
    ///
    /// It takes linear time, or n · log n if rows moved.
    public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
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

    private mutating func compare<Element: Identifiable & Equatable>(
        _ old: [Element], _ oldRange: Range<Int>, _ new: [Element], _ newRange: Range<Int>
    ) {
        var places: [Element.ID: Int] = [:]
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

    /// The longest increasing subsequence: the rows that need not move.
    private static func longestAscent(_ values: [Int]) -> [Int] {
        // tops[n]: the index of the lowest value that ends an increasing subsequence of length n +
        // 1.
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
