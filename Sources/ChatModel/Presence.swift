import ChatWire

/// Who is in a room: told as it happens, never in the log.
public struct Presence: Hashable, Sendable {
    /// How many people are here.
    public internal(set) var count: UInt64 = 0
    /// Those who are known by name, at most ``ChatWire/Limits/membersListed``, by name.
    public private(set) var members: [Author] = []
    /// Who came and went, oldest first, at most ``ChatWire/Limits/notices``.
    public private(set) var notices: [Notice] = []

    /// When the list was asked for on this connection.
    private var asked: Int64?
    private var isWanted = true
    private var lastNotice: UInt64 = 0

    /// A large room tells only its count; its list is asked for no more often than this, in milliseconds.
    static let askedAgain: Int64 = 30_000

    public init() {}

    /// Comings and goings between two messages, with the last word on each person.
    public struct Notice: Hashable, Sendable {
        public var number: UInt64
        /// The event it came after.
        public var after: UInt64
        /// Milliseconds since 1970-01-01 UTC, by this device's clock.
        public var at: Int64
        public var joined: [Author]
        public var left: [Author]

        public init(number: UInt64, after: UInt64, at: Int64, joined: [Author], left: [Author]) {
            self.number = number
            self.after = after
            self.at = at
            self.joined = joined
            self.left = left
        }
    }

    /// Whether the list is to be asked for now; then it is taken to be.
    mutating func ask(at now: Int64) -> Bool {
        guard isWanted else { return false }
        isWanted = false
        asked = now
        return true
    }

    /// The connection is gone, and with it what was known of others.
    mutating func interrupted() {
        isWanted = true
        asked = nil
    }

    mutating func counted(_ count: UInt64) { self.count = count }

    mutating func listed(_ people: [Author], count: UInt64) {
        self.count = count
        members.removeAll()
        for person in people.prefix(Limits.membersListed) { add(person) }
    }

    /// Folds a push; `me` is not news to oneself.
    mutating func changed(
        count: UInt64, joined: [Author], left: [Author], me: UserID?, after: UInt64, at now: Now
    ) {
        self.count = count
        for person in left { members.removeAll { $0.user == person.user } }
        for person in joined { add(person) }
        notice(joined.filter { $0.user != me }, left.filter { $0.user != me }, after: after, at: now.wall)
        guard members.count != Int(min(count, UInt64(Limits.membersListed))) else { return }
        if !(joined.isEmpty && left.isEmpty) || now.monotonic &- (asked ?? 0) >= Presence.askedAgain { isWanted = true }
    }

    private mutating func add(_ person: Author) {
        members.removeAll { $0.user == person.user }
        guard members.count < Limits.membersListed else { return }
        members.insert(person, at: members.firstIndex { person.isListed(before: $0) } ?? members.count)
    }

    private mutating func notice(_ joined: [Author], _ left: [Author], after: UInt64, at: Int64) {
        let joined = Array(joined.prefix(Limits.membersListed))
        let left = Array(left.prefix(Limits.membersListed))
        if joined.isEmpty && left.isEmpty { return }
        var notice = Notice(number: lastNotice + 1, after: after, at: at, joined: [], left: [])
        if let last = notices.last, last.after == after {
            notice = last
            notices.removeLast()
        }
        lastNotice = notice.number
        let changed = Set((joined + left).map { $0.user })
        notice.joined = (notice.joined.filter { !changed.contains($0.user) } + joined).suffix(Limits.membersListed)
        notice.left = (notice.left.filter { !changed.contains($0.user) } + left).suffix(Limits.membersListed)
        notices.append(notice)
        if notices.count > Limits.notices { notices.removeFirst() }
    }
}

extension Author {
    /// By name, then by id: an order that does not depend on who came first.
    func isListed(before other: Author) -> Bool {
        if name.utf8.lexicographicallyPrecedes(other.name.utf8) { return true }
        if other.name.utf8.lexicographicallyPrecedes(name.utf8) { return false }
        return (user.high, user.low) < (other.user.high, other.user.low)
    }
}
