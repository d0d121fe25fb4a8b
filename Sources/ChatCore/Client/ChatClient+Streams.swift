// Streams of state (``ClientUpdates``). Any number of listeners share one computed value.
extension ChatClient {
    /// The state of the connection.
    public func connectionStates() throws(StorageError) -> StateUpdates<ConnectionState> {
        StateUpdates(states: try listen { $0.listenToConnection($1) })
    }

    /// All conversations, sorted by their last message, newest first.
    public func conversations() throws(StorageError) -> StateUpdates<[Conversation]> {
        StateUpdates(states: try listen { $0.listenToConversations($1) })
    }

    /// The messages and changes that wait to be sent or failed.
    public func outbox() throws(StorageError) -> OutboxUpdates {
        OutboxUpdates(states: try listen { $0.listenToOutbox($1) })
    }

    /// One conversation: members, typing, read marks, and its timeline as values.
    public func conversationUpdates(in room: RoomName) throws(StorageError) -> StateUpdates<ConversationState> {
        StateUpdates(states: try listen { $0.listen(to: room, $1) })
    }

    /// A signal now and after every change of ``chat()``; several changes may share one. For an app
    /// that keeps its own state, and reads what it shows from ``chat()``.
    public func changes() throws(StorageError) -> AsyncStream<Void> { try listen { $0.listenToChanges($1) } }

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
    /// Returns when the server has welcomed the client. While the client is stopped or offline, it
    /// waits.
    ///
    /// - Throws: Why the client has given up (``ConnectionState/hasGivenUp``), a
    ///   ``ChatWire/WireError``; `CancellationError` if the waiting task is cancelled or the client
    ///   is shut down; ``StorageError`` if the storage can't be opened.
    public func waitUntilConnected() async throws {
        for await _ in try changes() {
            let connection = try chat().connection
            if connection.phase == .connected { return }
            if let reason = connection.giveUpReason { throw reason }
        }
        throw CancellationError()
    }

    /// Returns when the server has let the user into a room. The conversation then has the room's
    /// settings and the user's read mark. While the client is stopped or offline, it waits.
    ///
    /// Join the room first, with ``join(_:)`` or ``openDirect(with:)``.
    ///
    /// - Throws: A ``ChatWire/WireError``: why the server refuses the user, 131 (`notJoined`) if
    ///   the client does not join the room, or why the client has given up; `CancellationError` if
    ///   the waiting task is cancelled or the client is shut down; ``StorageError`` if the storage
    ///   can't be opened.
    public func waitUntilJoined(_ room: RoomName) async throws {
        for await _ in try changes() {
            let chat = try chat()
            let conversation = try chat.awaited(room)
            if conversation.membership == .joined { return }
            if let reason = chat.connection.giveUpReason { throw reason }
        }
        throw CancellationError()
    }

    /// Returns when no message, change or report waits to be sent. For background tasks, before the
    /// app is suspended. While the client is stopped or offline, it waits.
    ///
    /// - Throws: A ``ChatWire/WireError`` if something waits and the client has given up
    ///   (``ConnectionState/hasGivenUp``); `CancellationError` if the waiting task is cancelled or
    ///   the client is shut down; ``StorageError`` if the storage can't be opened.
    public func drained() async throws {
        for await _ in try changes() {
            let chat = try chat()
            if chat.isIdle { return }
            if let reason = chat.connection.giveUpReason { throw reason }
        }
        throw CancellationError()
    }
}

extension Chat {
    /// A room that the client is in, or will be when there is a connection.
    ///
    /// - Throws: 131 (`notJoined`) if it does not join the room; why the server refuses the user.
    func awaited(_ room: RoomName) throws(WireError) -> Conversation {
        guard let conversation = conversations[room] else { throw .notJoined(room) }
        if case .refused(let error) = conversation.membership { throw error }
        // A room that was left stays as long as a message that failed there. One that was joined
        // again meanwhile is left first.
        guard isNeeded(room) else { throw .notJoined(room) }
        return conversation
    }
}
