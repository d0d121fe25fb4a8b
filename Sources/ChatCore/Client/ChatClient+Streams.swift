// Listening. Each sequence begins with how things are, may be iterated once, and ends with the task that iterates it or with the
// client. Any number may listen: what they hear is made once. Who is slow hears the newest only.
extension ChatClient {
    public func connectionStates() throws(StorageError) -> AsyncStream<ConnectionState> {
        try listen { $0.listenToConnection($1) }
    }

    /// All conversations, by the time of their last message, newest first.
    public func conversations() throws(StorageError) -> AsyncStream<[Conversation]> {
        try listen { $0.listenToConversations($1) }
    }

    /// What waits to be sent, and what failed.
    public func outbox() throws(StorageError) -> AsyncStream<[Outbox.Item]> {
        try listen { $0.listenToOutbox($1) }
    }

    /// One conversation: its members, who types, what was read, its timeline as values.
    public func states(of room: RoomName) throws(StorageError) -> AsyncStream<ConversationState> {
        try listen { $0.listen(to: room, $1) }
    }

    /// One conversation's rows: first all, then what changes. As long as anyone listens, the room's window may have up to
    /// ``ChatWire/Limits/timelineWindow`` messages; `show(_:in:)` moves it.
    public func timeline(
        of room: RoomName, options: RowOptions = RowOptions()
    ) throws(StorageError) -> TimelineUpdates {
        TimelineUpdates(states: try watch(room), options: options)
    }
}

extension ChatClient {
    /// Waits until nothing waits to be sent any more. What a background task does before the app is suspended.
    public func drained() async throws {
        for await items in try outbox() where !items.contains(where: \.isPending) { return }
        throw CancellationError()
    }
}

extension Outbox.Item {
    /// Whether it is still to be done, by itself.
    public var isPending: Bool {
        switch state {
        case .waiting, .uploading, .sending: true
        case .sent, .failed: false
        }
    }
}

extension Chat {
    /// By the time of their last message, newest first; those without one by name.
    public var conversationsInOrder: [Conversation] {
        conversations.values.sorted { one, other in
            (other.last?.at ?? .min, one.room.text) < (one.last?.at ?? .min, other.room.text)
        }
    }
}
