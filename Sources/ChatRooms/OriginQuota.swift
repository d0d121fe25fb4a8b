import ChatWire

/// Decides how often all users of one address, or of one site's IPv6 addresses, may do something to
/// one person or to one room: so many times at once, and then slowly more.
///
/// Guests are free, so a limit by user alone would bound nobody.
struct OriginQuota: Sendable {
    private struct Key: Hashable {
        /// An address, or all of an IPv6 site.
        var origin: ClientAddress
        var subject: Spending.Subject

        init(_ subject: Spending.Subject, from client: ClientAddress) {
            origin = client.ofSite
            self.subject = subject
        }
    }

    private var buckets: TokenBuckets<Key>
    private let limit: Spending.Limit
    /// Notes for the other servers what is taken here; `nil` without other servers.
    private let spendings: Spendings?

    /// - Parameters:
    ///   - capacity: subjects and origins that are remembered
    ///   - spendings: notes what is taken; `nil` without other servers
    init(_ rate: TokenBucket.Rate, capacity: Int, as limit: Spending.Limit, telling spendings: Spendings?) {
        buckets = TokenBuckets(rate, capacity: capacity)
        self.limit = limit
        self.spendings = spendings
    }

    /// Takes one; `nil` when it was there, else the milliseconds to wait.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    mutating func take(_ subject: Spending.Subject, from client: ClientAddress, at now: Int64) -> UInt64? {
        let key = Key(subject, from: client)
        if let wait = buckets.take(key, at: now) { return wait }
        if let spendings, buckets.isLow(key, at: now) { spendings.note(spending(subject, from: client)) }
        return nil
    }

    /// Takes what was spent on another server.
    mutating func take(_ spending: Spending, at now: Int64) {
        guard spending.limit == limit, let subject = spending.subject else { return }
        switch spending.payer {
        case .address(let client), .site(let client):
            buckets.owe(spending.count, of: Key(subject, from: client), at: now)
        case .user, .name: break
        }
    }

    /// Gives one back that was taken for something that did not happen.
    mutating func giveBack(_ subject: Spending.Subject, from client: ClientAddress) {
        buckets.giveBack(Key(subject, from: client))
        spendings?.takeBack(spending(subject, from: client))
    }

    private func spending(_ subject: Spending.Subject, from client: ClientAddress) -> Spending {
        Spending(limit, of: client.isOfSite ? .site(client.ofSite) : .address(client), to: subject, 1)
    }
}
