import ChatWire
import NIOConcurrencyHelpers

/// Rooms with so many readers on one event loop that fan-out takes longer than a commit.
///
/// A commit during the fan-out would wait behind it, and cost each reader another `send`. So
/// nothing is committed during the fan-out to a large room, and submissions of that time go out
/// together.
final class LargeRooms: Sendable {
    /// The number of event loops on which a room is large, by room.
    private let rooms = NIOLockedValueBox<[RoomName: Int]>([:])

    /// A room has become large on one event loop, or is no longer large there.
    func set(_ isLarge: Bool, in room: RoomName) {
        rooms.withLockedValue { rooms in
            let loops = rooms[room, default: 0] + (isLarge ? 1 : -1)
            rooms[room] = loops > 0 ? loops : nil
        }
    }

    /// Whether a commit has events of a large room.
    func hasOne(for commit: Commit) -> Bool {
        rooms.withLockedValue { rooms in
            !rooms.isEmpty && commit.rooms.contains { rooms[$0.room] != nil }
        }
    }
}
