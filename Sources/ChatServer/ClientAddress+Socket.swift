import ChatRooms
import NIOCore

extension ClientAddress {
    /// The address of a socket's peer.
    ///
    /// - Parameter address: `nil` if the connection has ended already.
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

    /// The client address that a trusted proxy names. It never counts as local, so that a proxy on
    /// the same host does not switch off limits.
    ///
    /// - Parameter address: `nil` if the proxy names no address. Such clients share their limits.
    init(claimed address: IPAddress?) {
        let network: Network =
            switch address {
            case nil: .unknown
            case let address? where address.isV4: .v4(UInt32(truncatingIfNeeded: address.low))
            case let address?: .v6(address.high)
            }
        self.init(network, isLocal: false)
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
