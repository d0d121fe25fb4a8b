/// What waits in line: the first in is the first out, each in constant time.
struct FIFO<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    /// The place of the first one. What is before it has gone.
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Puts elements before all others, in their order.
    mutating func prepend(_ first: [Element]) {
        guard !first.isEmpty else { return }
        elements.replaceSubrange(..<head, with: first)
        head = 0
    }

    mutating func popFirst() -> Element? {
        guard let first else { return nil }
        head += 1
        // What has gone takes at most as much memory as what waits.
        if head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }
}
