/// A client's request in Martlet v1 (`docs/protocol.md`).
public struct ClientFrame: Hashable, Sendable {
    /// Chosen by the client, and repeated in the reply: 0…2⁵³ − 1.
    public var ref: UInt64
    /// What the client asks for.
    public var request: Request

    /// Creates the value.
    public init(ref: UInt64, request: Request) {
        self.ref = ref
        self.request = request
    }

    /// A request, by its `type` on the wire. Each reply to it, or its refusal, repeats
    /// ``ClientFrame/ref``.
    public enum Request: Hashable, Sendable {
        /// Says who connects: the first request of a connection, and only the first. Answered by
        /// ``ServerFrame/welcome(ref:_:)``.
        case hello(Hello)
        /// A newer token of the same user, before the connection's own expires.
        case renew(token: String)
        /// Enter a room, and get its later events. `since` is what the client holds of the room's
        /// log; `nil` if nothing. Answered by ``ServerFrame/joined(ref:_:)``.
        case join(room: RoomName, since: Position?)
        /// Get the room's events no more. A membership of a group does not end. Answered by
        /// ``ServerFrame/left(ref:room:)``, also if the connection was not in the room.
        case leave(room: RoomName)
        /// Perform a mutation in a room, under the device's `number`. The content is unchecked:
        /// ``Mutation/check()`` tells whether it is allowed.
        ///
        /// `after`: refuse it with ``WireError/Code/outOfTurn`` unless this device's number
        /// `after`, or a higher one, has been accepted. So a device can have several sends under
        /// way and keeps their order: if one is refused, those behind it are, too.
        case mutate(room: RoomName, number: UInt64?, after: UInt64? = nil, Mutation)
        /// The user has read the room up to `seq`.
        case markRead(room: RoomName, seq: Seq)
        /// Save what the user has written for the room and not sent. An empty text removes it. The
        /// content is unchecked: ``DraftRule`` tells whether it is allowed.
        case keepDraft(room: RoomName, text: String)
        /// A page of the log of a room that the connection has joined. `limit` is its maximum of
        /// events: 1 or more, and `nil` for ``Limits/pageEventsDefault``. More than the server's
        /// maximum (``ServerFrame/AnnouncedLimits/page``) counts as that. Answered by
        /// ``ServerFrame/page(ref:room:epoch:head:events:)``.
        case history(room: RoomName, anchor: HistoryAnchor, limit: UInt64?)
        /// The user is typing. A client repeats it every ``Limits/typingRepeat`` milliseconds, and
        /// a server tells the room at most once in ``Limits/typingInterval``. Answered by
        /// ``ServerFrame/ok(ref:)``.
        case typing(room: RoomName)
        /// The user has stopped typing, and sent nothing. If the room was told within
        /// ``Limits/typingShown`` that they type, it is told this, too. Answered by
        /// ``ServerFrame/ok(ref:)``; servers before this request refuse it with 102.
        case stoppedTyping(room: RoomName)
        /// The people who are connected and in the room. Answered by
        /// ``ServerFrame/members(ref:room:count:members:)``.
        case here(room: RoomName)
        /// The user's groups and direct rooms, by name, after `after`.
        case rooms(after: RoomName?)
        /// Those of the user's rooms that stand first on their list (``RoomRank``), at most
        /// ``Limits/roomListPage``.
        case recentRooms
        /// The people of a group who are in it, invited, or waiting to be let in, and those with a
        /// role, a ban or a mute; by their ids, after `after`.
        case people(room: RoomName, after: UserID?)
        /// What these users show of themselves; at most ``Limits/profilesPage``.
        case profiles([UserID])
        /// Tell the moderators of a message. Done once for each user and message, however often it
        /// is asked for.
        case report(room: RoomName, of: Seq, Report)
        /// The reports that nobody has decided about: of a room, for its moderators; of all rooms,
        /// for administrators. After the place `after`.
        case reports(room: RoomName?, after: UInt64?)
        /// Decide about the reports of a message.
        case resolve(room: RoomName, of: Seq, Resolution)
        /// The messages that the operator's filter list holds: of a room, for its moderators; of
        /// all rooms, for administrators. After the place `after`.
        case held(room: RoomName?, after: UInt64?)
        /// Decide about the held message at `place`.
        case decide(room: RoomName, place: UInt64, HeldDecision)
        /// A room's moderation log, for its moderators: the newest entries, or those before the
        /// place `before`.
        case actions(room: RoomName, before: UInt64?)
        /// Keep a user or a network off the server. For administrators.
        case serverBan(ServerBan)
        /// Take a ban from the server back. For administrators.
        case serverUnban(ServerBan.Subject)
        /// The bans from the server, by the text of their subject, after `after`. For
        /// administrators.
        case serverBans(after: String?)
        /// The invite links of a group: all of them for moderators, and the user's own for others.
        case links(room: RoomName)
        /// Open rooms by name, after `after`, whose name, title or topic has all the words
        /// of `search`. The content is unchecked: ``SearchRule/check(_:)`` tells whether it is
        /// allowed.
        case directory(search: String?, after: RoomName?)
        /// The messages of a room that match `words`: the newest, or those before `before`. The
        /// content is unchecked: ``SearchRule/checkWords(_:)`` tells whether it is allowed.
        case search(room: RoomName, words: String, before: Seq?)
        /// Asks for a ``ServerFrame/pong(ref:at:)``, which shows that the connection is alive.
        case ping
    }

    /// Who connects, and what they want at once. It must arrive within ``Limits/helloDeadline``
    /// milliseconds.
    public struct Hello: Hashable, Sendable {
        /// The protocol's version. Servers accept 1 only (``WireError/Code/versionUnsupported``).
        public var version: UInt64
        /// The requested display name (``NameRule``); `nil` lets the server choose. The user of an
        /// account gets the account's name instead.
        public var name: String?
        /// The token of an earlier welcome, of a sign-in, or of the users' own system. It makes
        /// this connection the same user's; `nil` makes a new guest.
        public var token: String?
        /// The id of this installation, which keeps it with its journal. `nil`: the server makes
        /// one for the connection.
        public var device: DeviceID?
        /// Rooms to join at once, at most ``Limits/roomsInHello``. Each is answered by a
        /// ``ServerFrame/joined(ref:_:)`` with the hello's `ref`.
        public var join: [RoomName]

        /// Creates the value.
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
    /// The epoch in which ``seq`` is the number of that event.
    public var epoch: Epoch
    /// The number of the last known event; 0 for none.
    public var seq: Seq

    /// Creates the value.
    public init(epoch: Epoch, seq: Seq) {
        self.epoch = epoch
        self.seq = seq
    }
}

/// The position of a history page.
public enum HistoryAnchor: Hashable, Sendable {
    /// The page ends with the room's newest event.
    case newest
    /// The page ends just before this number.
    case before(Seq)
    /// The page begins just after this number.
    case after(Seq)
    /// The page has this number in its middle.
    case around(Seq)
    /// The page has the first event at this time or later in its middle. Without such an event, it
    /// ends with the room's newest one. Milliseconds since 1970-01-01 UTC: 0…2⁵³ − 1.
    case at(Int64)
}
