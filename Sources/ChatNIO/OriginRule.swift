/// Which web pages may open a WebSocket here (RFC 6455 section 10.2): without this rule any page that a user visits could speak in
/// the user's name.
public struct OriginRule: Sendable {
    /// An origin as `scheme://host[:port]` (RFC 6454 section 6.1), in lower case and without a port that its scheme implies.
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

    /// - Parameter allowed: origins besides the server's own, as `https://chat.example.org`; what is not one is ignored
    public init(allowed: [String] = []) { self.allowed = Set(allowed.compactMap(Origin.init)) }

    /// Whether `text` is an origin that can be allowed.
    public static func isOrigin(_ text: String) -> Bool { Origin(text) != nil }

    /// - Parameters:
    ///   - origin: the values of all `Origin` headers; none means that it is no browser that asks
    ///   - host: the value of the `Host` header
    public func permits(origin values: [String], host: String?) -> Bool {
        guard let value = values.first else { return true }
        guard values.count == 1, let origin = Origin(value) else { return false }
        if allowed.contains(origin) { return true }
        guard let host, let own = Origin.authority(host, scheme: origin.scheme) else { return false }
        return own == origin.authority
    }
}
