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

    /// Rows are told apart by their ids, which must be unique within a list.
    public init(from old: [Row], to new: [Row]) { self.init() }
}
