import ChatWire

/// Who is in a room. Presence is pushed live, and is not in the log.
public struct Presence: Hashable, Sendable {
    /// The number of people in the room, the user included; 0 while it is not known: before the
    /// room is joined, and without a connection.
    public private(set) var count: UInt64 = 0
    /// The known members, in the order of ``ChatWire/Author/isListed(before:)``; at most
    /// ``ChatWire/Limits/membersListed``. Empty before the room is joined, and without a
    /// connection.
    public private(set) var members: [Author] = []
    /// Joins and leaves, oldest first; at most ``ChatWire/Limits/notices``. Without those in rooms
    /// with more than ``ChatWire/Limits/peopleNoticed`` people, and those right after a
    /// reconnection, when everybody comes back.
    public private(set) var notices: [Notice] = []

    /// The ``members`` when the connection was lost, until there is a new list.
    private var former: [Author] = []
    /// The members, or those when the connection was lost: people whose names are known.
    package var acquaintances: [Author] { members.isEmpty ? former : members }

    /// When the member list was requested on this connection.
    private var asked: Int64?
    private var isWanted = true
    /// Whether the connection was lost while the user was in the room.
    private var wasCut = false
    /// Until this time, by the monotonic clock, joins and leaves make no notice; `nil` if they do.
    private var silentUntil: Int64?
    /// When the last notice was changed, by the monotonic clock.
    private var noticedAt: Int64 = .min
    /// Whether the last notice was changed right before the connection was lost.
    private var endsWithCut = false
    private var lastNotice: UInt64 = 0
    /// The people in the last notice's `left` who had joined after the same message.
    private var visitors: Set<UserID> = []

    /// Creates an empty presence.
    public init() {}

    /// The joins and leaves between two messages. Each person's last change counts. A person who
    /// left and came back is not named: usually they reconnected, or reloaded a page.
    public struct Notice: Hashable, Sendable {
        /// Its number, unique in the room.
        public var number: UInt64
        /// The event before it.
        public var after: Seq
        /// Milliseconds since 1970-01-01 UTC, by this device's clock.
        public var at: Int64
        /// Who joined.
        public var joined: [Author]
        /// Who left.
        public var left: [Author]

        /// Creates a notice.
        public init(number: UInt64, after: Seq, at: Int64, joined: [Author], left: [Author]) {
            self.number = number
            self.after = after
            self.at = at
            self.joined = joined
            self.left = left
        }
    }

    /// Whether to request the member list now. If so, it counts as requested.
    mutating func ask(at now: Int64) -> Bool {
        guard isWanted else { return false }
        isWanted = false
        asked = now
        return true
    }

    /// The connection is lost, or the user may not read the room any more.
    mutating func interrupted(at now: Now) {
        if count > 0 {
            wasCut = true
            endsWithCut = noticedAt >= now.monotonic &- Limits.farewell
        }
        left()
    }

    /// The user is not in the room any more: presence is unknown.
    mutating func left() {
        isWanted = true
        asked = nil
        if !members.isEmpty { former = members }
        count = 0
        members = []
    }

    /// The user is in the room, with so many people. After a lost connection others come back, too.
    /// So for a minute their joins and leaves make no notice.
    mutating func entered(count: UInt64, at now: Now) {
        self.count = count
        if wasCut { silentUntil = now.monotonic &+ Limits.returnSilence }
        wasCut = false
    }

    mutating func listed(_ people: [Author], count: UInt64, at now: Now) {
        self.count = count
        members.removeAll()
        former = []
        for person in people.prefix(Limits.membersListed) { add(person) }
        if isSilent(now), endsWithCut { returned(members) }
    }

    /// Folds a push. In an open room (`isOpen`), the joins and leaves of others than the user
    /// (`me`) become a notice. In groups and direct rooms they do not. There the log shows new
    /// members, and the list of people shows who is connected. If somebody in `joined` is a member
    /// already, they have a new name: that makes no notice.
    mutating func changed(
        count: UInt64, joined: [Author], left: [Author], me: UserID?, isOpen: Bool, after: Seq, at now: Now
    ) {
        self.count = count
        for person in left { members.removeAll { $0.user == person.user } }
        let newcomers = joined.filter { person in !members.contains { $0.user == person.user } }
        for person in joined { add(person) }
        if isSilent(now) {
            if endsWithCut { returned(joined) }
        } else if count > UInt64(Limits.peopleNoticed) {
            if notices.last?.after == after { returned(joined) }
        } else if isOpen {
            notice(newcomers.filter { $0.user != me }, left.filter { $0.user != me }, after: after, at: now)
        }
        guard members.count != Int(min(count, UInt64(Limits.membersListed))) else { return }
        if !(joined.isEmpty && left.isEmpty) || now.monotonic &- (asked ?? 0) >= Limits.membersInterval {
            isWanted = true
        }
    }

    private mutating func isSilent(_ now: Now) -> Bool {
        if let silentUntil, now.monotonic < silentUntil { return true }
        silentUntil = nil
        return false
    }

    /// Takes people who are here again out of the last notice. A server that stops tells that
    /// everybody has left.
    private mutating func returned(_ people: [Author]) {
        guard var notice = notices.popLast() else { return }
        for person in people where notice.left.contains(where: { $0.user == person.user }) { _ = notice.forget(person) }
        if !notice.joined.isEmpty || !notice.left.isEmpty { notices.append(notice) }
    }

    private mutating func add(_ person: Author) {
        members.removeAll { $0.user == person.user }
        guard members.count < Limits.membersListed else { return }
        members.insert(person, at: members.firstIndex { person.isListed(before: $0) } ?? members.count)
    }

    private mutating func notice(_ joined: [Author], _ left: [Author], after: Seq, at now: Now) {
        let joined = Array(joined.prefix(Limits.membersListed))
        let left = Array(left.prefix(Limits.membersListed))
        if joined.isEmpty && left.isEmpty { return }
        var notice = Notice(number: lastNotice + 1, after: after, at: now.wall, joined: [], left: [])
        if let last = notices.last, last.after == after {
            notice = last
            notices.removeLast()
        } else {
            visitors = []
        }
        (lastNotice, noticedAt, endsWithCut) = (notice.number, now.monotonic, false)
        for person in left {
            if notice.forget(person).joined { visitors.insert(person.user) }
            notice.left.append(person)
        }
        for person in joined {
            let isBack = notice.forget(person).left && visitors.remove(person.user) == nil
            if !isBack { notice.joined.append(person) }
        }
        notice.joined = notice.joined.suffix(Limits.membersListed)
        notice.left = notice.left.suffix(Limits.membersListed)
        visitors.formIntersection(notice.left.map { $0.user })
        if notice.joined.isEmpty && notice.left.isEmpty { return }
        notices.append(notice)
        if notices.count > Limits.notices { notices.removeFirst() }
    }
}

extension Presence.Notice {
    /// Removes a person.
    ///
    /// - Returns: which lists had them
    fileprivate mutating func forget(_ person: Author) -> (joined: Bool, left: Bool) {
        let (joined, left) = (self.joined.count, self.left.count)
        self.joined.removeAll { $0.user == person.user }
        self.left.removeAll { $0.user == person.user }
        return (self.joined.count < joined, self.left.count < left)
    }
}
