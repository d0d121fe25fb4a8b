import ChatCore
import ChatWire

/// Reads a room's log through the window of a timeline: each message once, in order, beginning with the last few.
///
/// A window that its reader does not follow stops when it is full and drops nothing; it is moved on when what it shows was read. So nothing is missed
/// however fast the log grows.
struct LogReader {
    private let last: Int
    private var epoch: Epoch?
    private var read: UInt64 = 0
    private var hasBegun = false
    /// Where the window stood when it was last asked to move.
    private var asked: Place?

    private struct Place: Hashable {
        var first: UInt64
        var end: UInt64
        var head: UInt64
        var isFollowing: Bool
    }

    /// - Parameter last: how many of the messages that are there to begin with
    init(last: Int) { self.last = last }

    /// - Returns: messages not read before, and where the window shall be moved.
    mutating func read(_ timeline: Timeline) -> (events: [Event], view: Timeline.View?) {
        guard timeline.isLoaded, timeline.epoch != nil else { return ([], nil) }
        if timeline.epoch != epoch { (epoch, hasBegun, asked) = (timeline.epoch, false, nil) }
        if !hasBegun {
            let earlier = timeline.events.suffix(last)
            if earlier.count < last, !timeline.reachedStart { return ([], ask(.older, timeline)) }
            read = earlier.first.map { $0.seq - 1 } ?? timeline.end
            hasBegun = true
        }
        let events = Array(timeline.events(after: read))
        read = max(read, timeline.end)
        if timeline.isFollowing { return (events, ask(.following(false), timeline)) }
        return (events, timeline.reachedEnd ? nil : ask(.newer, timeline))
    }

    /// Once for each place, so that an answer that does not come is not asked for without end.
    private mutating func ask(_ view: Timeline.View, _ timeline: Timeline) -> Timeline.View? {
        let place = Place(
            first: timeline.first, end: timeline.end, head: timeline.head, isFollowing: timeline.isFollowing)
        if asked == place { return nil }
        asked = place
        return view
    }
}
