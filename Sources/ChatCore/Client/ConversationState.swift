/// A conversation and what is on its way to it, at one moment.
public struct ConversationState: Hashable, Sendable {
    public var conversation: Conversation
    /// What this device wants done there and the server has not answered for good.
    public var pending: [Outbox.Item]
    public var identity: Identity?

    /// Whether there is nothing older than what the timeline holds, exactly.
    public var reachedStart: Bool { conversation.timeline.reachedStart }
    /// Whether there is nothing newer, as far as is known.
    public var reachedEnd: Bool { conversation.timeline.reachedEnd }

    init(_ room: RoomName, _ chat: Chat) {
        conversation = chat.conversations[room] ?? Conversation(room: room)
        pending = chat.outbox.items(in: room)
        identity = chat.identity
    }

    /// What a view draws, top to bottom.
    public func rows(_ options: RowOptions = RowOptions()) -> [Row] {
        conversation.timeline.rows(
            for: identity?.author, pending: pending, presence: conversation.presence, receipts: conversation.receipts,
            options: options)
    }
}

/// A conversation's rows, and what changed since the update before.
public struct TimelineUpdate: Hashable, Sendable {
    public var state: ConversationState
    public var rows: [Row]
    /// From the rows of the update before, or from none, to these.
    public var difference: RowDifference

    public var reachedStart: Bool { state.reachedStart }
    public var reachedEnd: Bool { state.reachedEnd }
}

/// One conversation's timeline: first as it is, then what changes. It ends with the task that iterates it, or with the client.
///
/// May be iterated once. Differences are made where they are iterated, so that a slow reader gets one from what it has seen.
public struct TimelineUpdates: AsyncSequence, Sendable {
    public typealias Element = TimelineUpdate

    let states: AsyncStream<ConversationState>
    let options: RowOptions

    public func makeAsyncIterator() -> Iterator { Iterator(states: states.makeAsyncIterator(), options: options) }

    public struct Iterator: AsyncIteratorProtocol {
        var states: AsyncStream<ConversationState>.Iterator
        let options: RowOptions
        var rows: [Row] = []

        public mutating func next() async -> TimelineUpdate? {
            guard let state = await states.next() else { return nil }
            let before = rows
            rows = state.rows(options)
            return TimelineUpdate(state: state, rows: rows, difference: RowDifference(from: before, to: rows))
        }
    }
}
