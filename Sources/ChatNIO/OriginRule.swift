import NIOCore

/// Which web pages may open a WebSocket here (RFC 6455 section 10.2): without this rule any page
/// that a user visits could speak in the user's name.
///
/// The server's own page may. But an `Origin` that equals the `Host` is not proof: the owner of a
/// DNS name can serve a page from another server, and then point the name to this server (DNS
/// rebinding). So the name must also be a known one.
public struct OriginRule: Sendable {
    /// An origin as `scheme://host[:port]` (RFC 6454 section 6.1), in lower case and without a port
    /// that its scheme implies.
    private struct Origin: Hashable, Sendable {
        let scheme: String
        let authority: String

        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1].isEmpty, let scheme = Self.schemes[parts[0].lowercased()],
                let authority = Self.authority(String(parts[2]), scheme: scheme)
            else { return nil }
            self.scheme = scheme
            self.authority = authority
        }

        private static let schemes = ["http:": "http", "https:": "https"]

        /// Host and port as they compare; nil for what cannot be one.
        static func authority(_ text: String, scheme: String) -> String? {
            let lower = text.lowercased()
            guard !lower.isEmpty, lower.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !",@?#\\".utf8.contains($0) })
            else {
                return nil
            }
            let implied = scheme == "https" ? ":443" : ":80"
            return lower.hasSuffix(implied) ? String(lower.dropLast(implied.count)) : lower
        }
    }

    private let allowed: Set<Origin>
    private let names: Set<String>

    /// - Parameters:
    ///   - allowed: origins besides the server's own, such as `https://chat.example.org`. The host
    ///     of each counts as a name of the server. A text that is no origin is ignored.
    ///   - host: the name or address that the server listens on
    public init(allowed: [String] = [], host: String = "localhost") {
        self.allowed = Set(allowed.compactMap(Origin.init))
        names = Set(self.allowed.map { Self.name(in: $0.authority) } + [host.lowercased()])
    }

    /// Whether `text` is an origin that can be allowed.
    public static func isOrigin(_ text: String) -> Bool { Origin(text) != nil }

    /// Whether a page of this origin may use the server.
    ///
    /// - Parameters:
    ///   - origin: the values of all `Origin` headers; empty if the client is not a browser
    ///   - host: the value of the `Host` header
    public func permits(origin values: [String], host: String?) -> Bool {
        guard let value = values.first else { return true }
        guard values.count == 1, let origin = Origin(value) else { return false }
        if allowed.contains(origin) { return true }
        guard let host, knows(host: host), let own = Origin.authority(host, scheme: origin.scheme) else { return false }
        return own == origin.authority
    }

    /// Whether the value of a `Host` header can mean nobody but this server: an address,
    /// `localhost` or a name below it, the host it listens on, or the host of an allowed origin.
    public func knows(host: String) -> Bool {
        guard let authority = Origin.authority(host, scheme: "http") else { return false }
        let name = Self.name(in: authority)
        return names.contains(name) || Self.isMachine(host)
    }

    /// Host and port of the same page with TLS: those of the allowed https origin with this host,
    /// otherwise this host with `port`. `nil` for a host that is not known.
    public func secureAuthority(for host: String, port: Int) -> String? {
        guard knows(host: host), let authority = Origin.authority(host, scheme: "http") else { return nil }
        let name = Self.name(in: authority)
        let origin = allowed.first { $0.scheme == "https" && Self.name(in: $0.authority) == name }
        if let origin { return origin.authority }
        let bracketed = name.contains(":") ? "[\(name)]" : name
        return port == 443 ? bracketed : "\(bracketed):\(port)"
    }

    /// Whether the value of a `Host` header is `localhost` or a name below it, whatever the port.
    public static func isLocalhost(_ host: String) -> Bool {
        let name = name(in: host.lowercased())
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Whether the value of a `Host` header is an address or `localhost`, and not a DNS name whose
    /// owner could point it to this machine.
    public static func isMachine(_ host: String) -> Bool {
        isLocalhost(host) || (try? SocketAddress(ipAddress: name(in: host.lowercased()), port: 0)) != nil
    }

    /// The host without its port, and without the brackets of an address of IPv6.
    private static func name(in authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }
}
