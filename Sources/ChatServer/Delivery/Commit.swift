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
    /// Stored drafts, framed for all connections of their user but the one that sent them.
    var drafts: [(user: UserID, frame: ByteBuffer, except: Origin)] = []
    /// The replies to connections, by table.
    var replies: [[Reply]]
}

/// The events that one commit added to one room, encoded once for each protocol. Every member gets
/// the same bytes.
struct RoomFrames: Sendable {
    var room: RoomName
    /// WebSocket frames of Martlet v1, one after the other.
    var v1: ByteBuffer?
    /// WebSocket frames of SwiftChat, one after the other.
    var swiftChat: ByteBuffer?
    /// Lines of the line protocol.
    var lines = LineBlock()
    /// People who may not read the room after these events, and get nothing more of it.
    var leaving: [UserID] = []
    /// How many events these are, and when the first of them was submitted (monotonic nanoseconds).
    var count: Int
    var submitted: Int64
}

extension Commit {
    /// Whether the event loop with that table has nothing to do for this commit.
    func isEmpty(for table: Int) -> Bool {
        rooms.isEmpty && standings.isEmpty && drafts.isEmpty && replies[table].isEmpty
    }
}
