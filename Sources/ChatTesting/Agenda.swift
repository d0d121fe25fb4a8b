/// A scheduler without threads, for simulations: the items that are still to happen, by the moment
/// at which they are due.
///
/// Items due at the same moment happen in the order in which they were added, so a run depends only
/// on its inputs.
public struct Agenda<Item: Sendable>: Sendable {
    private struct Entry: Sendable {
        var due: Int64
        var order: Int
        var item: Item

        func isBefore(_ other: Entry) -> Bool { (due, order) < (other.due, other.order) }
    }

    /// A binary heap: no entry is later than the two below it.
    private var heap: [Entry] = []
    private var added = 0

    /// Creates an empty agenda.
    public init() {}

    /// Whether no item is left.
    public var isEmpty: Bool { heap.isEmpty }
    /// The number of items that are still to happen.
    public var count: Int { heap.count }

    /// The moment of the next item, in milliseconds.
    public private(set) var next: Int64?

    /// Adds an item, behind those that are due at the same moment.
    ///
    /// - Parameter due: The moment at which it happens, in milliseconds.
    public mutating func add(_ item: Item, at due: Int64) {
        heap.append(Entry(due: due, order: added, item: item))
        added += 1
        next = min(next ?? due, due)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the item that is due first.
    public mutating func take() -> (due: Int64, item: Item)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        next = heap.first?.due
        return (first.due, first.item)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            let children = (2 * parent + 1)..<min(2 * parent + 3, max(heap.count, 2 * parent + 1))
            guard let child = children.min(by: { heap[$0].isBefore(heap[$1]) }), heap[child].isBefore(heap[parent])
            else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
