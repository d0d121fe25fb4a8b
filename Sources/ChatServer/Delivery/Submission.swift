import ChatRooms
import ChatWire

/// What a connection asks of the committer.
struct Submission: Sendable {
    var origin: Origin
    var ref: UInt64?
    var client: ClientAddress
    var request: Request
    /// Monotonic nanoseconds.
    var submitted: Int64

    enum Request: Sendable {
        case append(Draft)
        /// Keep how far someone has read a room.
        case mark(RoomName, Author, seq: UInt64)
        /// Tell the head of a room. It goes this way so that no event can slip in between the head and the
        /// subscription: everything committed before is in the head, everything after is delivered.
        ///
        /// `user`: whose mark to tell with it; `nil` for someone new, who can't have one.
        case locate(RoomName, since: Position?, user: UserID?)
    }
}
