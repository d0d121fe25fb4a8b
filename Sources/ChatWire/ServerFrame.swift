/// A server's frame in Martlet v1 (`docs/protocol.md`): replies, which repeat a `ref`, and pushes,
/// which have none.
public enum ServerFrame: Hashable, Sendable {
    case welcome(ref: UInt64, Welcome)
    case joined(ref: UInt64, Joined)
    case left(ref: UInt64, room: RoomName)
    case sent(ref: UInt64, room: RoomName, number: UInt64?, seq: UInt64, id: EventID, at: Int64)
    case page(ref: UInt64, room: RoomName, epoch: Epoch, head: UInt64, events: [Event])
    case members(ref: UInt64, room: RoomName, count: UInt64, members: [Member])
    /// `blocked`: whom the user has blocked, on the first page. `next`: where the list goes on;
    /// `nil` at its end.
    case rooms(ref: UInt64, [RoomEntry], blocked: [UserID] = [], next: RoomName?)
    /// `next`: where the list goes on; `nil` at its end.
    case people(ref: UInt64, room: RoomName, [Person], next: UserID?)
    /// `room`: `nil` for those of all rooms. `next`: where the list goes on; `nil` at its end.
    case reports(ref: UInt64, room: RoomName?, [ReportedMessage], next: UInt64?)
    /// The newest first. `next`: where the list goes on; `nil` at its end.
    case actions(ref: UInt64, room: RoomName, [ModerationAction], next: UInt64?)
    case ok(ref: UInt64)
    case pong(ref: UInt64, at: Int64)
    case error(ref: UInt64?, WireError)

    case event(room: RoomName, epoch: Epoch, Event)
    case presence(room: RoomName, count: UInt64, joined: [Author], left: [Author])
    case typing(room: RoomName, Author)
    /// Somebody has read the room up to `seq`. Sent in rooms of at most ``Limits/presenceRoom``
    /// people.
    case readMark(room: RoomName, Author, ReadPoint)
    /// The user's own place in a room has changed, by an event of `author`. All connections of the
    /// user get it, also those that are not in the room.
    case standing(room: RoomName, seq: UInt64, by: Author, RoomInfo)
    /// The connection is closed at this time, because its token expires, unless a newer token comes
    /// before.
    case expiring(at: Int64)

    /// The answer to a join.
    public struct Joined: Hashable, Sendable {
        public var room: RoomName
        public var epoch: Epoch
        public var head: UInt64
        /// Whether the client has to forget the room's events.
        public var reset: Bool
        /// The people who are connected and in the room.
        public var count: UInt64
        /// How far this user has read the room, if known.
        public var read: UInt64?
        /// `nil` for a room without settings, roles, bans and pins, which is open to everyone.
        public var info: RoomInfo?

        public init(
            room: RoomName, epoch: Epoch, head: UInt64, reset: Bool = false, count: UInt64, read: UInt64? = nil,
            info: RoomInfo? = nil
        ) {
            self.room = room
            self.epoch = epoch
            self.head = head
            self.reset = reset
            self.count = count
            self.read = read
            self.info = info
        }
    }

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
        /// Left out on the wire where it is a guest's.
        public var role: ServerRole
        public var limits: AnnouncedLimits

        public init(
            version: UInt64 = 1, user: UserID, name: String, device: DeviceID, token: String, server: String, at: Int64,
            ping: UInt64 = UInt64(Limits.pingInterval / 1000), role: ServerRole = .guest,
            limits: AnnouncedLimits = AnnouncedLimits()
        ) {
            self.version = version
            self.user = user
            self.name = name
            self.device = device
            self.token = token
            self.server = server
            self.at = at
            self.ping = ping
            self.role = role
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
    public var read: ReadPoint?

    public init(author: Author, read: ReadPoint? = nil) {
        self.author = author
        self.read = read
    }
}
