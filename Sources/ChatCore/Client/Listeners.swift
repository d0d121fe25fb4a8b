/// The listeners of a client. A topic's value is computed once, however many listen.
///
/// A listener's buffer holds only the newest value: slow listeners skip intermediate values but get
/// the latest.
struct Listeners {
    private var signals = Audience<Void>()
    private var connection = Audience<ConnectionState>()
    private var conversations = Audience<[Conversation]>()
    private var outbox = Audience<Outbox>()
    private var list = Audience<[ListedRoom]>()
    private var unread = Audience<UnreadTotal>()
    /// The list and the total that the listeners have.
    private var listed: [ListedRoom] = []
    private var total: UnreadTotal?
    private var rooms: [RoomName: Audience<ConversationState>] = [:]
    /// The number of listeners to each room's timeline, and the rooms among them that do not exist
    /// yet.
    private var watchers: [RoomName: Int] = [:]
    private var awaited: Set<RoomName> = []

    mutating func listenToChanges(_: Chat) -> AsyncStream<Void> { signals.join(()) }

    mutating func listenToConnection(_ chat: Chat) -> AsyncStream<ConnectionState> {
        connection.join(ConnectionState(chat))
    }

    mutating func listenToConversations(_ chat: Chat) -> AsyncStream<[Conversation]> {
        conversations.join(chat.conversationsInOrder)
    }

    mutating func listenToOutbox(_ chat: Chat) -> AsyncStream<Outbox> { outbox.join(chat.outbox) }

    mutating func listenToRooms(_ chat: Chat) -> AsyncStream<[ListedRoom]> {
        listed = chat.roomsInOrder
        return list.join(listed)
    }

    mutating func listenToUnread(_ chat: Chat) -> AsyncStream<UnreadTotal> {
        let now = UnreadTotal(chat)
        total = now
        return unread.join(now)
    }

    mutating func listen(to room: RoomName, _ chat: Chat) -> AsyncStream<ConversationState> {
        rooms[room, default: Audience()].join(ConversationState(room, chat))
    }

    /// Like ``listen(to:_:)``. It calls `end` from any thread when the stream has ended.
    mutating func watch(
        _ room: RoomName, _ chat: Chat, end: @escaping @Sendable () -> Void
    ) -> AsyncStream<ConversationState> {
        watchers[room, default: 0] += 1
        if chat.conversations[room] == nil { awaited.insert(room) }
        return rooms[room, default: Audience()].join(ConversationState(room, chat), end: end)
    }

    /// Removes a listener of a timeline.
    ///
    /// - Returns: Whether it was the last one.
    mutating func unwatch(_ room: RoomName) -> Bool {
        let left = (watchers[room] ?? 1) - 1
        watchers[room] = left > 0 ? left : nil
        if left <= 0 { awaited.remove(room) }
        return left <= 0
    }

    /// New rooms that listeners were waiting for.
    mutating func opening(_ conversations: [RoomName: Conversation]) -> Set<RoomName> {
        let opening = awaited.filter { conversations[$0] != nil }
        awaited.subtract(opening)
        awaited.formUnion(watchers.keys.filter { conversations[$0] == nil })
        return opening
    }

    /// Sends the new values to the listeners that these changes concern.
    mutating func tell(_ changes: Set<Change>, _ chat: Chat) {
        signals.tell { () }
        for change in changes {
            switch change {
            case .connection: connection.tell { ConnectionState(chat) }
            case .outbox: outbox.tell { chat.outbox }
            case .conversations, .rooms: break
            case .conversation(let room):
                rooms[room]?.tell { ConversationState(room, chat) }
                if rooms[room]?.isEmpty == true { rooms[room] = nil }
            }
        }
        // The list of conversations shows each one's newest message.
        let isListed = changes.contains { if case .conversation = $0 { true } else { $0 == .conversations } }
        if isListed { conversations.tell { chat.conversationsInOrder } }
        if isListed || changes.contains(.rooms) {
            tellRooms(chat)
            tellUnread(chat)
        }
    }

    /// Sends the list only if it is another one: somebody's typing changes a room, and not the
    /// list.
    private mutating func tellRooms(_ chat: Chat) {
        if list.isEmpty { return }
        let now = chat.roomsInOrder
        if now == listed { return }
        listed = now
        list.tell { now }
    }

    /// Sends the total only if it is another one: most changes of rooms do not concern it.
    private mutating func tellUnread(_ chat: Chat) {
        if unread.isEmpty { return }
        let now = UnreadTotal(chat)
        if now == total { return }
        total = now
        unread.tell { now }
    }

    /// Ends all streams.
    mutating func dismiss() {
        signals.dismiss()
        connection.dismiss()
        conversations.dismiss()
        outbox.dismiss()
        list.dismiss()
        unread.dismiss()
        for room in rooms.keys { rooms[room]?.dismiss() }
    }
}

/// The listeners to one topic.
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
