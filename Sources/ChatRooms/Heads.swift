import ChatWire

/// The heads and epochs of rooms lately appended to or joined, so that a thousand people arriving
/// read the store once.
///
/// They are right because ``GroupCommit``, which keeps them, is the store's only appender, or takes
/// in what others append before it tells a head.
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
        set { heads[room] = newValue }
    }

    /// Begins a commit, within which nothing is forgotten: its rooms come on top of
    /// ``ChatWire/Limits/headsKept``.
    mutating func beginCommit() {
        if heads.count >= Limits.headsKept { heads.removeAll(keepingCapacity: true) }
    }
}
