/// Reads a room's log through a timeline's window: each message once, in order. It begins with the
/// last few messages, or where an earlier reader stopped. For bots and archives.
///
/// The window is not followed. So it stops when it is full, drops nothing, and moves on when its
/// messages were read. Nothing is missed however fast the log grows, and memory is bounded. Create
/// the client with `catchUp: .everything`; otherwise messages of a long absence are left out.
///
/// ```swift
/// try await client.join(room)
/// try await client.setFollowing(false, in: room)
/// try await client.start()
/// var reader = saved.map { LogReader(after: $0) } ?? LogReader(last: 10)
/// for await state in try await client.conversationUpdates(in: room) {
///     let (messages, view) = reader.read(state.conversation.timeline)
///     for message in messages { … }
///     // Store `reader.position` together with what you made of the messages.
///     if let view { try await client.show(view, in: room) }
/// }
/// ```
public struct LogReader {
    private let last: Int
    private var epoch: Epoch?
    private var read: Seq = 0
    private var hasBegun = false
    /// The window's place when it was last asked to move.
    private var asked: Place?
    /// The message around which the window was requested.
    private var sought: Seq?

    private struct Place: Hashable {
        var first: Seq
        var end: Seq
        var isFollowing: Bool
    }

    /// Begins with the newest messages.
    ///
    /// - Parameter last: How many of the existing messages to read; at most
    ///   ``ChatWire/Limits/timelineWindow``.
    public init(last: Int) { self.last = min(max(last, 0), Limits.timelineWindow) }

    /// Continues where an earlier reader stopped, in this process or another. The client's cache
    /// need not reach back that far.
    ///
    /// - Parameters:
    ///   - position: The earlier reader's ``position``.
    ///   - last: How many messages to begin with if the server has another log by now.
    public init(after position: Position, last: Int = 0) {
        self.init(last: last)
        (epoch, read, hasBegun) = (position.epoch, position.seq, true)
    }

    /// The last event read; `nil` before the first message.
    public var position: Position? {
        guard hasBegun, let epoch else { return nil }
        return Position(epoch: epoch, seq: read)
    }

    /// Reads the timeline's new messages.
    ///
    /// - Returns: Messages not read before, deleted ones included, and where to move the window, if
    ///   anywhere. If the log is another one, reading starts anew.
    public mutating func read(_ timeline: Timeline) -> (messages: [Event], view: Timeline.View?) {
        guard timeline.isLoaded, !timeline.isFromCache, timeline.epoch != nil else { return ([], nil) }
        // A head before the last read message also means another log.
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

    /// Moves the window back to the next message. A new process holds only its cache or the newest
    /// page. If the server has deleted the message, paging finds the log's beginning.
    private mutating func seek(_ timeline: Timeline) -> Timeline.View? {
        let next = read + 1
        let view = sought == next ? Timeline.View.older : .around(next)
        sought = next
        return ask(view, timeline)
    }

    /// Asks once for each place, so that a page that never comes is not requested forever.
    private mutating func ask(_ view: Timeline.View, _ timeline: Timeline) -> Timeline.View? {
        let place = Place(first: timeline.first, end: timeline.end, isFollowing: timeline.isFollowing)
        if asked == place { return nil }
        asked = place
        return view
    }
}
