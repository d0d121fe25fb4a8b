import Foundation

/// Where a server is: `http://127.0.0.1:8080`, `wss://chat.example.org/martlet`, `[::1]:8080`.
///
/// `http` and `ws` mean the same here, and so do `https` and `wss`; without a scheme it is `http`.
public struct ServerAddress: Hashable, Sendable {
    /// A name or an IP address, without brackets.
    public let host: String
    /// 80 or 443 where the text says nothing.
    public let port: Int
    /// Whether TLS is asked for.
    public let isSecure: Bool
    /// What stands before the path of an endpoint; empty, or begins with a slash and ends without.
    public let basePath: String

    /// `nil` where the text is no such address.
    public init?(_ text: String) {
        let text = text.contains("://") ? text : "http://" + text
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            let isSecure = ServerAddress.schemes[parts.scheme?.lowercased() ?? ""],
            parts.query == nil, parts.fragment == nil, parts.user == nil
        else { return nil }
        let port = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(port) else { return nil }
        self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        self.port = port
        self.isSecure = isSecure
        let path = parts.percentEncodedPath
        basePath = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    private static let schemes = ["http": false, "ws": false, "https": true, "wss": true]
}
