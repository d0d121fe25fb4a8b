import ChatWire

/// A group, a direct room, an invitation or a followed open room in the user's list of rooms.
public struct ListedRoom: Hashable, Sendable, Identifiable {
    /// The room's name.
    public var room: RoomName
    /// The room's name, as the list's ``Swift/Identifiable`` element.
    public var id: RoomName { room }
    /// The room's settings and the user's own place.
    public var info: RoomInfo
    /// The newest message, if it is known.
    public var last: Event?
    /// The number of messages that the user has not read.
    public var unread = Unread()
    /// The read mark after which ``unread`` counts; 0 if the user has read nothing.
    public var readMark: Seq = 0
    /// The other person of a direct room, if they are known.
    public var partner: Author?
    /// The person who invited the user, if that is known. Only for an invitation.
    public var inviter: Author?
    /// What the user has chosen about the room, on all their devices.
    public var choice = Choice()
    /// No unread message is newer than this event.
    fileprivate var newest: Seq = 0

    /// Creates an entry.
    public init(room: RoomName, info: RoomInfo) {
        self.room = room
        self.info = info
    }

    /// What to call the room.
    public var title: String { room.title(info.settings, partner: partner) }

    /// Whether the user is invited and has not answered.
    public var isInvitation: Bool { info.standing.membership == .invited }

    /// Whether the user is in the room, so that it opens without a question. An open room that is
    /// on the list is followed.
    public var isIn: Bool {
        switch room.kind {
        case .group: info.standing.membership == .member
        case .direct: true
        case .open: choice.isFollowed
        case .own: false
        }
    }

    /// What is left of it when the server does not list the room: what the user has chosen.
    fileprivate var withoutPlace: ListedRoom {
        var entry = ListedRoom(room: room, info: RoomInfo())
        entry.choice = choice
        return entry
    }

    /// Whether it is on the list. About other rooms the user has only chosen something: open rooms
    /// that they do not follow, and groups that they have left.
    var isShown: Bool {
        switch room.kind {
        case .open: choice.isFollowed
        case .group: info.standing.membership != .outsider
        case .direct, .own: true
        }
    }
}

/// The user's groups, direct rooms and invitations, and what they have chosen about rooms: loaded
/// from the server in pages, and kept current by its pushes.
public struct RoomList: Hashable, Sendable {
    /// How far the list is loaded.
    public private(set) var state = State.unknown
    /// The entries, by room; at most ``ChatWire/Limits/roomsListed``.
    public private(set) var entries: [RoomName: ListedRoom] = [:]

    /// The people whom the user blocks; as the journal has them until the list is loaded.
    public private(set) var blocked: Set<UserID> = []

    /// What the user has chosen about rooms without an entry: as the journal has it, until the list
    /// is loaded; and about groups that they have left since, at most
    /// ``ChatWire/Limits/roomsListed``.
    private var remembered: [RoomName: Choice] = [:]
    /// The user's own profile.
    public private(set) var profile = Profile()

    /// Events of the user's own log since the list was requested: a page may be older.
    private var changes: [Event.Content] = []
    /// Rooms of the pages that came since the list was requested.
    private var listed: Set<RoomName> = []
    /// The numbers of the newest pushes since the list was requested: a page may be older.
    private var told: [RoomName: Seq] = [:]
    /// The user's read marks that came since the list was requested: a page may be older.
    private var marks: [RoomName: Seq] = [:]

    /// How far a list of rooms is loaded.
    public enum State: Hashable, Sendable {
        /// Not requested on this connection. ``RoomList/entries`` are those of an earlier one.
        case unknown
        /// Requested on this connection. Pages are missing.
        case loading
        /// All pages have come. The server's pushes keep current where the user has a place, and
        /// what happens in the rooms that the client has joined (``ChatWire/Limits/roomsEntered``).
        case loaded
        /// The server has no groups and direct rooms.
        case unsupported
    }

    /// Creates an empty list.
    public init() {}

    /// A list that is not loaded, with what the journal has.
    init(choices: [RoomName: Choice], blocked: Set<UserID>) {
        remembered = choices
        self.blocked = blocked
    }

    /// What the user has chosen about a room.
    func choice(of room: RoomName) -> Choice { entries[room]?.choice ?? remembered[room] ?? Choice() }

    mutating func begin() {
        state = .loading
        forgetRequest()
    }

    private mutating func forgetRequest() {
        listed.removeAll()
        told.removeAll()
        marks.removeAll()
        changes.removeAll()
    }

    mutating func interrupted() {
        if state != .unsupported { state = .unknown }
    }

    /// The server refused the list.
    mutating func refused(_ error: WireError) {
        state = error.code == .unknownType ? .unsupported : .unknown
    }

    /// Takes a page.
    ///
    /// - Parameter after: where the page began
    /// - Returns: where the next page begins; `nil` if this was the last one
    mutating func take(
        _ page: [RoomEntry], _ blocked: [UserID], _ profile: Profile, after: RoomName?, next: RoomName?
    ) -> RoomName? {
        if after == nil {
            self.blocked = Set(blocked.prefix(Int(Limits.blocksPerUser)))
            self.profile = profile
        }
        note(page)
        for entry in page where listed.count < Limits.roomsListed { listed.insert(entry.room) }
        // Stops at a server whose pages do not go forward.
        let isForward = next.map { after?.isBefore($0) ?? true } ?? false
        if isForward, !page.isEmpty, listed.count < Limits.roomsListed { return next }
        state = .loaded
        remembered.removeAll()
        let chosen = Set(changes.compactMap { if case .choice(let change) = $0 { change.room } else { nil } })
        for room in Array(entries.keys) where !listed.contains(room) && told[room] == nil {
            entries[room] = chosen.contains(room) ? entries[room]?.withoutPlace : nil
        }
        forgetRequest()
        return nil
    }

    /// Takes what the server says of some of the rooms.
    mutating func note(_ page: [RoomEntry]) {
        for entry in page where entries[entry.room] != nil || entries.count < Limits.roomsListed {
            entries[entry.room]?.choice = entry.choice
            if let seq = told[entry.room], seq > entry.head { continue }
            var room = ListedRoom(room: entry.room, info: entry.info)
            room.last = entry.last
            room.newest = entry.last?.seq ?? entry.head
            room.unread = Unread(
                // Of all rooms they are added up, so a server must not say more than it may count.
                count: Int(clamping: min(entry.unread, Limits.unreadCount)),
                isExact: entry.isExact && entry.unread < Limits.unreadCount,
                mentions: Int(clamping: min(entry.mentions, Limits.unreadCount)))
            room.readMark = entry.read ?? 0
            room.partner = entry.with ?? entries[entry.room]?.partner
            room.inviter = entry.inviter ?? entries[entry.room]?.inviter
            room.choice = entry.choice
            entries[entry.room] = room
            if let mark = marks[entry.room] { read(entry.room, upTo: mark) }
        }
        for change in changes { apply(change) }
    }

    /// The user has read a room on another device, up to `seq`.
    mutating func read(_ room: RoomName, upTo seq: Seq) {
        if state == .loading, marks.count < Limits.roomsListed { marks[room] = max(marks[room] ?? 0, seq) }
        guard var entry = entries[room], seq > entry.readMark else { return }
        entry.readMark = seq
        // No more can be unread than there are events after the mark.
        let rest = max(entry.newest, seq) - seq
        entry.unread.count = min(entry.unread.count, rest)
        entry.unread.mentions = min(entry.unread.mentions, rest)
        if rest == 0 { entry.unread.isExact = true }
        entries[room] = entry
    }

    /// The user's own log has a new event.
    mutating func chose(_ content: Event.Content) {
        if state == .loading, changes.count < Limits.roomsListed { changes.append(content) }
        apply(content)
    }

    private mutating func apply(_ content: Event.Content) {
        switch content.own {
        case .choice(let change)?:
            guard entries[change.room] != nil || entries.count < Limits.roomsListed else { return }
            var entry = entries[change.room] ?? ListedRoom(room: change.room, info: RoomInfo())
            entry.choice = choice(of: change.room)
            entry.choice.apply(change)
            remembered[change.room] = nil
            let isKept = entry.room.kind != .open || entry.choice != Choice()
            entries[change.room] = isKept ? entry : nil
        case .block(let person, let on)?:
            if !on {
                blocked.remove(person)
            } else if blocked.count < Int(Limits.blocksPerUser) {
                blocked.insert(person)
            }
        case .profile(let change)?: profile.apply(change)
        case nil: break
        }
    }

    /// The user's place in a room has changed, by the event `seq` of `author`.
    mutating func changed(_ room: RoomName, _ seq: Seq, by author: Author, _ info: RoomInfo, me: UserID?) {
        // An open room is on the list by the user's choice alone.
        if room.kind == .open, entries[room] == nil { return }
        if state == .loading, told.count < Limits.roomsListed { told[room] = seq }
        if room.kind == .group, info.standing.membership == .outsider {
            // What the user has chosen about the group holds when they come back.
            let left = entries.removeValue(forKey: room)
            if let left, left.choice != Choice(), remembered.count < Limits.roomsListed {
                remembered[room] = left.choice
            }
            return
        }
        guard entries[room] != nil || entries.count < Limits.roomsListed else { return }
        var entry = entries[room] ?? ListedRoom(room: room, info: info)
        entry.choice = choice(of: room)
        remembered[room] = nil
        entry.info = info
        if author.user != me {
            if info.standing.membership == .invited { entry.inviter = author }
            if room.partner(of: me) == author.user { entry.partner = author }
        }
        entries[room] = entry
    }
}

extension RoomName {
    /// The other person of a direct room.
    public func partner(of user: UserID?) -> UserID? {
        guard let user, case .direct(let one, let other) = kind else { return nil }
        return user == one ? other : user == other ? one : nil
    }

    /// What to call the room: its title, the other person's name, or the room's name.
    public func title(_ settings: RoomSettings?, partner: Author?) -> String {
        if let settings, !settings.title.isEmpty { return settings.title }
        switch kind {
        case .open: return text
        case .group: return localized("Group")
        case .direct:
            if let name = partner?.name, !name.isEmpty { return name }
            return localized("Direct chat")
        case .own: return localized("My choices")
        }
    }
}
