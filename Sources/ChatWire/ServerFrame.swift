/// A server's frame in Martlet v1 (`docs/protocol.md`): replies, which repeat a `ref`, and pushes,
/// which have none.
public enum ServerFrame: Hashable, Sendable {
    /// The answer to a hello that was accepted.
    case welcome(ref: UInt64, Welcome)
    /// The answer to a join, and to each room that a hello names. Later events of the room are
    /// pushed.
    case joined(ref: UInt64, Joined)
    /// The answer to a leave: no more events of the room are pushed.
    case left(ref: UInt64, room: RoomName)
    /// The answer to a mutation: it is on disk as event `seq` of the room, for good. `number` is
    /// the mutation's; `nil` if it had none. `at` is when the server accepted it, in milliseconds
    /// since 1970-01-01 UTC.
    case sent(ref: UInt64, room: RoomName, number: UInt64?, seq: Seq, id: EventID, at: Int64)
    /// A page of history: events without gaps, the oldest first, in which later ones up to `head`
    /// are folded. `head` is the number of the room's newest event.
    case page(ref: UInt64, room: RoomName, epoch: Epoch, head: Seq, events: [Event])
    /// The people who are connected and in the room. `count` is of all of them, and `members` lists
    /// at most ``Limits/membersListed``.
    case members(ref: UInt64, room: RoomName, count: UInt64, members: [Member])
    /// `blocked` and `profile`: whom the user has blocked, and their profile, on the first page.
    /// `next`: where the list goes on; `nil` at its end. `isPart`: these are the rooms that stand
    /// first, and there are others.
    case rooms(
        ref: UInt64, [RoomEntry], blocked: [UserID] = [], profile: Profile = Profile(), next: RoomName?,
        isPart: Bool = false)
    /// `next`: where the list goes on; `nil` at its end.
    case people(ref: UInt64, room: RoomName, [Person], next: UserID?)
    /// Of the users whom the request names, those who show something.
    case profiles(ref: UInt64, [ShownProfile])
    /// `room`: `nil` for those of all rooms. `next`: where the list goes on; `nil` at its end.
    case reports(ref: UInt64, room: RoomName?, [ReportedMessage], next: UInt64?)
    /// `room`: `nil` for those of all rooms. `next`: where the list goes on; `nil` at its end.
    case held(ref: UInt64, room: RoomName?, [HeldMessage], next: UInt64?)
    /// The newest first. `next`: where the list goes on; `nil` at its end.
    case actions(ref: UInt64, room: RoomName, [ModerationAction], next: UInt64?)
    /// Bans from the server. `next`: where the list goes on; `nil` at its end.
    case bans(ref: UInt64, [ServerBan], next: String?)
    /// The invite links of a group that have not ended: all of them for moderators, and for
    /// others their own.
    case links(ref: UInt64, room: RoomName, [InviteLink])
    /// `next`: where the directory goes on; `nil` at its end. A page may be empty and not the last.
    case directory(ref: UInt64, [DirectoryEntry], next: RoomName?)
    /// Messages that a search has found, as they are now, the newest first. `next`: the search goes
    /// on before this event; `nil` at its end. A page may be empty and not the last.
    case hits(ref: UInt64, room: RoomName, [Event], next: Seq?)
    /// The answer to a request that asks for nothing else, such as a read mark or a report: it is
    /// done.
    case ok(ref: UInt64)
    /// The answer to a ping. `at` is the server's time, in milliseconds since 1970-01-01 UTC.
    case pong(ref: UInt64, at: Int64)
    /// A refusal. `ref` is that of the request; `nil` if it could not be read.
    case error(ref: UInt64?, WireError)

    /// A new event of a room that the connection is in, or of the user's own log. Its author gets
    /// it, too.
    case event(room: RoomName, epoch: Epoch, Event)
    /// People have entered or left a room that the connection is in. `count` people are in it now.
    /// In a room with more than ``Limits/presenceListed`` it comes at most every
    /// ``Limits/presenceInterval`` milliseconds, without names.
    case presence(room: RoomName, count: UInt64, joined: [Author], left: [Author])
    /// Somebody is typing in a room that the connection is in. Clients show it for
    /// ``Limits/typingShown`` milliseconds. It is not sent in rooms with more than
    /// ``Limits/presenceListed`` people.
    case typing(room: RoomName, Author)
    /// The user of an earlier ``typing(room:_:)`` has stopped typing, and has sent no message. It
    /// is not sent in rooms with more than ``Limits/presenceListed`` people.
    case stoppedTyping(room: RoomName, UserID)
    /// Somebody has read the room up to `seq`. Sent to all in rooms of at most
    /// ``Limits/presenceListed`` people, and in larger ones to the reader's own connections.
    case readMark(room: RoomName, Author, ReadPoint)
    /// The user has written this for the room on another device, and not sent it. An empty text
    /// means that there is no draft any more. All other connections of the user get it.
    case draft(room: RoomName, text: String)
    /// The user's own place in a room has changed, by an event of `author`. All connections of the
    /// user get it, also those that are not in the room.
    case standing(room: RoomName, seq: Seq, by: Author, RoomInfo)
    /// Somebody in a room that the connection is in has changed what others are shown of them:
    /// what is not `nil`. Not sent in rooms with more than ``Limits/presenceListed`` people.
    case profile(UserID, ProfileChange)
    /// The connection is closed at this time, because its token expires, unless a newer token comes
    /// before.
    case expiring(at: Int64)

    /// The answer to a join.
    public struct Joined: Hashable, Sendable {
        /// The room that the connection is in now.
        public var room: RoomName
        /// The epoch of the room's log. That of a room without events may change.
        public var epoch: Epoch
        /// The number of the room's newest event; 0 for none. Later events are pushed.
        public var head: Seq
        /// Whether the client has to forget the room's events.
        public var reset: Bool
        /// The people who are connected and in the room.
        public var count: UInt64
        /// How far this user has read the room, if known.
        public var read: Seq?
        /// `nil` for a room without settings, roles, bans and pins, which is open to everyone.
        public var info: RoomInfo?

        /// Creates the value.
        public init(
            room: RoomName, epoch: Epoch, head: Seq, reset: Bool = false, count: UInt64, read: Seq? = nil,
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

    /// The answer to a hello: who the user is now, and what the server accepts.
    public struct Welcome: Hashable, Sendable {
        /// The version of the protocol that the server speaks here: 1.
        public var version: UInt64
        /// The id by which everyone knows the user.
        public var user: UserID
        /// The name that the user has here. It may be another than the hello's.
        public var name: String
        /// The hello's device, or a new one for this connection if it named none.
        public var device: DeviceID
        /// What makes a later hello the same user's: the hello's token, or the one of a new guest.
        /// Anyone who has it is this user.
        public var token: String
        /// The server's name and version, such as `martlet/0.1.0`.
        public var server: String
        /// The server's time: milliseconds since 1970-01-01 UTC.
        public var at: Int64
        /// The ping interval in seconds.
        public var ping: UInt64
        /// Left out on the wire where it is a guest's.
        public var role: ServerRole
        /// Whether the user may send; `false` for a guest of a server where guests only read. Left
        /// out on the wire where it is `true`.
        public var mayWrite: Bool
        /// What the server accepts at most.
        public var limits: AnnouncedLimits

        /// Creates the value.
        public init(
            version: UInt64 = 1, user: UserID, name: String, device: DeviceID, token: String, server: String, at: Int64,
            ping: UInt64 = UInt64(Limits.pingInterval / 1000), role: ServerRole = .guest, mayWrite: Bool = true,
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
            self.mayWrite = mayWrite
            self.limits = limits
        }
    }

    /// The limits that a client must know.
    public struct AnnouncedLimits: Hashable, Sendable {
        /// Bytes of a frame from the client.
        public var frame = UInt64(Limits.frameBytes)
        /// Bytes of UTF-8 in a message's text.
        public var text = UInt64(Limits.textBytes)
        /// Events in a page of history.
        public var page = UInt64(Limits.pageEvents)
        /// Rooms that one connection may be in.
        public var rooms = UInt64(Limits.roomsPerConnection)
        /// Unanswered sends of one connection. The server reads no further until some are answered.
        public var sending = UInt64(Limits.sendsInFlight)
        /// The maximum size of a file in bytes; 0 if the server does not accept files.
        public var file = UInt64(Limits.fileBytes)
        /// Whether the server has previews of linked pages. Left out on the wire where it has not.
        public var previews = false
        /// Whether every file needs a token or a signed address, also one of an open room. Left out
        /// on the wire where it is not so.
        public var privateFiles = false

        /// Creates the limits of a server that has changed none.
        public init() {}
    }
}

/// A member of a room.
public struct Member: Hashable, Sendable {
    /// Who it is, and under which name they are here.
    public var author: Author
    /// How far they have read the room, if known.
    public var read: ReadPoint?

    /// Creates the value.
    public init(author: Author, read: ReadPoint? = nil) {
        self.author = author
        self.read = read
    }
}
