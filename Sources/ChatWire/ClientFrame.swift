/// A client's request in Martlet v1 (`docs/protocol.md`).
public struct ClientFrame: Hashable, Sendable {
    /// Chosen by the client, and repeated in the reply: 0…2⁵³ − 1.
    public var ref: UInt64
    public var request: Request

    public init(ref: UInt64, request: Request) {
        self.ref = ref
        self.request = request
    }

    public enum Request: Hashable, Sendable {
        case hello(Hello)
        /// A newer token of the same user, before the connection's own expires.
        case renew(token: String)
        case join(room: RoomName, since: Position?)
        case leave(room: RoomName)
        /// Perform a mutation in a room, under the device's `number`. The content is unchecked:
        /// ``Mutation/check()`` tells whether it is allowed.
        ///
        /// `after`: refuse it with ``WireError/Code/outOfTurn`` unless this device's number
        /// `after`, or a higher one, has been accepted. So a device can have several sends under
        /// way and keeps their order: if one is refused, those behind it are, too.
        case mutate(room: RoomName, number: UInt64?, after: UInt64? = nil, Mutation)
        /// The user has read the room up to `seq`.
        case markRead(room: RoomName, seq: UInt64)
        case history(room: RoomName, anchor: HistoryAnchor, limit: UInt64?)
        case typing(room: RoomName)
        case here(room: RoomName)
        /// The user's groups and direct rooms, by name, from behind `after` on.
        case rooms(after: RoomName?)
        /// The people of a group who are in it, invited, or waiting to be let in, and those with a
        /// role, a ban or a mute; by their ids, from behind `after` on.
        case people(room: RoomName, after: UserID?)
        /// Tell the moderators of a message. Done once for each user and message, however often it is
        /// asked for.
        case report(room: RoomName, of: UInt64, Report)
        /// The reports that nobody has decided about: of a room, for its moderators; of all rooms,
        /// for administrators. From behind the place `after` on.
        case reports(room: RoomName?, after: UInt64?)
        /// Decide about the reports of a message.
        case resolve(room: RoomName, of: UInt64, Resolution)
        /// A room's moderation log, for its moderators: the newest entries, or those before the place
        /// `before`.
        case actions(room: RoomName, before: UInt64?)
        case ping
    }

    public struct Hello: Hashable, Sendable {
        public var version: UInt64
        public var name: String?
        public var token: String?
        public var device: DeviceID?
        public var join: [RoomName]

        public init(
            version: UInt64 = 1, name: String? = nil, token: String? = nil, device: DeviceID? = nil,
            join: [RoomName] = []
        ) {
            self.version = version
            self.name = name
            self.token = token
            self.device = device
            self.join = join
        }
    }
}

/// A position in a log: its epoch and the last known event.
public struct Position: Hashable, Sendable {
    public var epoch: Epoch
    public var seq: UInt64

    public init(epoch: Epoch, seq: UInt64) {
        self.epoch = epoch
        self.seq = seq
    }
}

/// The position of a history page.
public enum HistoryAnchor: Hashable, Sendable {
    case newest
    /// The page ends just before this number.
    case before(UInt64)
    /// The page begins just after this number.
    case after(UInt64)
    /// The page has this number in its middle.
    case around(UInt64)
}
