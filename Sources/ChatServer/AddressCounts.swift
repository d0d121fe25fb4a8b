import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Counts the open connections of each address, and limits how fast new ones come. IPv6 is counted
/// by /64, since one host controls the whole prefix; all /64 of a site together have
/// ``Limits/addressesPerSite`` times as many. A local address has no limit: behind a proxy it may
/// stand for everyone.
final class AddressCounts: Sendable {
    private struct State {
        /// By address, and by IPv6 site.
        var open: [Spending.Payer: Int] = [:]
        /// Those of ``open`` that have a quarter of their limit or more.
        var busy: Set<Spending.Payer> = []
        /// The connections of busy addresses and sites to all other servers.
        var elsewhere: [Spending.Payer: Int] = [:]
        var arrivals: AddressQuota

        func isFull(_ payer: Spending.Payer, _ limit: Int) -> Bool {
            open[payer, default: 0] + elsewhere[payer, default: 0] >= limit
        }
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
            let payers = payers(client)
            guard !payers.contains(where: { state.isFull($0, limit(of: $0)) }),
                state.arrivals.take(client, at: now) == nil
            else { return false }
            for payer in payers {
                state.open[payer, default: 0] += 1
                if state.open[payer] == busyFrom(payer) { state.busy.insert(payer) }
            }
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

    /// The addresses and sites that have a quarter of their limit or more, those with the most
    /// connections first: at most ``ChatWire/Limits/busyAddressesTold``.
    func busiest() -> [BusyAddress] {
        let busy = state.withLockedValue { state in
            state.busy.map { BusyAddress($0, connections: state.open[$0, default: 0]) }
        }
        guard busy.count > Limits.busyAddressesTold else { return busy }
        return Array(busy.sorted { $0.connections > $1.connections }.prefix(Limits.busyAddressesTold))
    }

    /// Counts the connections to all other servers, in place of those that were counted before.
    func take(elsewhere: [Spending.Payer: Int]) { state.withLockedValue { $0.elsewhere = elsewhere } }

    /// Whether an address has as many connections as allowed.
    func isFull(_ client: ClientAddress) -> Bool {
        !client.isLocal
            && state.withLockedValue { state in
                payers(client).contains { state.isFull($0, limit(of: $0)) }
            }
    }

    private func payers(_ client: ClientAddress) -> [Spending.Payer] {
        client.isOfSite ? [.site(client.ofSite), .address(client)] : [.address(client)]
    }

    private func limit(of payer: Spending.Payer) -> Int { if case .site = payer { siteLimit } else { limit } }

    private func busyFrom(_ payer: Spending.Payer) -> Int { max(1, limit(of: payer) / 4) }

    private func release(_ client: ClientAddress) {
        state.withLockedValue { state in
            for payer in payers(client) {
                if state.open[payer] == busyFrom(payer) { state.busy.remove(payer) }
                let left = state.open[payer, default: 1] - 1
                state.open[payer] = left > 0 ? left : nil
            }
        }
    }
}
