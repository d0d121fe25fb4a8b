import NIOConcurrencyHelpers
import NIOCore

/// Connections by network of the other end, for who has one address of IPv6 has 2⁶⁴. A loopback address is never refused: it may be everyone, behind a proxy.
final class AddressCounts: Sendable {
    private let counts = NIOLockedValueBox<[[UInt8]: Int]>([:])
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a connection until it closes; `false` when its address has as many as it may.
    func admit(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress, !address.isLoopback else { return true }
        let key = address.network
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

    private func release(_ key: [UInt8]) {
        counts.withLockedValue { counts in
            let left = counts[key, default: 1] - 1
            counts[key] = left > 0 ? left : nil
        }
    }
}

extension SocketAddress {
    /// What one holder of an address has: the whole address of IPv4, also where IPv6 carries it, and the first 64 bits of one of IPv6 (RFC 4291
    /// section 2.5.4).
    var network: [UInt8] {
        switch self {
        case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr.s_addr) { Array($0) }
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            let isMapped = bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            return Array(isMapped ? bytes.suffix(4) : bytes.prefix(8))
        case .unixDomainSocket: return []
        }
    }

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
