import NIOCore

/// An IPv4 or IPv6 address as 128 bits; IPv4 is mapped into IPv6 (RFC 4291 section 2.5.5.2).
package struct IPAddress: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

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
    /// The length of the prefix in bits.
    private let bits: Int

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
        first = address
        self.bits = isV4 ? bits + 96 : bits
    }

    package func contains(_ address: IPAddress) -> Bool {
        let (highBits, lowBits) = (min(bits, 64), max(bits - 64, 0))
        return Self.agree(first.high, address.high, highBits) && Self.agree(first.low, address.low, lowBits)
    }

    /// Whether the first `bits` of two numbers are equal.
    private static func agree(_ one: UInt64, _ other: UInt64, _ bits: Int) -> Bool { (one ^ other) >> (64 - bits) == 0 }
}
