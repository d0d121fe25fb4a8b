import ChatWire

/// Decides how many messages of all users of one address may be held for a moderator: so many at once,
/// and then slowly more.
///
/// Guests are free, and only so many messages may wait: without this quota one peer would fill the
/// queue, and what others write could not be held.
struct HeldQuota: Sendable {
    private var addresses = AddressQuota(
        .init(Limits.heldPerAddress, within: Limits.heldPeriod), capacity: Limits.heldQuotasKept)

    /// Takes what the drafts of a batch cost that the filter list holds, and has those refused
    /// (``Draft/holdRefusal``) for which nothing is left. Those of the machine itself cost nothing.
    ///
    /// - Parameters:
    ///   - clients: whence each draft comes
    ///   - now: nanoseconds of a clock that does not go back
    mutating func admit(_ drafts: inout [Draft], from clients: [ClientAddress], at now: Int64) {
        for (index, client) in zip(drafts.indices, clients) where drafts[index].filtered == .held && !client.isLocal {
            drafts[index].holdRefusal = addresses.take(client, at: now).map { wait in
                WireError(
                    .filtered,
                    "Too many messages of your network address wait for a moderator; try again \(RoomQuota.later(wait))."
                )
            }
        }
    }

    /// Gives back what was taken for drafts that are in the log or held already, or come in no turn. A
    /// refusal costs as much as a held message: looking for one takes as long.
    mutating func settle(_ drafts: [Draft], from clients: [ClientAddress], _ outcomes: [AppendOutcome]) {
        for ((draft, client), outcome) in zip(zip(drafts, clients), outcomes)
        where draft.filtered == .held && draft.holdRefusal == nil && !client.isLocal {
            switch outcome {
            case .held, .refused: continue
            case .appended, .alreadyThere, .outOfTurn, .conflict, .passed: addresses.giveBack(client)
            }
        }
    }
}
