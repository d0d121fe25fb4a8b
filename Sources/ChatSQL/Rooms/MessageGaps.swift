import ChatRooms
import ChatWire

/// Long runs of events at the ends of rooms without a message among them, as far as they were
/// looked at since the store was opened. So each event is looked at once for a room's last message,
/// and not for each list of rooms.
///
/// What was noted stays true: messages are only added at the end of a log, and nothing becomes a
/// message later.
public final class MessageGaps: Sendable {
    /// A room's log. A room of the same name that is made later has another epoch.
    package struct Log: Hashable {
        package var room: Int64
        package var epoch: Epoch

        package init(room: Int64, epoch: Epoch) { (self.room, self.epoch) = (room, epoch) }
    }

    /// The events behind `after`, up to `end`.
    package struct Gap: Hashable {
        package var after: Seq
        package var end: Seq

        package func contains(_ seq: Seq) -> Bool { seq > after && seq <= end }
    }

    private let gaps = Locked<[Log: Gap]>([:])

    package init() {}

    package subscript(log: Log) -> Gap? { gaps.withLock { $0[log] } }

    /// Notes that no event behind `after`, up to `end`, is a message. Short runs are not kept.
    package func note(after: Seq, end: Seq, in log: Log) {
        guard end > after, end - after >= Limits.messageGapLeast else { return }
        gaps.withLock { gaps in
            var new = Gap(after: after, end: end)
            if let known = gaps[log] {
                if known.after <= new.end, new.after <= known.end {
                    new = Gap(after: min(new.after, known.after), end: max(new.end, known.end))
                } else if known.end - known.after > new.end - new.after {
                    // Of two that do not touch, the longer one saves more.
                    return
                }
            } else if gaps.count >= Limits.messageGapsKept {
                gaps.removeAll()
            }
            gaps[log] = new
        }
    }
}
