/// Those who listen to a client. What a topic says is made once, however many listen.
///
/// A listener's buffer holds the newest value only: who is slow misses what was in between, never what is.
struct Listeners {

    private var connection = Audience<ConnectionState>()
    private var conversations = Audience<[Conversation]>()
    private var outbox = Audience<[Outbox.Item]>()
    private var rooms: [RoomName: Audience<ConversationState>] = [:]

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

    mutating func join(_ first: Value) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
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
