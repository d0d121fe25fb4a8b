/// Those who listen to a client. What a topic says is made once, however many listen.
///
/// A listener's buffer holds the newest value only: who is slow misses what was in between, never what is.
struct Listeners {
    private var connection = Audience<ConnectionState>()
    private var conversations = Audience<[Conversation]>()
    private var outbox = Audience<[Outbox.Item]>()
    private var rooms: [RoomName: Audience<ConversationState>] = [:]
    /// How many look at a room's timeline, and which of those rooms are not there yet.
    private var watchers: [RoomName: Int] = [:]
    private var awaited: Set<RoomName> = []

    mutating func listenToConnection(_ chat: Chat) -> AsyncStream<ConnectionState> {
        connection.join(ConnectionState(chat))
    }

    mutating func listenToConversations(_ chat: Chat) -> AsyncStream<[Conversation]> {
        conversations.join(chat.conversationsInOrder)
    }

    mutating func listenToOutbox(_ chat: Chat) -> AsyncStream<[Outbox.Item]> { outbox.join(chat.outbox.items) }

    mutating func listen(to room: RoomName, _ chat: Chat) -> AsyncStream<ConversationState> {
        rooms[room, default: Audience()].join(ConversationState(room, chat))
    }

    /// As ``listen(to:_:)``; `end` is called when the stream has ended, from any thread.
    mutating func watch(
        _ room: RoomName, _ chat: Chat, end: @escaping @Sendable () -> Void
    ) -> AsyncStream<ConversationState> {
        watchers[room, default: 0] += 1
        if chat.conversations[room] == nil { awaited.insert(room) }
        return rooms[room, default: Audience()].join(ConversationState(room, chat), end: end)
    }

    /// - Returns: whether that was the last one.
    mutating func unwatch(_ room: RoomName) -> Bool {
        let left = (watchers[room] ?? 1) - 1
        watchers[room] = left > 0 ? left : nil
        if left <= 0 { awaited.remove(room) }
        return left <= 0
    }

    /// Rooms that someone looks at and that have just come to be.
    mutating func opening(_ conversations: [RoomName: Conversation]) -> Set<RoomName> {
        let opening = awaited.filter { conversations[$0] != nil }
        awaited.subtract(opening)
        awaited.formUnion(watchers.keys.filter { conversations[$0] == nil })
        return opening
    }

    /// Tells those whom these changes concern.
    mutating func tell(_ changes: Set<Change>, _ chat: Chat) {
        for change in changes {
            switch change {
            case .connection: connection.tell { ConnectionState(chat) }
            case .outbox: outbox.tell { chat.outbox.items }
            case .conversations: break
            case .conversation(let room):
                rooms[room]?.tell { ConversationState(room, chat) }
                if rooms[room]?.isEmpty == true { rooms[room] = nil }
            }
        }
        // A list of conversations shows what is newest in each.
        let isListed = changes.contains { if case .conversation = $0 { true } else { $0 == .conversations } }
        if isListed { conversations.tell { chat.conversationsInOrder } }
    }

    /// Ends all streams.
    mutating func dismiss() {
        connection.dismiss()
        conversations.dismiss()
        outbox.dismiss()
        for room in rooms.keys { rooms[room]?.dismiss() }
    }
}

/// Those who listen to one thing.
private struct Audience<Value: Sendable> {
    private var members: [AsyncStream<Value>.Continuation] = []

    var isEmpty: Bool { members.isEmpty }

    mutating func join(_ first: Value, end: (@Sendable () -> Void)? = nil) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        if let end { continuation.onTermination = { _ in end() } }
        continuation.yield(first)
        members.append(continuation)
        return stream
    }

    mutating func tell(_ value: () -> Value) {
        if members.isEmpty { return }
        let value = value()
        members.removeAll { member in
            if case .terminated = member.yield(value) { true } else { false }
        }
    }

    mutating func dismiss() {
        for member in members { member.finish() }
        members = []
    }
}
