import Atomics
import ChatRooms
import Logging
import NIOCore

/// Notices a proxy that no option names: requests from this machine or its network with a header
/// that proxies write. It is logged once a start, whatever clients send.
final class UnnamedProxy: Sendable {
    /// The other end of a connection that may be such a proxy.
    struct Peer: Sendable {
        fileprivate let proxy: UnnamedProxy
        fileprivate let address: String
        fileprivate let isLocal: Bool

        /// Looks at a request's headers.
        ///
        /// - Parameter values: The values of a header, by its name in lower case.
        func noteHeaders(_ values: (String) -> [String]) { proxy.note(values, of: self) }
    }

    /// Whether a request has a header that proxies write. A proxy that writes none can't be told
    /// from a client.
    ///
    /// - Parameter values: The values of a header, by its name in lower case.
    static func isPassedOn(_ values: (String) -> [String]) -> Bool {
        ["x-forwarded-for", "forwarded", "via"].contains { !values($0).isEmpty }
    }

    private let logger: Logger
    private let isLogged = ManagedAtomic(false)

    init(logger: Logger) { self.logger = logger }

    /// `nil` for an address of the internet. Its clients may claim what they want, and nothing in
    /// it is a reason to trust them.
    func peer(at address: SocketAddress?) -> Peer? {
        guard let address, let text = address.ipAddress, let number = IPAddress(address),
            Self.networks.contains(where: { $0.contains(number) })
        else { return nil }
        return Peer(proxy: self, address: text, isLocal: ClientAddress(address).isLocal)
    }

    private func note(_ values: (String) -> [String], of peer: Peer) {
        guard !isLogged.load(ordering: .relaxed) else { return }
        let isUsual = !values("x-forwarded-for").isEmpty
        guard isUsual || !values("forwarded").isEmpty, !isLogged.exchange(true, ordering: .relaxed) else { return }
        let header = isUsual ? "X-Forwarded-For" : "Forwarded"
        let option = "--trusted-proxy \(peer.address)" + (isUsual ? "" : " --proxy-header forwarded")
        let limits = peer.isLocal ? "have no limits by address" : "share the limits of one address"
        logger.warning(
            "A request from \(peer.address) has the header \(header), as a proxy writes it, and no proxy is named. If a proxy of yours runs there, its clients \(limits): start the server with \(option). Otherwise ignore this."
        )
    }

    /// Loopback, private networks (RFC 1918, RFC 6598, RFC 4193) and link-local addresses.
    private static let networks = [
        "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16",
        "::1", "fc00::/7", "fe80::/10",
    ].compactMap { AddressNetwork($0) }
}
