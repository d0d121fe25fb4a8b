/// What a client asks for in Martlet v1 (`docs/protocol.md`).
public struct ClientFrame: Hashable, Sendable {
    /// Chosen by the client, repeated by every reply: 0…2⁵³ − 1.
    public var ref: UInt64
    public var request: Request

    public init(ref: UInt64, request: Request) {
        self.ref = ref
        self.request = request
    }

    public enum Request: Hashable, Sendable {
        case hello(Hello)
        case join(room: RoomName, since: Position?)
        case leave(room: RoomName)
        /// Do something to a room, under the device's `number` for it. What it says is as it came: whether it may be done is for
        /// ``Mutation/check()`` to say.
        ///
        /// `after`: refuse it with ``WireError/Code/outOfTurn`` unless this device's number `after`, or a higher one, has been
        /// accepted. So a device can have several on their way and keeps their order: when one is refused, so are those behind it.
        case mutate(room: RoomName, number: UInt64?, after: UInt64? = nil, Mutation)
        /// What this user has read of the room: everything up to `seq`.
        case markRead(room: RoomName, seq: UInt64)
        case history(room: RoomName, anchor: HistoryAnchor, limit: UInt64?)
        case typing(room: RoomName)
        case here(room: RoomName)
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

/// A place in a log: its epoch and the last event held.
public struct Position: Hashable, Sendable {
    public var epoch: Epoch
    public var seq: UInt64

    public init(epoch: Epoch, seq: UInt64) {
        self.epoch = epoch
        self.seq = seq
    }
}

/// Where a page of history lies.
public enum HistoryAnchor: Hashable, Sendable {
    case newest
    /// The page ends just before this number.
    case before(UInt64)
    /// The page begins just after this number.
    case after(UInt64)
    /// The page has this number in its middle.
    case around(UInt64)
}
