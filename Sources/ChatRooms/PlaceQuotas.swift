import ChatWire

/// Decides how often all users of one address, or of one site's IPv6 addresses, may change places in
/// rooms: invite one person, act as moderators on one person, and ask to enter one group.
///
/// Guests and rooms are free. Without these quotas one peer could use up the invitations that a
/// person takes, have all devices of a person told of bans and mutes without end, or make all members
/// of a group read its requests.
struct PlaceQuotas: Sendable {
    /// What a change of a place counts as.
    enum Kind: Hashable {
        case invitation(UserID)
        /// A removal, a new role, a ban, a mute, or the end of a ban or a mute. The person is told.
        case sanction(UserID)
        case request(RoomName)
    }

    private var invitations: OriginQuota
    private var sanctions: OriginQuota
    private var requests: OriginQuota

    /// - Parameter spendings: notes such changes; `nil` without other servers
    init(telling spendings: Spendings? = nil) {
        invitations = OriginQuota(
            .init(Limits.invitationsPerAddress, within: Limits.invitationsPeriod),
            capacity: Limits.invitationQuotasKept, as: .invitations, telling: spendings)
        sanctions = OriginQuota(
            .init(Limits.sanctionsPerAddress, within: Limits.sanctionsPeriod),
            capacity: Limits.sanctionQuotasKept, as: .sanctions, telling: spendings)
        requests = OriginQuota(
            .init(Limits.entryRequestsPerAddress, within: Limits.entryRequestsPeriod),
            capacity: Limits.entryRequestQuotasKept, as: .entryRequests, telling: spendings)
    }

    /// Takes what was spent on another server.
    mutating func take(_ spending: Spending, at now: Int64) {
        invitations.take(spending, at: now)
        sanctions.take(spending, at: now)
        requests.take(spending, at: now)
    }

    /// Takes what the change costs.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    /// - Returns: why it is refused
    mutating func refusal(of kind: Kind, from client: ClientAddress, at now: Int64) -> WireError? {
        let (wait, what): (UInt64?, String) =
            switch kind {
            case .invitation(let person):
                (invitations.take(.person(person), from: client, at: now), "invited this person too often")
            case .sanction(let person):
                (sanctions.take(.person(person), from: client, at: now), "changed this person's place too often")
            case .request(let room):
                (requests.take(.room(room), from: client, at: now), "asked to enter this group too often")
            }
        return wait.map { wait in
            WireError(.membership, "Your network address has \(what); do it again \(RoomQuota.later(wait)).")
        }
    }

    /// Gives back what a change cost that was not made.
    mutating func giveBack(_ kind: Kind, from client: ClientAddress) {
        switch kind {
        case .invitation(let person): invitations.giveBack(.person(person), from: client)
        case .sanction(let person): sanctions.giveBack(.person(person), from: client)
        case .request(let room): requests.giveBack(.room(room), from: client)
        }
    }
}

extension Draft {
    /// What it counts as; `nil` if it changes no place, or is free.
    var placeKind: PlaceQuotas.Kind? {
        guard case .membership(let change) = mutation else { return nil }
        switch change.action {
        case .invite: return .invitation(change.member)
        case .request: return .request(room)
        case .remove, .role, .ban, .unban, .mute, .unmute:
            // Administrators are few, and the operator's. Nobody floods themselves.
            return role == .administrator || change.member == author.user ? nil : .sanction(change.member)
        // Letting a person in needs a request, which was counted. Leaving is free.
        case .join, .leave: return nil
        }
    }
}
