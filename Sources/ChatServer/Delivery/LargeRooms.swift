import ChatWire
import NIOConcurrencyHelpers

/// Rooms of which an event loop has so many readers that telling them takes longer than committing a message for them.
///
/// A commit that ran ahead of them would only wait behind them, and cost each a `send` of its own. So while a crowd is told nothing is
/// committed, and what comes meanwhile goes out together.
final class LargeRooms: Sendable {
    /// The number of event loops that have a crowd in it, by room.
    private let rooms = NIOLockedValueBox<[RoomName: Int]>([:])

    /// An event loop's readers of a room have become a crowd, or are none any more.
    func set(_ isLarge: Bool, in room: RoomName) {
        rooms.withLockedValue { rooms in
            let loops = rooms[room, default: 0] + (isLarge ? 1 : -1)
            rooms[room] = loops > 0 ? loops : nil
        }
    }

    /// Whether a commit has something for one of them.
    func hasOne(for commit: Commit) -> Bool {
        rooms.withLockedValue { rooms in
            !rooms.isEmpty && commit.rooms.contains { rooms[$0.room] != nil }
        }
    }
}
