import ChatRooms
import NIOConcurrencyHelpers
import NIOCore

/// Counts the open connections of each address. IPv6 is counted by /64, since one host controls the
/// whole prefix. A local address has no limit: behind a proxy it may stand for everyone.
final class AddressCounts: Sendable {
    private let counts = NIOLockedValueBox<[ClientAddress: Int]>([:])
    private let limit: Int
    private let onRefusal: @Sendable (ClientAddress) -> Void

    /// - Parameter onRefusal: Called for each refused connection.
    init(limit: Int, onRefusal: @escaping @Sendable (ClientAddress) -> Void = { _ in }) {
        self.limit = limit
        self.onRefusal = onRefusal
    }

    /// Counts a connection until it closes. Returns `false` if its address has too many.
    func admit(_ channel: any Channel, of client: ClientAddress) -> Bool {
        guard !client.isLocal else { return true }
        let admitted = counts.withLockedValue { counts in
            guard counts[client, default: 0] < limit else { return false }
            counts[client, default: 0] += 1
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
        !client.isLocal && counts.withLockedValue { $0[client, default: 0] >= limit }
    }

    private func release(_ client: ClientAddress) {
        counts.withLockedValue { counts in
            let left = counts[client, default: 1] - 1
            counts[client] = left > 0 ? left : nil
        }
    }
}
