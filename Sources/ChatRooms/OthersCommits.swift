import ChatWire

/// What other servers have committed to the log that they share with this one, in the order of the
/// log.
public struct OthersCommits: Hashable, Sendable {
    /// A new event, and the room that it is in.
    public struct NewEvent: Hashable, Sendable {
        /// The room that has the event.
        public var room: RoomName
        /// The event, or what a deletion has left of it since.
        public var event: Event

        /// Creates the value.
        public init(room: RoomName, event: Event) {
            self.room = room
            self.event = event
        }
    }

    /// The new events, in order.
    public var events: [NewEvent] = []
    /// The epochs of the rooms of these events, where those are not the store's.
    public var epochs: [RoomName: Epoch] = [:]
    /// Rooms that were removed.
    public var removedRooms: [RoomName] = []
    /// How many events those had.
    public var removedEvents: UInt64 = 0

    /// Creates the value; without commits.
    public init() {}
}
