import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// What one turn of the committer brought about. Every event loop gets the same, in the same order.
struct Commit: Sendable {
    /// The new events, framed for each protocol, by room.
    var rooms: [RoomFrames] = []
    /// People whose place in a room has changed, with the frame that tells them.
    var standings: [(user: UserID, frame: ByteBuffer)] = []
    /// What people have written and not sent, framed for their connections but the one that said
    /// so.
    var drafts: [(user: UserID, frame: ByteBuffer, except: Origin)] = []
    /// The replies to connections, by table.
    var replies: [[Reply]]
}

/// The events that one commit added to one room, encoded once for each protocol; every member gets these same bytes.
struct RoomFrames: Sendable {
    var room: RoomName
    /// WebSocket frames of Martlet v1, one after the other.
    var v1: ByteBuffer?
    /// WebSocket frames of SwiftChat, one after the other.
    var swiftChat: ByteBuffer?
    var lines = LineBlock()
    /// People who can't read the room any more once they have got these: behind them comes nothing
    /// of the room.
    var leaving: [UserID] = []
    /// How many events these are, and when the first of them was submitted (monotonic nanoseconds).
    var count: Int
    var submitted: Int64
}

extension Commit {
    /// Whether the event loop with that table has nothing to do for it.
    func isEmpty(for table: Int) -> Bool {
        rooms.isEmpty && standings.isEmpty && drafts.isEmpty && replies[table].isEmpty
    }
}
