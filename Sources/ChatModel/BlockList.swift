/// Elements in the order in which they were appended, each at a place that it keeps until it is
/// removed.
///
/// A copy shares its elements with the original, in blocks. A change of either one then copies one
/// block, not all elements: a client copies its state before every input.
struct BlockList<Element> {
    /// Empty blocks have no slots.
    private(set) var blocks: [[Element?]] = []
    /// The place of the first slot of the first block.
    private var start = 0
    /// The place of the next element.
    private var end = 0
    /// The number of elements.
    private(set) var count = 0

    private static var slots: Int { 64 }

    /// The element at this place; `nil` if it was removed.
    subscript(place: Int) -> Element? {
        guard place >= start, place < end else { return nil }
        let block = (place - start) / Self.slots
        let slot = (place - start) % Self.slots
        return slot < blocks[block].count ? blocks[block][slot] : nil
    }

    /// Appends an element, and returns its place.
    mutating func append(_ element: Element) -> Int {
        if (end - start) % Self.slots == 0 { blocks.append([]) }
        // The last block may have been emptied: its slots come back.
        let slot = (end - start) % Self.slots
        while blocks[blocks.count - 1].count < slot { blocks[blocks.count - 1].append(nil) }
        blocks[blocks.count - 1].append(element)
        end += 1
        count += 1
        return end - 1
    }

    /// Replaces the element at this place, if there is one.
    mutating func replace(_ place: Int, by element: Element) {
        guard self[place] != nil else { return }
        blocks[(place - start) / Self.slots][(place - start) % Self.slots] = element
    }

    /// Removes the element at this place.
    mutating func remove(_ place: Int) {
        guard self[place] != nil else { return }
        let block = (place - start) / Self.slots
        blocks[block][(place - start) % Self.slots] = nil
        count -= 1
        guard blocks[block].allSatisfy({ $0 == nil }) else { return }
        blocks[block] = []
        trim()
    }

    /// Drops the empty blocks at the beginning, many at once.
    private mutating func trim() {
        if count == 0 {
            blocks = []
            start = end
            return
        }
        let empty = blocks.prefix { $0.isEmpty }.count
        guard empty > blocks.count / 2 else { return }
        blocks.removeFirst(empty)
        start += empty * Self.slots
    }

    /// The last element that fits; found from the end.
    func last(where fits: (Element) -> Bool) -> Element? {
        for block in blocks.reversed() {
            for case let element? in block.reversed() where fits(element) { return element }
        }
        return nil
    }

    /// Whether removed elements take far more space than the others: one that stays at the
    /// beginning keeps all blocks behind it.
    var isSparse: Bool { blocks.count > 64 && blocks.count > 4 * (count / Self.slots + 1) }
}

extension BlockList: Sequence {
    /// The elements in their order.
    struct Iterator: IteratorProtocol {
        fileprivate let blocks: [[Element?]]
        fileprivate var block = 0
        fileprivate var slot = 0

        mutating func next() -> Element? {
            while block < blocks.count {
                while slot < blocks[block].count {
                    slot += 1
                    if let element = blocks[block][slot - 1] { return element }
                }
                block += 1
                slot = 0
            }
            return nil
        }
    }

    func makeIterator() -> Iterator { Iterator(blocks: blocks) }

    var underestimatedCount: Int { count }
}

extension BlockList: Sendable where Element: Sendable {}
