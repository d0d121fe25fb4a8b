import ChatWire

/// The invite links of a group and the places of its people, as its log tells them up to an event.
///
/// It says in other words what ``ChatRooms/InviteLinks`` and ``ChatWire/RoomAccess`` say, so that a
/// mistake there is seen here.
struct LinkLog {
    struct Link {
        let maker: UserID
        let uses: UInt64?
        let until: Int64?
        var used: UInt64 = 0
        /// Whether somebody has revoked it, or its maker is no member any more.
        var hasEnded = false

        var isUsedUp: Bool { uses.map { used >= $0 } ?? false }
        /// Whether it would let somebody in before ``until``.
        var isOpen: Bool { !hasEnded && !isUsedUp }
    }

    private(set) var links: [ChatWire.LinkID: Link] = [:]
    private(set) var members: Set<UserID> = []
    private(set) var moderators: Set<UserID> = []
    private(set) var invited: Set<UserID> = []
    private(set) var bannedUntil: [UserID: Int64] = [:]

    mutating func apply(_ event: Event) {
        let author = event.author.user
        switch event.content {
        case .settings:
            guard event.seq == 1 else { return }
            members = [author]
            moderators = [author]
        case .link(let change):
            if change.on {
                links[change.link] = Link(maker: author, uses: change.uses, until: change.until)
            } else {
                links[change.link]?.hasEnded = true
            }
        case .membership(let change): apply(change)
        default: break
        }
    }

    private mutating func apply(_ change: MembershipChange) {
        let person = change.member
        switch change.action {
        case .invite: invited.insert(person)
        case .join:
            invited.remove(person)
            moderators.remove(person)
            members.insert(person)
            if let use = change.link { links[use.link]?.used += 1 }
        case .leave, .remove: depart(person)
        case .ban(let until):
            depart(person)
            bannedUntil[person] = until
        case .unban: bannedUntil[person] = nil
        case .role(let role): if role == .member { moderators.remove(person) } else { moderators.insert(person) }
        case .request, .mute, .unmute: break
        }
    }

    private mutating func depart(_ person: UserID) {
        for places in [\LinkLog.invited, \.moderators, \.members] { self[keyPath: places].remove(person) }
        for (id, link) in links where link.maker == person { links[id]?.hasEnded = true }
    }

    /// What a log tells after each of its events, from `first` to `last`.
    static func states(of log: [Event], from first: Seq, to last: Seq) -> [LinkLog] {
        var state = LinkLog()
        var states = first == 0 ? [state] : []
        for event in log {
            guard event.seq <= last else { break }
            state.apply(event)
            if event.seq >= first { states.append(state) }
        }
        return states
    }
}
