/// A conversation and its pending messages at one moment.
public struct ConversationState: Hashable, Sendable {
    /// The conversation.
    public var conversation: Conversation
    /// The messages and changes of this room without a final outcome. They are looked up each time.
    public var pending: [Outbox.Item] { waiting.items }
    /// The user; `nil` before the first welcome.
    public var identity: Identity?
    /// The user as the rows show them: before the next welcome with the name that was asked for.
    public var author: Author?
    /// What the user may do in the room; `nil` before the first welcome.
    public var access: RoomAccess?
    /// The people whom the user blocks.
    public var blocked: Set<UserID>
    private let waiting: RoomItems

    /// Whether the timeline begins at the start of the log.
    public var reachedStart: Bool { conversation.timeline.reachedStart }
    /// Whether the timeline ends at the known end of the log.
    public var reachedEnd: Bool { conversation.timeline.reachedEnd }
    /// Why the server does not let the user in; `nil` if it does, or has not answered yet.
    public var refusal: WireError? {
        if case .refused(let error) = conversation.membership { error } else { nil }
    }

    init(_ room: RoomName, _ chat: Chat) {
        conversation = chat.conversations[room] ?? Conversation(room: room)
        waiting = RoomItems(outbox: chat.outbox, room: room)
        identity = chat.identity
        author = chat.author
        access = chat.access(to: room)
        blocked = chat.blocked
    }

    /// The rows for a view, top to bottom.
    public func rows(_ options: RowOptions = RowOptions()) -> [Row] {
        conversation.timeline.rows(
            for: author, pending: pending, presence: conversation.presence, receipts: conversation.receipts,
            blocked: blocked, pins: conversation.info?.pins ?? [], options: options)
    }
}

/// A conversation's rows, and the changes since the previous update.
public struct TimelineUpdate: Hashable, Sendable {
    /// The conversation.
    public var state: ConversationState
    /// The rows, top to bottom.
    public var rows: [Row]
    /// The changes from the previous update's rows; in the first update, from none.
    public var difference: RowDifference

    /// Whether the timeline begins at the start of the log.
    public var reachedStart: Bool { state.reachedStart }
    /// Whether the timeline ends at the known end of the log.
    public var reachedEnd: Bool { state.reachedEnd }
    /// Why the server does not let the user in; `nil` if it does, or has not answered yet.
    public var refusal: WireError? { state.refusal }
}

/// One conversation's timeline: first the current rows, then changes.
///
/// Differences are computed by the iterator, so a slow reader gets the difference from what it saw
/// last. After the first update, each has a difference, or another `reachedStart`, `reachedEnd` or
/// `refusal`. What changes no row, such as somebody typing, is in
/// ``ChatClient/conversationUpdates(in:)`` only.
public struct TimelineUpdates: ClientUpdates {
    public typealias Element = TimelineUpdate

    let states: AsyncStream<ConversationState>
    let options: RowOptions

    public func makeAsyncIterator() -> Iterator { Iterator(states: states.makeAsyncIterator(), options: options) }

    /// Computes each update's difference from the rows that it returned before.
    public struct Iterator: AsyncIteratorProtocol {
        var states: AsyncStream<ConversationState>.Iterator
        let options: RowOptions
        var rows: [Row] = []
        /// What else the last update said.
        var ends: Ends?

        struct Ends: Equatable {
            var reachedStart: Bool
            var reachedEnd: Bool
            var refusal: WireError?
        }

        public mutating func next() async -> TimelineUpdate? {
            while let state = await states.next() {
                let before = rows
                rows = state.rows(options)
                let difference = RowDifference(from: before, to: rows)
                let ends = Ends(
                    reachedStart: state.reachedStart, reachedEnd: state.reachedEnd, refusal: state.refusal)
                if difference.isEmpty && ends == self.ends { continue }
                self.ends = ends
                return TimelineUpdate(state: state, rows: rows, difference: difference)
            }
            return nil
        }
    }
}

/// The outbox items of one room, found when ``items`` is read.
///
/// A client makes a state with each message that it accepts, and a slow listener skips most of
/// these states. With many items, searching them for every state would cost more than all else.
private struct RoomItems: Hashable {
    let outbox: Outbox
    let room: RoomName

    var items: [Outbox.Item] { outbox.items(in: room) }

    static func == (one: RoomItems, other: RoomItems) -> Bool { one.items == other.items }

    func hash(into hasher: inout Hasher) { hasher.combine(items) }
}
