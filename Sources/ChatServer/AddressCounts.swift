import NIOConcurrencyHelpers
import NIOCore

/// Connections by address of the other end. A loopback address is never refused: it may be everyone, behind a proxy.
final class AddressCounts: Sendable {
    private let counts = NIOLockedValueBox<[String: Int]>([:])
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a connection until it closes; `false` when its address has as many as it may.
    func admit(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress, !address.isLoopback, let key = address.ipAddress else { return true }
        let admitted = counts.withLockedValue { counts in
            guard counts[key, default: 0] < limit else { return false }
            counts[key, default: 0] += 1
            return true
        }
        if admitted {
            channel.closeFuture.whenComplete { _ in self.release(key) }
        }
        return admitted
    }

    private func release(_ key: String) {
        counts.withLockedValue { counts in
            let left = counts[key, default: 1] - 1
            counts[key] = left > 0 ? left : nil
        }
    }
}

extension SocketAddress {
    /// 127.0.0.0/8, ::1, and sockets of the file system.
    var isLoopback: Bool {
        switch self {
        // s_addr is in network order: its first byte in memory is the first of the address.
        case .v4(let address): withUnsafeBytes(of: address.address.sin_addr.s_addr) { $0.first == 127 }
        case .v6: ipAddress == "::1" || ipAddress?.hasPrefix("::ffff:127.") == true
        case .unixDomainSocket: true
        }
    }
}
