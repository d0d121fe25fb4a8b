import ChatWire

/// The heads and epochs of rooms lately appended to or joined, so that a thousand people arriving
/// read the store once.
///
/// Right because ``GroupCommit``, which keeps it, is the store's only appender.
struct Heads: Sendable {
    private var heads: [RoomName: Position] = [:]

    /// `nil` for a room that is not known.
    subscript(room: RoomName) -> Position? {
        get { heads[room] }
        set {
            if heads.count >= Limits.headsKept, heads[room] == nil { heads.removeAll(keepingCapacity: true) }
            heads[room] = newValue
        }
    }
}
