import ChatWire

/// How much of something lasting all users of one address may make, and all users of one site's
/// addresses together: a site has 65,536 networks of IPv6 (RFC 6177: a /48), and each counts as one
/// address.
package struct AddressQuota: Sendable {
    private var addresses: TokenBuckets<ClientAddress>
    private var sites: TokenBuckets<UInt64>
    /// Notes for the other servers what is taken here, and of which limit; `nil` for a quota that
    /// each server has for itself.
    private let told: (spendings: Spendings, limit: Spending.Limit)?

    /// - Parameters:
    ///   - rate: of an address; a site has ``ChatWire/Limits/addressesPerSite`` times as much
    ///   - spendings: notes what is taken; `nil` without other servers
    package init(
        _ rate: TokenBucket.Rate, capacity: Int, as limit: Spending.Limit? = nil, telling spendings: Spendings? = nil
    ) {
        addresses = TokenBuckets(rate, capacity: capacity)
        sites = TokenBuckets(rate.multiplied(by: Limits.addressesPerSite), capacity: capacity)
        told = if let limit, let spendings { (spendings, limit) } else { nil }
    }

    /// Takes one. Returns `nil` if there was one, otherwise the milliseconds to wait.
    package mutating func take(_ client: ClientAddress, at now: Int64) -> UInt64? {
        if let site = client.site, let wait = sites.wait(site, at: now) { return wait }
        if let wait = addresses.take(client, at: now) { return wait }
        if let site = client.site { _ = sites.take(site, at: now) }
        tell(client, at: now)
        return nil
    }

    private func tell(_ client: ClientAddress, at now: Int64) {
        guard let (spendings, limit) = told else { return }
        if addresses.isLow(client, at: now) { spendings.note(Spending(limit, of: .address(client), 1)) }
        if let site = client.site, sites.isLow(site, at: now) {
            spendings.note(Spending(limit, of: .site(client.ofSite), 1))
        }
    }

    /// Takes what was spent on another server.
    package mutating func take(_ spending: Spending, at now: Int64) {
        switch spending.payer {
        case .address(let client): addresses.owe(spending.count, of: client, at: now)
        case .site(let client):
            if let site = client.site { sites.owe(spending.count, of: site, at: now) }
        case .user, .name: break
        }
    }

    /// Gives one back that was taken for something that did not happen.
    mutating func giveBack(_ client: ClientAddress) {
        addresses.giveBack(client)
        if let site = client.site { sites.giveBack(site) }
        guard let (spendings, limit) = told else { return }
        spendings.takeBack(Spending(limit, of: .address(client), 1))
        if client.isOfSite { spendings.takeBack(Spending(limit, of: .site(client.ofSite), 1)) }
    }
}
