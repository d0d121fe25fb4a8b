/// What a member of a room may do there. It has no meaning outside of the room.
public enum RoomRole: UInt8, Hashable, Sendable, Comparable {
    case member = 0
    /// May delete the messages of others, remove, ban and mute members, pin, and change the settings.
    case moderator = 1
    /// May also give roles.
    case owner = 2

    public static func < (one: RoomRole, other: RoomRole) -> Bool { one.rawValue < other.rawValue }
}

/// What happens to one person's place in a room. Each change is an event.
public struct MembershipChange: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// The person may join a group.
        case invite
        /// The person asks to be let into a group.
        case request
        /// The person becomes a member of a group, by themselves or let in by a moderator.
        case join
        /// The person leaves, or declines an invitation.
        case leave
        /// Somebody else ends the membership, invitation or request.
        case remove
        case role(RoomRole)
        /// The person may not enter the room until then: milliseconds since 1970-01-01 UTC.
        case ban(until: Int64)
        case unban
        /// The person may not write until then: milliseconds since 1970-01-01 UTC.
        case mute(until: Int64)
        case unmute

        /// The end of a ban or mute that has none.
        public static let forGood = Int64(Limits.largestInteger)
    }

    /// Whose place it is.
    public var member: UserID
    /// What the person is called, as far as the author of the change knows.
    public var called: String?
    public var action: Action
    /// For the log and the person.
    public var reason: String?

    public init(_ member: UserID, _ action: Action, called: String? = nil, reason: String? = nil) {
        self.member = member
        self.action = action
        self.called = called
        self.reason = reason
    }

    /// Why it may not be done, whoever asks and in whatever room; `nil` if it may.
    public func check() -> WireError? {
        if let called, let fault = NameRule.check(called) { return fault }
        if let reason, let fault = LineRule.fault(of: reason, most: Limits.reasonBytes) {
            return WireError(.membership, "The reason \(fault).")
        }
        return nil
    }

    public var textBytes: Int { (called?.utf8.count ?? 0) + (reason?.utf8.count ?? 0) }

    /// Whether the person can't read the room any more.
    public var endsReading: Bool {
        switch action {
        case .leave, .remove, .ban: true
        case .invite, .request, .join, .role, .unban, .mute, .unmute: false
        }
    }
}

/// One person's place in a room: the fold of the `membership` events about them.
public struct Standing: Hashable, Sendable {
    public enum Membership: UInt8, Hashable, Sendable {
        case none = 0
        case invited = 1
        case requested = 2
        case member = 3
    }

    public var membership = Membership.none
    public var role = RoomRole.member
    /// The number of the event by which they became a member; 0 before.
    public var since: UInt64 = 0
    /// When the ban ends, in milliseconds since 1970-01-01 UTC. It may be past.
    public var bannedUntil: Int64?
    /// When the mute ends, in milliseconds since 1970-01-01 UTC. It may be past.
    public var mutedUntil: Int64?

    public init(membership: Membership = .none, role: RoomRole = .member, since: UInt64 = 0) {
        self.membership = membership
        self.role = role
        self.since = since
    }

    /// - Parameter seq: the number of the event
    public mutating func apply(_ action: MembershipChange.Action, seq: UInt64) {
        switch action {
        case .invite: membership = .invited
        case .request: membership = .requested
        case .join:
            membership = .member
            role = .member
            since = seq
        case .leave, .remove: end()
        case .role(let new): role = new
        case .ban(let until):
            end()
            bannedUntil = until
        case .unban: bannedUntil = nil
        case .mute(let until): mutedUntil = until
        case .unmute: mutedUntil = nil
        }
    }

    private mutating func end() {
        membership = .none
        role = .member
        since = 0
    }

    public func isBanned(at time: Int64) -> Bool { bannedUntil.map { time < $0 } ?? false }
    public func isMuted(at time: Int64) -> Bool { mutedUntil.map { time < $0 } ?? false }
}
