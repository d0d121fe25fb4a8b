import ChatWire

/// What waits for moderators: open reports, or held messages. Each number is counted up to its
/// maximum (``ChatWire/Limits/openReports`` and ``ChatWire/Limits/heldOnServer``, and their
/// neighbours).
public struct ModerationCounts: Hashable, Sendable {
    /// What waits of the user who reports or sends now.
    public var ofUser: UInt64
    /// What waits in the room.
    public var inRoom: UInt64
    /// What waits in all rooms.
    public var onServer: UInt64

    /// Creates the value.
    public init(ofUser: UInt64, inRoom: UInt64, onServer: UInt64) {
        self.ofUser = ofUser
        self.inRoom = inRoom
        self.onServer = onServer
    }
}
