/// A list, and the steps from the list before.
public struct ListUpdate<Item: Identifiable & Hashable & Sendable>: Hashable, Sendable {
    /// The list.
    public var list: [Item]
    /// The steps from the previous update's list; in the first update, from an empty one.
    public var difference: RowDifference
}

/// The lists of another stream, such as ``ChatClient/rooms()``, each with the steps from the one
/// before.
///
/// Differences are computed by the iterator, so a slow reader gets the difference from what it saw
/// last. After the first update, each has a difference.
public struct ListUpdates<Base: ClientUpdates, Item: Identifiable & Hashable & Sendable>: ClientUpdates
where Base.Element == [Item] {
    public typealias Element = ListUpdate<Item>

    let lists: Base

    public func makeAsyncIterator() -> Iterator { Iterator(lists: lists.makeAsyncIterator()) }

    /// Computes each update's difference from the list that it returned before.
    public struct Iterator: AsyncIteratorProtocol {
        var lists: Base.AsyncIterator
        var list: [Item]?

        public mutating func next() async throws -> ListUpdate<Item>? {
            while let new = try await lists.next() {
                let difference = RowDifference(from: list ?? [], to: new)
                if list != nil && difference.isEmpty { continue }
                list = new
                return ListUpdate(list: new, difference: difference)
            }
            return nil
        }
    }
}

extension ClientUpdates {
    /// The same lists, each with the steps from the one before, for a view that animates them:
    /// `client.rooms().differences()`.
    public func differences<Item: Identifiable & Hashable & Sendable>() -> ListUpdates<Self, Item>
    where Element == [Item] { ListUpdates(lists: self) }
}
