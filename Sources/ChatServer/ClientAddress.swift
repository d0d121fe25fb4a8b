import NIOCore

/// The address of a client, as every limit by address sees it: of the other end of its connection, or what a trusted proxy says.
///
/// A limit by address is one for all who could change between the addresses of one network: it counts an address of IPv4 by itself, also
/// where IPv6 carries it, and an address of IPv6 by its first 64 bits (RFC 4291 section 2.5.4), since one host controls the rest.
struct ClientAddress: Hashable, Sendable {
    enum Network: Hashable, Sendable {
        case v4(UInt32)
        /// The first 64 bits.
        case v6(UInt64)
        /// A socket of the file system.
        case fileSystem
        /// A connection that had ended before its address was read.
        case unknown
    }

    let network: Network
    /// Whether the client is this machine's operator, or a proxy that the server was not told of: exactly 127.0.0.1, ::1, and sockets of
    /// the file system. Rates and connections are not limited for it. What takes something lasting is.
    let isLocal: Bool

    /// - Parameter address: `nil` where the connection has ended already.
    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            let number = UInt32(bigEndian: address.address.sin_addr.s_addr)
            self.init(.v4(number), isLocal: number == Self.loopback)
        case .v6(let address):
            self.init(v6: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: self.init(.fileSystem, isLocal: true)
        case nil: self.init(.unknown, isLocal: false)
        }
    }

    /// What a trusted proxy says; never local, so that a proxy on the same host does not switch off any limit.
    /// - Parameter address: `nil` where what it says is no address: all of these share their limits
    init(claimed address: IPAddress?) {
        let network: Network =
            switch address {
            case nil: .unknown
            case let address? where address.isV4: .v4(UInt32(truncatingIfNeeded: address.low))
            case let address?: .v6(address.high)
            }
        self.init(network, isLocal: false)
    }

    private init(_ network: Network, isLocal: Bool) {
        self.network = network
        self.isLocal = isLocal
    }

    private init(v6 bytes: [UInt8]) {
        let high = Self.number(bytes.prefix(8))
        let low = Self.number(bytes.suffix(8))
        if high == 0, low >> 32 == 0xFFFF {
            let carried = UInt32(truncatingIfNeeded: low)
            self.init(.v4(carried), isLocal: carried == Self.loopback)
        } else {
            self.init(.v6(high), isLocal: high == 0 && low == 1)
        }
    }

    private static let loopback: UInt32 = 0x7F00_0001

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

extension ClientAddress: CustomStringConvertible {
    /// For logs: an address of IPv4 whole, of IPv6 its network.
    var description: String {
        switch network {
        case .v4(let number): [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
        case .v6(let number):
            [48, 32, 16, 0].map { String(number >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
        case .fileSystem: "unix"
        case .unknown: "unknown"
        }
    }
}
