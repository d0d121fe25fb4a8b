import ChatWire

/// Decides which users and addresses may report now: so many at once, and then slowly more.
///
/// Guests are free, so a limit by user alone would bound nobody.
package struct ReportQuota: Sendable {
    private var users = TokenBuckets<UserID>(
        .init(Limits.reportsPerUser, within: Limits.reportsPeriod), capacity: Limits.reportQuotasKept)
    private var addresses = AddressQuota(
        .init(Limits.reportsPerAddress, within: Limits.reportsPeriod), capacity: Limits.reportQuotasKept)

    package init() {}

    /// Takes what a report costs. A decision costs nothing.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    /// - Returns: why it is refused
    package mutating func refusal(of change: ReportChange, from client: ClientAddress, at now: Int64) -> WireError? {
        guard change.isReport else { return nil }
        let user = change.author.user
        if let wait = users.wait(user, at: now) {
            return WireError(.tooManyReports, "You have reported a lot; report more \(RoomQuota.later(wait)).")
        }
        if !client.isLocal, let wait = addresses.take(client, at: now) {
            return WireError(
                .tooManyReports,
                "Too many reports come from your network address; report more \(RoomQuota.later(wait)).")
        }
        _ = users.take(user, at: now)
        return nil
    }

    /// Gives back what a report cost that changed nothing.
    package mutating func giveBack(_ change: ReportChange, from client: ClientAddress) {
        guard change.isReport else { return }
        users.giveBack(change.author.user)
        if !client.isLocal { addresses.giveBack(client) }
    }
}
