/// What a member of a room may do there. It has no meaning outside of the room.
public enum RoomRole: UInt8, Hashable, Sendable, Comparable {
    /// Has no rights over other people. In an open room, everyone without another role has this
    /// one.
    case member = 0
    /// May delete the messages of others, remove, ban and mute members, pin, and change the
    /// settings.
    case moderator = 1
    /// May also give roles.
    case owner = 2

    public static func < (one: RoomRole, other: RoomRole) -> Bool { one.rawValue < other.rawValue }
}

/// What happens to one person's place in a room. Each change is an event.
public struct MembershipChange: Hashable, Sendable {
    /// The kind of a change, as `action` on the wire. ``RoomAccess`` decides who may make it.
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
        /// An owner gives the person this role. Owners can give up their own.
        case role(RoomRole)
        /// The person may not enter the room until then: milliseconds since 1970-01-01 UTC.
        case ban(until: Int64)
        /// A moderator ends the ban. The person is not a member again by that.
        case unban
        /// The person may not write until then: milliseconds since 1970-01-01 UTC.
        case mute(until: Int64)
        /// A moderator ends the mute.
        case unmute

        /// The end of a ban or mute that has none.
        public static let forGood = Int64(Limits.largestInteger)
    }

    /// Whose place it is.
    public var member: UserID
    /// What the person is called, as far as the author of the change knows.
    public var called: String?
    /// What changes.
    public var action: Action
    /// For the log and the person.
    public var reason: String?
    /// The secret of an invite link, in a request to join by the link. It is never in the log.
    public var code: InviteSecret?
    /// The invite link that was used, in the event of a join. It is never in a request.
    public var link: LinkUse?

    /// Creates the value.
    public init(
        _ member: UserID, _ action: Action, called: String? = nil, reason: String? = nil, code: InviteSecret? = nil,
        link: LinkUse? = nil
    ) {
        self.member = member
        self.action = action
        self.called = called
        self.reason = reason
        self.code = code
        self.link = link
    }

    /// Why it may not be done, for any user and any room; `nil` if it may.
    public func check() -> WireError? {
        if let called, let fault = NameRule.check(called) { return fault }
        if let reason, let fault = LineRule.fault(of: reason, most: Limits.reasonBytes) {
            return WireError(.membership, "The reason \(fault).")
        }
        if code != nil, action != .join { return WireError(.membership, "A code is for joining only.") }
        return nil
    }

    /// Bytes of UTF-8 in the name and the reason, which count for the author's rate limit.
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
    /// How a person belongs to a group. In an open room everyone is an ``outsider``.
    public enum Membership: UInt8, Hashable, Sendable {
        /// Not at all.
        case outsider = 0
        /// A member has invited the person, who has not answered yet.
        case invited = 1
        /// The person has asked to be let in, and no moderator has answered yet.
        case requested = 2
        /// The person is in the group.
        case member = 3
    }

    /// How the person belongs to the room, if it is a group.
    public var membership = Membership.outsider
    /// The role that was given to the person in this room. ``RoomAccess/role`` adds what an
    /// administrator of the server may do.
    public var role = RoomRole.member
    /// The number of the event by which they became a member, or were invited; 0 for others.
    public var since: Seq = 0
    /// When the ban ends, in milliseconds since 1970-01-01 UTC. It may be past.
    public var bannedUntil: Int64?
    /// When the mute ends, in milliseconds since 1970-01-01 UTC. It may be past.
    public var mutedUntil: Int64?

    /// Creates a standing without a ban or a mute.
    public init(membership: Membership = .outsider, role: RoomRole = .member, since: Seq = 0) {
        self.membership = membership
        self.role = role
        self.since = since
    }

    /// - Parameter seq: the number of the event
    public mutating func apply(_ action: MembershipChange.Action, seq: Seq) {
        switch action {
        case .invite:
            membership = .invited
            since = seq
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
        membership = .outsider
        role = .member
        since = 0
    }

    /// Whether there is a ban that has not ended.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC
    public func isBanned(at time: Int64) -> Bool { bannedUntil.map { time < $0 } ?? false }
    /// Whether there is a mute that has not ended.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC
    public func isMuted(at time: Int64) -> Bool { mutedUntil.map { time < $0 } ?? false }
}
