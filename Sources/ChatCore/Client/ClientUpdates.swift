/// States of a client: first the current one, then each change.
///
/// It may be iterated once. It ends with the task that iterates it, or with the client. A slow
/// listener skips intermediate states, and gets the newest.
public protocol ClientUpdates: AsyncSequence, Sendable where Element: Sendable {}

/// A client's states of one kind, such as ``ChatClient/connectionStates()``.
public struct StateUpdates<Element: Sendable>: ClientUpdates {
    let states: AsyncStream<Element>

    public func makeAsyncIterator() -> AsyncStream<Element>.Iterator { states.makeAsyncIterator() }
}

/// The messages and changes of a client's outbox, in the order in which they are sent.
public struct OutboxUpdates: ClientUpdates {
    let states: AsyncStream<Outbox>

    public func makeAsyncIterator() -> Iterator { Iterator(states: states.makeAsyncIterator()) }

    /// Lists the items of a state when it is asked for them.
    public struct Iterator: AsyncIteratorProtocol {
        var states: AsyncStream<Outbox>.Iterator

        public mutating func next() async -> [Outbox.Item]? { await states.next()?.items }
    }
}
