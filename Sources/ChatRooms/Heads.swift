import ChatWire

/// The heads and epochs of rooms lately appended to or joined, so that a thousand people arriving
/// read the store once.
///
/// Right because ``GroupCommit``, which keeps it, is the store's only appender.
struct Heads: Sendable {
    struct Head: Sendable {
        var position: Position
        /// Whether the room is open and has no record (``RoomRecord``), so that everyone may enter.
        /// `nil`: not known.
        var isPlain: Bool?
    }

    private var heads: [RoomName: Head] = [:]

    /// `nil` for a room that is not known.
    subscript(room: RoomName) -> Head? {
        get { heads[room] }
        set {
            if heads.count >= Limits.headsKept, heads[room] == nil { heads.removeAll(keepingCapacity: true) }
            heads[room] = newValue
        }
    }
}
