import ChatWire

/// Decides which users and addresses may report now: so many at once, and then slowly more.
///
/// Guests are free, so a limit by user alone would bound nobody. The guests of an address leave a
/// part of its reports to its accounts, so that one of them can't silence the others.
package struct ReportQuota: Sendable {
    private var users = TokenBuckets<UserID>(
        .init(Limits.reportsPerUser, within: Limits.reportsPeriod), capacity: Limits.reportQuotasKept)
    private var addresses: AddressQuota
    private var guests: AddressQuota
    private let spendings: Spendings?

    /// - Parameter spendings: notes reports; `nil` without other servers
    package init(telling spendings: Spendings? = nil) {
        self.spendings = spendings
        func quota(_ count: Int, as limit: Spending.Limit) -> AddressQuota {
            AddressQuota(
                .init(count, within: Limits.reportsPeriod), capacity: Limits.reportQuotasKept, as: limit,
                telling: spendings)
        }
        addresses = quota(Limits.reportsPerAddress, as: .reports)
        guests = quota(Limits.guestReportsPerAddress, as: .guestReports)
    }

    /// Takes what was spent on another server.
    mutating func take(_ spending: Spending, at now: Int64) {
        switch spending.limit {
        case .reports:
            if case .user(let user) = spending.payer { users.owe(spending.count, of: user, at: now) }
            addresses.take(spending, at: now)
        case .guestReports: guests.take(spending, at: now)
        default: break
        }
    }

    /// Takes what a report costs. A decision costs nothing.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    /// - Returns: why it is refused
    package mutating func refusal(of change: ReportChange, from client: ClientAddress, at now: Int64) -> WireError? {
        guard change.isReport else { return nil }
        let user = change.author.user
        if let wait = users.wait(user, at: now) {
            return WireError(
                .tooManyReports, "You have reported a lot; report more \(RoomQuota.later(wait)).", retry: wait)
        }
        if !client.isLocal, let wait = take(change.role, from: client, at: now) {
            return WireError(
                .tooManyReports,
                "Too many reports come from your network address; report more \(RoomQuota.later(wait)).",
                retry: wait)
        }
        _ = users.take(user, at: now)
        if let spendings, users.isLow(user, at: now) { spendings.note(Spending(.reports, of: .user(user), 1)) }
        return nil
    }

    /// Takes a report from what the address has left; `nil` when it was there, else the
    /// milliseconds to wait.
    private mutating func take(_ role: ServerRole, from client: ClientAddress, at now: Int64) -> UInt64? {
        if role == .guest, let wait = guests.take(client, at: now) { return wait }
        guard let wait = addresses.take(client, at: now) else { return nil }
        if role == .guest { guests.giveBack(client) }
        return wait
    }

    /// Gives back what a report cost that changed nothing.
    package mutating func giveBack(_ change: ReportChange, from client: ClientAddress) {
        guard change.isReport else { return }
        users.giveBack(change.author.user)
        spendings?.takeBack(Spending(.reports, of: .user(change.author.user), 1))
        if client.isLocal { return }
        addresses.giveBack(client)
        if change.role == .guest { guests.giveBack(client) }
    }
}
