import ChatWire

/// Decides how often all users of one address together may invite one person: so many times at
/// once, and then slowly more.
///
/// Guests and groups are free, and a person takes only so many invitations. Without this quota one
/// peer would use them up in seconds, and nobody else could invite that person.
package struct InvitationQuota: Sendable {
    private struct Key: Hashable {
        var client: ClientAddress
        var person: UserID
    }

    private var buckets = TokenBuckets<Key>(
        .init(Limits.invitationsPerAddress, within: Limits.invitationsPeriod), capacity: Limits.invitationQuotasKept)

    package init() {}

    /// Takes what the invitations of a batch cost, and has those refused
    /// (``Draft/invitationRefusal``) for which nothing is left. Those of the machine itself cost
    /// nothing.
    ///
    /// - Parameters:
    ///   - clients: whence each draft comes
    ///   - now: nanoseconds of a clock that does not go back
    package mutating func admit(_ drafts: inout [Draft], from clients: [ClientAddress], at now: Int64) {
        for (index, client) in zip(drafts.indices, clients) {
            guard let key = key(of: drafts[index], from: client) else { continue }
            drafts[index].invitationRefusal = buckets.take(key, at: now).map { wait in
                WireError(
                    .membership,
                    "Your network address has invited this person too often; do it again \(RoomQuota.later(wait))."
                )
            }
        }
    }

    /// Gives back what was taken for invitations that were not made.
    package mutating func settle(_ drafts: [Draft], from clients: [ClientAddress], _ outcomes: [AppendOutcome]) {
        for ((draft, client), outcome) in zip(zip(drafts, clients), outcomes) {
            guard let key = key(of: draft, from: client), draft.invitationRefusal == nil else { continue }
            if case .appended = outcome { continue }
            buckets.giveBack(key)
        }
    }

    private func key(of draft: Draft, from client: ClientAddress) -> Key? {
        guard case .membership(let change) = draft.mutation, case .invite = change.action, !client.isLocal else {
            return nil
        }
        return Key(client: client, person: change.member)
    }
}
