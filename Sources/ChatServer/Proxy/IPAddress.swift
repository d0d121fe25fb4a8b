import ChatRooms
import NIOCore

/// An IPv4 or IPv6 address as 128 bits; IPv4 is mapped into IPv6 (RFC 4291 section 2.5.5.2).
package struct IPAddress: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// ::1.
    static let loopback = IPAddress(high: 0, low: 1)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The first bits of the address, and zeros behind them.
    ///
    /// - Parameter bits: at most 128
    func prefix(_ bits: Int) -> IPAddress {
        IPAddress(
            high: high & ~(bits < 64 ? UInt64.max >> bits : 0),
            low: low & ~(bits < 128 ? UInt64.max >> max(bits - 64, 0) : 0))
    }

    /// The address of a client, of IPv6 its first 64 bits; `nil` for one that has none.
    init?(_ client: ClientAddress) {
        switch client.network {
        case .v4(let number): self.init(v4: number)
        case .v6(let number): self.init(high: number, low: 0)
        case .fileSystem, .unknown: return nil
        }
    }

    init(v4 number: UInt32) {
        high = 0
        low = 0xFFFF_0000_0000 | UInt64(number)
    }

    /// - Parameter bytes: Sixteen bytes in network order; otherwise the result is `nil`.
    init?(v6 bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// `nil` for a Unix domain socket, and for none.
    package init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address): self.init(v4: UInt32(bigEndian: address.address.sin_addr.s_addr))
        case .v6(let address): self.init(v6: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket, nil: return nil
        }
    }

    /// Reads a numeric address, without a port, brackets or a zone.
    package init?(_ text: some StringProtocol) {
        let isAddress = text.utf8.count <= 45 && text.utf8.allSatisfy { "0123456789abcdefABCDEF.:".utf8.contains($0) }
        guard isAddress, let address = try? SocketAddress(ipAddress: String(text), port: 0) else { return nil }
        self.init(address)
    }
}

/// All addresses with the same prefix, such as `10.0.0.0/8` or `fd00::/8`, or a single address.
package struct AddressNetwork: Hashable, Sendable {
    private let first: IPAddress
    /// The length of the prefix in bits: of an IPv4 network, 96 more than is written.
    let bits: Int

    var isV4: Bool { first.isV4 && bits >= 96 }

    /// The network with this prefix of an address.
    ///
    /// - Parameter bits: at most 128
    init(_ address: IPAddress, bits: Int) {
        first = address.prefix(bits)
        self.bits = bits
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
        let isV4 = address.isV4 && !text.contains(":")
        let most = isV4 ? 32 : 128
        var bits = most
        if let last = parts.dropFirst().first {
            guard last.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(last), number <= most else {
                return nil
            }
            bits = number
        }
        self.init(address, bits: isV4 ? bits + 96 : bits)
    }

    package func contains(_ address: IPAddress) -> Bool { address.prefix(bits) == first }
}

extension AddressNetwork: CustomStringConvertible {
    /// `192.0.2.0/24`, or `2001:db8:0:0::/64`. Of an IPv6 network, as many groups as its prefix
    /// has.
    package var description: String {
        if isV4 {
            let number = first.low
            return [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".") + "/\(bits - 96)"
        }
        let groups = (0..<8).map { ($0 < 4 ? first.high : first.low) >> (48 - 16 * ($0 % 4)) & 0xFFFF }
        let count = (bits + 15) / 16
        let text = groups.prefix(count).map { String($0, radix: 16) }.joined(separator: ":")
        return text + (count < 8 ? "::" : "") + "/\(bits)"
    }
}
