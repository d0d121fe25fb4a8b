import ChatWire

/// Decides how often all users of one address, or of one site's IPv6 addresses, may invite one person:
/// so many times at once, and then slowly more.
///
/// Guests and groups are free, and a person takes only so many invitations. Without this quota one
/// peer would use them up in seconds, and nobody else could invite that person.
struct InvitationQuota: Sendable {
    private enum Origin: Hashable {
        case address(ClientAddress)
        case site(UInt64)
    }

    private struct Key: Hashable {
        var origin: Origin
        var person: UserID

        init(_ person: UserID, from client: ClientAddress) {
            origin = client.site.map { .site($0) } ?? .address(client)
            self.person = person
        }
    }

    private var buckets = TokenBuckets<Key>(
        .init(Limits.invitationsPerAddress, within: Limits.invitationsPeriod), capacity: Limits.invitationQuotasKept)

    /// Takes what an invitation of the person costs.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    /// - Returns: why it is refused
    mutating func refusal(of person: UserID, from client: ClientAddress, at now: Int64) -> WireError? {
        buckets.take(Key(person, from: client), at: now).map { wait in
            WireError(
                .membership,
                "Your network address has invited this person too often; do it again \(RoomQuota.later(wait)).")
        }
    }

    /// Gives back what an invitation cost that was not made.
    mutating func giveBack(_ person: UserID, from client: ClientAddress) {
        buckets.giveBack(Key(person, from: client))
    }
}
