import ChatRooms
import NIOCore

/// How a trusted proxy tells whose a connection is.
public enum ProxyHeaderKind: String, CaseIterable, Sendable {
    case xForwardedFor = "x-forwarded-for"
    case forwarded
    /// Before everything else, and once a connection: the PROXY protocol, version 1 or 2.
    case proxyProtocol = "proxy-protocol"
}

/// The proxies that are believed what they say about their clients' addresses.
///
/// One header is believed, and no other: a proxy passes on the headers that it does not write, as its client invented them.
struct TrustedProxies: Sendable {
    let networks: [AddressNetwork]
    let kind: ProxyHeaderKind

    /// - Parameter texts: addresses and networks; what is neither is left out
    init(_ texts: [String], _ kind: ProxyHeaderKind) {
        networks = texts.compactMap(AddressNetwork.init)
        self.kind = kind
    }

    func trust(_ address: IPAddress?) -> Bool {
        guard let address else { return false }
        return networks.contains { $0.contains(address) }
    }

    /// Whose a request is that came from a trusted proxy, and whether over https.
    /// - Parameter values: the values of a header, by its name in lower case
    /// - Returns: a client of `nil` where the proxy does not say: the request is its own
    func origin(_ values: (String) -> [String]) -> (client: ClientAddress?, isSecure: Bool) {
        switch kind {
        case .proxyProtocol: return (nil, false)
        case .xForwardedFor:
            let (client, _) = client(of: ForwardedHeader.hops(xForwardedFor: values("x-forwarded-for")))
            let scheme = values("x-forwarded-proto").last?.split(separator: ",").last ?? ""
            return (client, scheme.filter { $0 != " " }.lowercased() == "https")
        case .forwarded:
            let (client, isSecure) = client(of: ForwardedHeader.hops(forwarded: values("forwarded")))
            return (client, isSecure ?? false)
        }
    }

    /// The last hop that is no trusted proxy; the first one where all are.
    private func client(of hops: [ForwardedHeader.Hop]) -> (ClientAddress?, isSecure: Bool?) {
        for hop in hops where !trust(hop.address) { return (ClientAddress(claimed: hop.address), hop.isSecure) }
        guard let first = hops.last else { return (nil, nil) }
        return (ClientAddress(claimed: first.address), first.isSecure)
    }
}

/// Whose a connection is, and what is known of its requests.
struct ConnectionOrigin: Sendable {
    let client: ClientAddress
    /// Whether the connection itself is TLS.
    var isSecure = false
    /// The proxies whose headers say whose a request is; `nil` where headers say nothing.
    var headers: TrustedProxies?

    /// - Parameter values: the values of a header, by its name in lower case
    func request(_ values: (String) -> [String]) -> (client: ClientAddress, isSecure: Bool) {
        guard let headers else { return (client, isSecure) }
        let origin = headers.origin(values)
        return (origin.client ?? client, isSecure || origin.isSecure)
    }
}
