import ChatRooms
import NIOCore

/// How a trusted proxy names its client.
public enum ProxyHeaderKind: String, CaseIterable, Sendable {
    /// The header `X-Forwarded-For`.
    case xForwardedFor = "x-forwarded-for"
    /// The header `Forwarded` (RFC 7239).
    case forwarded
    /// The PROXY protocol, version 1 or 2: at the beginning of each connection.
    case proxyProtocol = "proxy-protocol"
}

/// The proxies whose statements about their clients' addresses are believed.
///
/// Only one header is believed. A proxy passes on the headers that it does not write, as its client
/// invented them.
struct TrustedProxies: Sendable {
    let networks: [AddressNetwork]
    let kind: ProxyHeaderKind

    /// - Parameter texts: Addresses and networks; other texts are ignored.
    init(_ texts: [String], _ kind: ProxyHeaderKind) {
        networks = texts.compactMap(AddressNetwork.init)
        self.kind = kind
    }

    func trust(_ address: IPAddress?) -> Bool {
        guard let address else { return false }
        return networks.contains { $0.contains(address) }
    }

    /// The client of a request from a trusted proxy, and whether the client used https.
    ///
    /// - Parameter values: The values of a header, by its name in lower case.
    /// - Returns: A `nil` client if the proxy names none: then the request is the proxy's own.
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

    /// The last hop that is not a trusted proxy; the first one if all are.
    private func client(of hops: [ForwardedHeader.Hop]) -> (ClientAddress?, isSecure: Bool?) {
        for hop in hops where !trust(hop.address) { return (ClientAddress(claimed: hop.address), hop.isSecure) }
        guard let first = hops.last else { return (nil, nil) }
        return (ClientAddress(claimed: first.address), first.isSecure)
    }
}

/// The client of a connection, and how the clients of its requests are found.
struct ConnectionOrigin: Sendable {
    let client: ClientAddress
    /// Whether the connection itself uses TLS.
    var isSecure = false
    /// The proxies whose headers name a request's client; `nil` if headers are ignored.
    var headers: TrustedProxies?
    /// Looks at headers that are ignored; `nil` where a proxy is named, and for an address of the
    /// internet.
    var unnamedProxy: UnnamedProxy.Peer?

    /// - Parameter values: The values of a header, by its name in lower case.
    func request(_ values: (String) -> [String]) -> (client: ClientAddress, isSecure: Bool) {
        guard let headers else {
            unnamedProxy?.noteHeaders(values)
            return (client, isSecure)
        }
        let origin = headers.origin(values)
        return (origin.client ?? client, isSecure || origin.isSecure)
    }
}
