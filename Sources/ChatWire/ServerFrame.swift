/// A server's frame in Martlet v1 (`docs/protocol.md`): replies, which repeat a `ref`, and pushes,
/// which have none.
public enum ServerFrame: Hashable, Sendable {
    case welcome(ref: UInt64, Welcome)
    /// `read`: how far this user has read the room, if known.
    case joined(ref: UInt64, room: RoomName, epoch: Epoch, head: UInt64, reset: Bool, count: UInt64, read: UInt64?)
    case left(ref: UInt64, room: RoomName)
    case sent(ref: UInt64, room: RoomName, number: UInt64?, seq: UInt64, id: EventID, at: Int64)
    case page(ref: UInt64, room: RoomName, epoch: Epoch, head: UInt64, events: [Event])
    case members(ref: UInt64, room: RoomName, count: UInt64, members: [Member])
    case ok(ref: UInt64)
    case pong(ref: UInt64, at: Int64)
    case error(ref: UInt64?, WireError)

    case event(room: RoomName, epoch: Epoch, Event)
    case presence(room: RoomName, count: UInt64, joined: [Author], left: [Author])
    case typing(room: RoomName, Author)
    /// Somebody has read the room up to `seq`. Sent in rooms of at most ``Limits/presenceRoom``
    /// people.
    case readMark(room: RoomName, Author, seq: UInt64)

    public struct Welcome: Hashable, Sendable {
        public var version: UInt64
        public var user: UserID
        public var name: String
        public var device: DeviceID
        public var token: String
        public var server: String
        public var at: Int64
        /// The ping interval in seconds.
        public var ping: UInt64
        public var limits: AnnouncedLimits

        public init(
            version: UInt64 = 1, user: UserID, name: String, device: DeviceID, token: String, server: String, at: Int64,
            ping: UInt64 = UInt64(Limits.pingInterval / 1000), limits: AnnouncedLimits = AnnouncedLimits()
        ) {
            self.version = version
            self.user = user
            self.name = name
            self.device = device
            self.token = token
            self.server = server
            self.at = at
            self.ping = ping
            self.limits = limits
        }
    }

    /// The limits that a client must know.
    public struct AnnouncedLimits: Hashable, Sendable {
        public var frame = UInt64(Limits.frameBytes)
        public var text = UInt64(Limits.textBytes)
        public var page = UInt64(Limits.pageEvents)
        public var rooms = UInt64(Limits.roomsPerConnection)
        public var sending = UInt64(Limits.sendsInFlight)
        /// The maximum size of a file in bytes; 0 if the server does not accept files.
        public var file = UInt64(Limits.fileBytes)

        public init() {}
    }
}

/// A member of a room.
public struct Member: Hashable, Sendable {
    public var author: Author
    /// How far they have read the room, if known.
    public var read: UInt64?

    public init(author: Author, read: UInt64? = nil) {
        self.author = author
        self.read = read
    }
}
