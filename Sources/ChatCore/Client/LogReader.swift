/// Reads a room's log through the window of a timeline: each message once, in order, beginning with the last few, or where an earlier
/// reader was. What a bot or an archive wants.
///
/// A window that its reader does not follow stops when it is full, and drops nothing; it moves on when what it shows was read. So nothing is
/// missed however fast the log grows, and memory stays bounded. Give the client `catchUp: .everything`, or a long absence is left out.
///
/// ```swift
/// try await client.join(room)
/// try await client.show(.following(false), in: room)
/// try await client.start()
/// var reader = saved.map { LogReader(after: $0) } ?? LogReader(last: 10)
/// for await state in try await client.states(of: room) {
///     let (messages, view) = reader.read(state.conversation.timeline)
///     for message in messages { … }
///     // Keep `reader.position` together with what was made of the messages.
///     if let view { try await client.show(view, in: room) }
/// }
/// ```
public struct LogReader {
    private let last: Int
    private var epoch: Epoch?
    private var read: UInt64 = 0
    private var hasBegun = false
    /// Where the window stood when it was last asked to move.
    private var asked: Place?
    /// The message whose surroundings were asked for.
    private var sought: UInt64?

    private struct Place: Hashable {
        var first: UInt64
        var end: UInt64
        var isFollowing: Bool
    }

    /// - Parameter last: how many of the messages that are there to begin with; at most ``ChatWire/Limits/timelineWindow``
    public init(last: Int) { self.last = min(max(last, 0), Limits.timelineWindow) }

    /// Goes on where another reader was, in this process or an earlier one. What the client has in its cache need not reach back to there.
    ///
    /// - Parameters:
    ///   - position: that reader's ``position``
    ///   - last: how many messages to begin with where the server has another log by now
    public init(after position: Position, last: Int = 0) {
        self.init(last: last)
        (epoch, read, hasBegun) = (position.epoch, position.seq, true)
    }

    /// Up to where the log was read; `nil` before the first message.
    public var position: Position? {
        guard hasBegun, let epoch else { return nil }
        return Position(epoch: epoch, seq: read)
    }

    /// - Returns: messages not read before, deleted ones included, and where the window is to be moved, if anywhere. In another log it
    ///   begins anew.
    public mutating func read(_ timeline: Timeline) -> (messages: [Event], view: Timeline.View?) {
        guard timeline.isLoaded, !timeline.isFromCache, timeline.epoch != nil else { return ([], nil) }
        // A log that ends before what was read of it is another one, too.
        if timeline.epoch != epoch || timeline.head < read {
            (epoch, read, hasBegun, asked) = (timeline.epoch, 0, false, nil)
        }
        if !hasBegun {
            let earlier = timeline.events.suffix(last)
            if earlier.count < last, !timeline.reachedStart { return ([], ask(.older, timeline)) }
            read = earlier.first.map { $0.seq - 1 } ?? timeline.end
            hasBegun = true
        }
        if timeline.first > read + 1, !timeline.reachedStart { return ([], seek(timeline)) }
        let events = Array(timeline.events(after: read))
        read = max(read, timeline.end)
        if timeline.isFollowing { return (events, ask(.following(false), timeline)) }
        return (events, timeline.isDetached ? ask(.newer, timeline) : nil)
    }

    /// The window begins after the next message: a new process has its cache only, or the newest page. Where the server has not got that
    /// message any more, paging finds the log's beginning.
    private mutating func seek(_ timeline: Timeline) -> Timeline.View? {
        let next = read + 1
        let view = sought == next ? Timeline.View.older : .around(next)
        sought = next
        return ask(view, timeline)
    }

    /// Once for each place, so that an answer that does not come is not asked for without end.
    private mutating func ask(_ view: Timeline.View, _ timeline: Timeline) -> Timeline.View? {
        let place = Place(first: timeline.first, end: timeline.end, isFollowing: timeline.isFollowing)
        if asked == place { return nil }
        asked = place
        return view
    }
}
