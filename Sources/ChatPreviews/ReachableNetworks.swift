import ChatServer

/// Which addresses the server may fetch pages from: those of the public internet, so that a link
/// does not reach what only the server can reach (server-side request forgery).
struct ReachableNetworks: Sendable {
    /// Networks that may be reached although they are not public, such as an intranet's.
    private let allowed: [AddressNetwork]

    init(allowed: [AddressNetwork] = []) {
        self.allowed = allowed
    }

    /// Whether the server may connect to this address and port. Ports other than 80 and 443 need a
    /// network that the operator allows.
    func canReach(_ address: IPAddress, port: Int) -> Bool {
        if allowed.contains(where: { $0.contains(address) }) { return true }
        return (port == 80 || port == 443) && Self.global.contains { $0.contains(address) }
            && !Self.special.contains { $0.contains(address) }
    }

    /// IPv4, which is compared as IPv4 within IPv6, and the global unicast addresses of IPv6
    /// (RFC 4291 section 2.4).
    private static let global = ["::ffff:0:0/96", "2000::/3"].compactMap { AddressNetwork($0) }

    /// Networks within ``global`` that are not public: those in the IANA registries of
    /// special-purpose addresses for IPv4 and IPv6 (RFC 6890), multicast (RFC 5771), and the
    /// prefixes that carry an IPv4 address within IPv6, whose target is not known here.
    /// 168.63.129.16 is a service of Azure that only its machines reach
    /// (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap { AddressNetwork($0) }
}
