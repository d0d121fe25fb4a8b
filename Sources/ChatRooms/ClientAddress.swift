/// The address of a client, as every limit by address sees it: the other end of its connection,
/// or the address that a trusted proxy names.
///
/// A limit covers all addresses between which one host can change: an IPv4 address counts by
/// itself, also where IPv6 carries it, and an IPv6 address by its first 64 bits
/// (RFC 4291 section 2.5.4).
package struct ClientAddress: Hashable, Sendable {
    package enum Network: Hashable, Sendable {
        case v4(UInt32)
        /// The first 64 bits.
        case v6(UInt64)
        /// A socket of the file system.
        case fileSystem
        /// A connection that had ended before its address was read.
        case unknown
    }

    package let network: Network
    /// Whether the client is this machine's operator, or a proxy that the server was not told of:
    /// exactly 127.0.0.1, ::1, and sockets of the file system. Of the limits by address, only those
    /// of new rooms hold for it (``RoomQuota``).
    package let isLocal: Bool

    package init(_ network: Network, isLocal: Bool) {
        self.network = network
        self.isLocal = isLocal
    }

    /// The first 48 bits of an IPv6 address, which one site has; `nil` for other addresses.
    var site: UInt64? { if case .v6(let number) = network { number >> 16 } else { nil } }

    /// Whether it is an IPv6 address, which is one of many that its site may have.
    package var isOfSite: Bool { site != nil }

    /// The same for all IPv6 addresses of a site; other addresses as they are.
    package var ofSite: ClientAddress { site.map { ClientAddress(.v6($0 << 16), isLocal: isLocal) } ?? self }
}

extension ClientAddress: CustomStringConvertible {
    /// For logs: an IPv4 address whole, of an IPv6 address its network.
    package var description: String {
        switch network {
        case .v4(let number): [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
        case .v6(let number):
            [48, 32, 16, 0].map { String(number >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
        case .fileSystem: "unix"
        case .unknown: "unknown"
        }
    }
}
