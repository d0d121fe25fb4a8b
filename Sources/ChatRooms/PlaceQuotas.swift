import ChatWire

/// Decides how often all users of one address, or of one site's IPv6 addresses, may change places
/// in rooms: invite one person, act as moderators on one person in one room, ask to enter one
/// group, and do what all members of one group are told.
///
/// Guests and rooms are free. Without these quotas one peer could use up the invitations that a
/// person takes, have all devices of a person told of bans and mutes without end, make all members
/// of a group read its requests and its coming and going, or fill a group with people who do not
/// exist.
struct PlaceQuotas: Sendable {
    /// What a change of a place counts as.
    enum Kind: Hashable {
        /// An invitation of this person. A person has room for a limited number.
        case invitation(of: UserID)
        /// An invitation to this group. It takes one of the group's places.
        case place(in: RoomName)
        /// A removal, a new role, a ban, a mute, or the end of a ban or a mute. The person is told.
        case sanction(of: UserID, in: RoomName)
        case request(to: RoomName)
        /// A join or a new link. All members are told.
        case entry(to: RoomName)
        /// A join or a new link of this person.
        case ownEntry(of: UserID, to: RoomName)

        /// Whether moderators and invited people are exempt.
        fileprivate var exemptsModerators: Bool {
            switch self {
            case .invitation, .sanction, .request: false
            case .place, .entry, .ownEntry: true
            }
        }

        fileprivate var limit: Spending.Limit {
            switch self {
            case .invitation: .invitations
            case .place: .groupPlaces
            case .sanction: .sanctions
            case .request: .entryRequests
            case .entry: .entries
            case .ownEntry: .ownEntries
            }
        }

        fileprivate var subject: Spending.Subject {
            switch self {
            case .invitation(let person): .person(person)
            case .sanction(let person, let room), .ownEntry(let person, let room): .place(person, room)
            case .place(let room), .request(let room), .entry(let room): .room(room)
            }
        }

        fileprivate var words: String {
            switch self {
            case .invitation: "invited this person too often"
            case .sanction: "changed this person's place too often"
            case .request: "asked to enter this group too often"
            case .place: "invited too many people to this group"
            case .entry, .ownEntry: "entered this group, or made links to it, too often"
            }
        }
    }

    private var quotas: [Spending.Limit: OriginQuota] = [:]

    /// - Parameter spendings: notes such changes; `nil` without other servers
    init(telling spendings: Spendings? = nil) {
        func add(_ limit: Spending.Limit, _ count: Int, _ seconds: Int, _ capacity: Int) {
            quotas[limit] = OriginQuota(
                .init(count, within: seconds), capacity: capacity, as: limit, telling: spendings)
        }
        add(.invitations, Limits.invitationsPerAddress, Limits.invitationsPeriod, Limits.invitationQuotasKept)
        add(.sanctions, Limits.sanctionsPerAddress, Limits.sanctionsPeriod, Limits.sanctionQuotasKept)
        add(
            .entryRequests, Limits.entryRequestsPerAddress, Limits.entryRequestsPeriod, Limits.entryRequestQuotasKept)
        add(.groupPlaces, Limits.groupInvitationsPerAddress, Limits.invitationsPeriod, Limits.invitationQuotasKept)
        add(.entries, Limits.entriesPerAddress, Limits.entriesPeriod, Limits.entryQuotasKept)
        add(.ownEntries, Limits.entriesPerPerson, Limits.entriesPeriod, Limits.entryQuotasKept)
    }

    /// Takes what was spent on another server.
    mutating func take(_ spending: Spending, at now: Int64) { quotas[spending.limit]?.take(spending, at: now) }

    /// Takes what a new event costs, and returns what it took.
    ///
    /// Each cost for which nothing is left gives the new event a reason for its refusal:
    /// ``NewEvent/placeRefusal`` or ``NewEvent/entryRefusal``.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    mutating func charge(_ newEvent: inout NewEvent, from client: ClientAddress, at now: Int64) -> [Kind] {
        var taken: [Kind] = []
        for kind in newEvent.placeKinds {
            guard let wait = quotas[kind.limit]?.take(kind.subject, from: client, at: now) else {
                taken.append(kind)
                continue
            }
            let refusal = WireError(
                .membership, "Your network address has \(kind.words); do it again \(RoomQuota.later(wait)).",
                retry: wait)
            if kind.exemptsModerators {
                newEvent.entryRefusal = newEvent.entryRefusal ?? refusal
            } else {
                newEvent.placeRefusal = refusal
            }
        }
        return taken
    }

    /// Gives back what a change cost that was not made.
    mutating func giveBack(_ kind: Kind, from client: ClientAddress) {
        quotas[kind.limit]?.giveBack(kind.subject, from: client)
    }
}

extension NewEvent {
    /// What it counts as: nothing if it changes no place, or is free.
    var placeKinds: [PlaceQuotas.Kind] {
        // A link is not revoked more often than it is made.
        if case .link(let change) = mutation, change.on {
            return [.entry(to: room), .ownEntry(of: author.user, to: room)]
        }
        guard case .membership(let change) = mutation else { return [] }
        switch change.action {
        case .invite: return [.invitation(of: change.member), .place(in: room)]
        case .request: return [.request(to: room)]
        case .remove, .role, .ban, .unban, .mute, .unmute:
            // Administrators are few, and the operator's. Nobody floods themselves.
            return role == .administrator || change.member == author.user
                ? [] : [.sanction(of: change.member, in: room)]
        case .join:
            // The person's request to be let in was counted. Only administrators add people without
            // one.
            return change.member == author.user ? [.entry(to: room), .ownEntry(of: author.user, to: room)] : []
        // Free: nobody leaves more often than they join.
        case .leave: return []
        }
    }
}
