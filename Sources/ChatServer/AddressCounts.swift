import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Counts the open connections of each address, and limits how fast new ones come. IPv6 is counted
/// by /64, since one host controls the whole prefix; all /64 of a site together have
/// ``Limits/addressesPerSite`` times as many. A local address has no limit: behind a proxy it may stand
/// for everyone.
final class AddressCounts: Sendable {
    private struct State {
        var open: [ClientAddress: Int] = [:]
        /// The same of IPv6 sites, by ``ClientAddress/ofSite``.
        var openOfSites: [ClientAddress: Int] = [:]
        var arrivals: AddressQuota
    }

    private let state: NIOLockedValueBox<State>
    private let limit: Int
    private let siteLimit: Int
    private let clock: ServerClock
    private let onRefusal: @Sendable (ClientAddress) -> Void

    /// - Parameters:
    ///   - spendings: notes new connections; `nil` without other servers
    ///   - onRefusal: Called for each refused connection.
    init(
        limit: Int, telling spendings: Spendings? = nil, clock: ServerClock = ServerClock(),
        onRefusal: @escaping @Sendable (ClientAddress) -> Void = { _ in }
    ) {
        self.limit = limit
        self.clock = clock
        let (burst, overflow) = limit.multipliedReportingOverflow(by: Limits.addressArrivalsPerConnection)
        let rate = TokenBucket.Rate(overflow ? limit : burst, within: Limits.addressArrivalPeriod)
        state = NIOLockedValueBox(
            State(
                arrivals: AddressQuota(
                    rate, capacity: Limits.addressBudgetsKept, as: .arrivals, telling: spendings)))
        let (most, isHuge) = limit.multipliedReportingOverflow(by: Limits.addressesPerSite)
        siteLimit = isHuge ? limit : most
        self.onRefusal = onRefusal
    }

    /// Counts a connection until it closes. Returns `false` if its address has too many open
    /// connections, or opens them too fast.
    func admit(_ channel: any Channel, of client: ClientAddress) -> Bool {
        guard !client.isLocal else { return true }
        let now = clock.nanoseconds()
        let admitted = state.withLockedValue { state in
            let site = client.isOfSite ? client.ofSite : nil
            if let site, state.openOfSites[site, default: 0] >= siteLimit { return false }
            guard state.open[client, default: 0] < limit, state.arrivals.take(client, at: now) == nil else {
                return false
            }
            if let site { state.openOfSites[site, default: 0] += 1 }
            state.open[client, default: 0] += 1
            return true
        }
        if admitted {
            channel.closeFuture.whenComplete { _ in self.release(client) }
        } else {
            onRefusal(client)
        }
        return admitted
    }

    /// Takes the new connections of an address or a site on another server.
    func take(_ spending: Spending) {
        let now = clock.nanoseconds()
        state.withLockedValue { $0.arrivals.take(spending, at: now) }
    }

    /// Whether an address has as many connections as allowed.
    func isFull(_ client: ClientAddress) -> Bool {
        !client.isLocal
            && state.withLockedValue { state in
                state.open[client, default: 0] >= limit
                    || client.isOfSite && state.openOfSites[client.ofSite, default: 0] >= siteLimit
            }
    }

    private func release(_ client: ClientAddress) {
        state.withLockedValue { state in
            let left = state.open[client, default: 1] - 1
            state.open[client] = left > 0 ? left : nil
            guard client.isOfSite else { return }
            let leftOfSite = state.openOfSites[client.ofSite, default: 1] - 1
            state.openOfSites[client.ofSite] = leftOfSite > 0 ? leftOfSite : nil
        }
    }
}
