import ChatWire

/// A person and a room. Neither need be known to the server.
public struct PersonInRoom: Hashable, Sendable {
    /// The room.
    public var room: RoomName
    /// The person.
    public var user: UserID

    /// Creates the value.
    public init(room: RoomName, user: UserID) { (self.room, self.user) = (room, user) }
}
