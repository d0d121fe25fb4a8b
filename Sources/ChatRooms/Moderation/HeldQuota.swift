import ChatWire

/// Decides how many messages of all users of one address may be held for a moderator: so many at
/// once, and then slowly more.
///
/// Guests are free, and only so many messages may wait: without this quota one peer would fill the
/// queue, and what others write could not be held.
struct HeldQuota: Sendable {
    private var addresses: AddressQuota

    /// - Parameter spendings: notes held messages; `nil` without other servers
    init(telling spendings: Spendings? = nil) {
        addresses = AddressQuota(
            .init(Limits.heldPerAddress, within: Limits.heldPeriod), capacity: Limits.heldQuotasKept,
            as: .held, telling: spendings)
    }

    /// Takes what was spent on another server.
    mutating func take(_ spending: Spending, at now: Int64) {
        if spending.limit == .held { addresses.take(spending, at: now) }
    }

    /// Takes what a held message costs.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    /// - Returns: why it can't be held
    mutating func refusal(from client: ClientAddress, at now: Int64) -> WireError? {
        addresses.take(client, at: now).map { wait in
            WireError(
                .filtered,
                "Too many messages of your network address wait for a moderator; try again \(RoomQuota.later(wait)).",
                retry: wait)
        }
    }

    /// Gives back what a message cost that was not held.
    mutating func giveBack(_ client: ClientAddress) { addresses.giveBack(client) }
}
