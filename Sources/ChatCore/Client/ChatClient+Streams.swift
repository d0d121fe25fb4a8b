// Streams of state. Each begins with the current state, may be iterated once, and ends with the
// task that iterates it or with the client. Any number of listeners share one computed value. A
// slow listener gets only the newest.
extension ChatClient {
    /// The state of the connection.
    public func connectionStates() throws(StorageError) -> AsyncStream<ConnectionState> {
        try listen { $0.listenToConnection($1) }
    }

    /// All conversations, sorted by their last message, newest first.
    public func conversations() throws(StorageError) -> AsyncStream<[Conversation]> {
        try listen { $0.listenToConversations($1) }
    }

    /// The messages and changes that wait to be sent or failed.
    public func outbox() throws(StorageError) -> AsyncMapSequence<AsyncStream<Outbox>, [Outbox.Item]> {
        try listen { $0.listenToOutbox($1) }.map(\.items)
    }

    /// One conversation: members, typing, read marks, and its timeline as values.
    public func states(of room: RoomName) throws(StorageError) -> AsyncStream<ConversationState> {
        try listen { $0.listen(to: room, $1) }
    }

    /// A signal now and after every change of ``chat()``; several changes may share one.
    package func changes() throws(StorageError) -> AsyncStream<Void> { try listen { $0.listenToChanges($1) } }

    /// One conversation's rows: first all of them, then changes.
    ///
    /// While anybody listens, the room's window holds up to ``ChatWire/Limits/timelineWindow``
    /// messages. ``show(_:in:)`` moves it.
    public func timeline(
        of room: RoomName, options: RowOptions = RowOptions()
    ) throws(StorageError) -> TimelineUpdates {
        TimelineUpdates(states: try watch(room), options: options)
    }
}

extension ChatClient {
    /// Returns when nothing waits to be sent. For background tasks, before the app is suspended.
    public func drained() async throws {
        for await outbox in try listen({ $0.listenToOutbox($1) }) where outbox.isIdle { return }
        throw CancellationError()
    }
}
