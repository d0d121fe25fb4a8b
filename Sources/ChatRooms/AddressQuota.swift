import ChatWire

/// How much of something lasting all users of one address may make, and all users of one site's
/// addresses together: a site has 65,536 networks of IPv6 (RFC 6177: a /48), and each counts as one
/// address.
package struct AddressQuota: Sendable {
    private var addresses: TokenBuckets<ClientAddress>
    private var sites: TokenBuckets<UInt64>

    /// - Parameter rate: of an address; a site has ``ChatWire/Limits/addressesPerSite`` times as much
    package init(_ rate: TokenBucket.Rate, capacity: Int) {
        addresses = TokenBuckets(rate, capacity: capacity)
        var site = rate
        site.count *= Limits.addressesPerSite
        site.burst *= Limits.addressesPerSite
        sites = TokenBuckets(site, capacity: capacity)
    }

    /// Takes one; `nil` when it was there, else the milliseconds to wait.
    package mutating func take(_ client: ClientAddress, at now: Int64) -> UInt64? {
        if let site = client.site, let wait = sites.wait(site, at: now) { return wait }
        if let wait = addresses.take(client, at: now) { return wait }
        if let site = client.site { _ = sites.take(site, at: now) }
        return nil
    }

    /// Gives one back that was taken for something that did not happen.
    mutating func giveBack(_ client: ClientAddress) {
        addresses.giveBack(client)
        if let site = client.site { sites.giveBack(site) }
    }
}
