/// What a user is told of a room besides its events.
public struct RoomInfo: Hashable, Sendable {
    /// What the room's moderators have set.
    public var settings: RoomSettings
    /// The user's own place.
    public var standing: Standing
    /// People of a group who are in it, invited, or waiting to be let in.
    public var people: UInt64
    /// People with the role of an owner.
    public var owners: UInt64
    /// The numbers of the pinned messages, in the order in which they were pinned.
    public var pins: [Seq] = []

    /// Creates the value.
    public init(
        settings: RoomSettings = RoomSettings(), standing: Standing = Standing(), people: UInt64 = 0,
        owners: UInt64 = 0, pins: [Seq] = []
    ) {
        self.settings = settings
        self.standing = standing
        self.people = people
        self.owners = owners
        self.pins = pins
    }

    /// Folds an event of the room: settings, changes of membership, pins, and the deletion of a
    /// pinned message.
    ///
    /// The counts are the server's: they are told anew when somebody joins the room.
    /// - Parameters:
    ///   - user: whose place ``standing`` is
    ///   - room: the event's room
    public mutating func fold(_ event: Event, of user: UserID, in room: RoomName) {
        switch event.content {
        case .settings(let change):
            settings.apply(change)
            if event.makesRoom, event.author.user == user { standing.makeOwner(of: room) }
        case .membership(let change):
            if change.member == user { standing.apply(change.action, seq: event.seq) }
        case .pin(let of, let on):
            pins.removeAll { $0 == of }
            if on { pins.append(of) }
        case .deletion(let of, _): pins.removeAll { $0 == of }
        case .message, .deleted, .edit, .reaction, .unreaction, .link, .choice, .block, .profile, .damaged, .unknown:
            break
        }
    }
}

extension RoomInfo {
    /// What somebody who may not enter the room is told of it: their own place, and no more; if
    /// they are invited to the group or have asked to be let in, also its settings and how many
    /// people it has.
    package var fromOutside: RoomInfo {
        switch standing.membership {
        case .invited, .requested: RoomInfo(settings: settings, standing: standing, people: people)
        case .outsider, .member: RoomInfo(standing: standing)
        }
    }
}

extension Event {
    /// Whether it is the first of its room and set it up: its author owns the room.
    public var makesRoom: Bool {
        if case .settings = content { seq == 1 } else { false }
    }
}

extension Standing {
    /// The user has made a room by its settings.
    public mutating func makeOwner(of room: RoomName) {
        if room.kind == .group {
            membership = .member
            since = 1
        }
        role = .owner
    }
}

/// A room in the list of a user's rooms.
public struct RoomEntry: Hashable, Sendable {
    /// The room's name, which says of what kind the room is (``RoomName/kind``).
    public var room: RoomName
    /// The room's settings and pins, and the user's own place.
    public var info: RoomInfo
    /// The epoch of the room's log.
    public var epoch: Epoch
    /// The number of the room's newest event; 0 for none. It is 0 in an open room from which the
    /// user is banned, and in a group in which they are not.
    public var head: Seq
    /// How far the user has read the room, if known.
    public var read: Seq?
    /// Messages of others that the user has not read, at most ``Limits/unreadCount``.
    public var unread: UInt64
    /// Those of them that mention the user (``MentionRule``), by the name of the connection that
    /// asked; at most ``Limits/unreadCount``.
    public var mentions: UInt64 = 0
    /// Whether ``unread`` and ``mentions`` are exact below ``Limits/unreadCount``. `false`: the
    /// server has not looked at all that is unread, so there may be more. ``unread`` is 1 at least
    /// then.
    public var isExact = true
    /// The newest message that the user may read.
    public var last: Event?
    /// The other person of a direct room, as far as their name is known.
    public var with: Author?
    /// The person who invited the user, as far as that is known. Only for an invitation.
    public var inviter: Author?
    /// What the user has chosen about the room.
    public var choice = Choice()
    /// What the user has written for the room and not sent; empty for nothing.
    public var draft = ""

    /// Creates an entry of a room about which the user has chosen nothing.
    public init(
        room: RoomName, info: RoomInfo, epoch: Epoch, head: Seq, read: Seq? = nil, unread: UInt64 = 0,
        last: Event? = nil, with: Author? = nil
    ) {
        self.room = room
        self.info = info
        self.epoch = epoch
        self.head = head
        self.read = read
        self.unread = unread
        self.last = last
        self.with = with
    }
}

extension RoomEntry {
    /// The entry for a user who may not enter the room. It does not tell what happens there.
    package var fromOutside: RoomEntry {
        var entry = self
        entry.info = info.fromOutside
        entry.head = 0
        entry.last = nil
        entry.unread = 0
        entry.isExact = true
        return entry
    }
}

/// A person of a room, and their place there.
public struct Person: Hashable, Sendable {
    /// The name is empty where nobody has told it.
    public var author: Author
    /// Membership, role, ban and mute.
    public var standing: Standing

    /// Creates the value.
    public init(author: Author, standing: Standing) {
        self.author = author
        self.standing = standing
    }
}

extension RoomEntry {
    /// About the bytes that the entry takes in a page.
    public var pageBytes: Int {
        let avatar = info.settings.avatar.map { AvatarChange.image($0).jsonBytes } ?? 0
        let payload = info.settings.payload?.jsonBytes ?? 0
        let settings = info.settings.title.jsonBytes + info.settings.topic.jsonBytes + avatar + payload
        let texts = settings + (with?.name.jsonBytes ?? 0) + (inviter?.name.jsonBytes ?? 0) + draft.jsonBytes
        return (last?.pageBytes ?? 0) + texts + info.pins.count * 8 + 500
    }
}
