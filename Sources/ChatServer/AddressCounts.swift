import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Counts the open connections of each address, and limits how fast new ones come. IPv6 is counted
/// by /64, since one host controls the whole prefix. A local address has no limit: behind a proxy
/// it may stand for everyone.
final class AddressCounts: Sendable {
    private struct State {
        var open: [ClientAddress: Int] = [:]
        var arrivals: TokenBuckets<ClientAddress>
    }

    private let state: NIOLockedValueBox<State>
    private let limit: Int
    private let clock: ServerClock
    private let onRefusal: @Sendable (ClientAddress) -> Void

    /// - Parameter onRefusal: Called for each refused connection.
    init(
        limit: Int, clock: ServerClock = ServerClock(),
        onRefusal: @escaping @Sendable (ClientAddress) -> Void = { _ in }
    ) {
        self.limit = limit
        self.clock = clock
        let (burst, overflow) = limit.multipliedReportingOverflow(by: Limits.addressArrivalsPerConnection)
        let rate = TokenBucket.Rate(overflow ? limit : burst, within: Limits.addressArrivalPeriod)
        state = NIOLockedValueBox(State(arrivals: TokenBuckets(rate, capacity: Limits.addressBudgetsKept)))
        self.onRefusal = onRefusal
    }

    /// Counts a connection until it closes. Returns `false` if its address has too many open
    /// connections, or opens them too fast.
    func admit(_ channel: any Channel, of client: ClientAddress) -> Bool {
        guard !client.isLocal else { return true }
        let now = clock.nanoseconds()
        let admitted = state.withLockedValue { state in
            guard state.open[client, default: 0] < limit, state.arrivals.take(client, at: now) == nil else {
                return false
            }
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

    /// Whether an address has as many connections as allowed.
    func isFull(_ client: ClientAddress) -> Bool {
        !client.isLocal && state.withLockedValue { $0.open[client, default: 0] >= limit }
    }

    private func release(_ client: ClientAddress) {
        state.withLockedValue { state in
            let left = state.open[client, default: 1] - 1
            state.open[client] = left > 0 ? left : nil
        }
    }
}
