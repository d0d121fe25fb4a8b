import ChatRooms
import ChatWire
import NIOCore

/// A connection, wherever it lives: its event loop's table, and its number there.
struct Origin: Hashable, Sendable {
    var table: Int
    var connection: ConnectionID
}

/// The number of a connection, unique in the process.
typealias ConnectionID = UInt64

/// What one turn of the committer brought about. Every event loop gets the same, in the same order.
struct Commit: Sendable {
    /// The new events, framed for each protocol, by room.
    var rooms: [RoomFrames] = []
    /// The answers to connections, by table.
    var replies: [[Reply]]

    /// An answer to the connection that asked.
    struct Reply: Sendable {
        var connection: ConnectionID
        var ref: UInt64?
        var result: Result

        enum Result: Sendable {
            case appended(room: RoomName, number: UInt64?, seq: UInt64, id: EventID, at: Int64)
            case refused(WireError)
            case marked
            case located(room: RoomName, head: UInt64, since: Position?, read: UInt64?)
        }
    }
}

/// The events that one commit added to one room, encoded once for each protocol; every member gets these same bytes.
struct RoomFrames: Sendable {
    var room: RoomName
    /// WebSocket frames of Martlet v1, one after the other.
    var v1: ByteBuffer?
    /// WebSocket frames of SwiftChat, one after the other.
    var swiftChat: ByteBuffer?
    /// Lines, each for itself, for original clients take what one read gives them for one message.
    var lines: [ByteBuffer] = []
    /// How many events these are, and when the first of them was submitted (monotonic nanoseconds).
    var count: Int
    var submitted: Int64
}
