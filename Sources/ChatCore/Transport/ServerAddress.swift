import ChatWire
import Foundation

/// The address of a server, as a person writes it: `chat.example.org`, `http://192.168.1.20:8080`,
/// `localhost`.
///
/// The connection uses TLS unless the text says `http://` or `ws://`, or names this machine
/// (`localhost`, `127.0.0.1`, `[::1]`) without a scheme. `http` and `ws` mean the same here, and so
/// do `https` and `wss`. A path is what a proxy puts before the server's own paths. Query and
/// fragment are left out, so that the address of a page can be pasted.
public struct ServerAddress: Hashable, Sendable {
    /// A name or an IP address in lower case, without the brackets of a literal IPv6 address.
    public let host: String
    /// 1…65535. Without a port in the text: 443 with TLS, 80 with `http://`, and 8080, where
    /// `martlet serve` listens, for this machine without a scheme.
    public let port: Int
    /// Whether the connection uses TLS.
    public let isSecure: Bool
    /// What stands before the path of an endpoint. Empty, or begins with a slash and ends without
    /// one.
    public let basePath: String

    /// `nil` when `text` is not an address, or longer than ``Limits/linkBytes``.
    public init?(_ text: String) {
        var rest = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard rest.utf8.count <= Limits.linkBytes else { return nil }
        var secure: Bool?
        if let mark = rest.range(of: "://") {
            switch rest[..<mark.lowerBound].lowercased() {
            case "https", "wss": secure = true
            case "http", "ws": secure = false
            default: return nil
            }
            rest = rest[mark.upperBound...]
        }
        let place = rest.prefix { $0 != "?" && $0 != "#" }
        let authority = place.prefix { $0 != "/" }
        guard let (host, port) = ServerAddress.parts(authority),
            let path = ServerAddress.path(place[authority.endIndex...])
        else { return nil }
        self.host = host
        basePath = path
        isSecure = secure ?? !ServerAddress.isLoopback(host)
        let usual = isSecure ? 443 : secure == nil ? 8080 : 80
        self.port = port ?? usual
    }

    /// The shortest text that reads as this address, with its scheme: `wss://chat.example.org`.
    public var text: String { (isSecure ? "wss://" : "ws://") + title + basePath }

    /// For a person: the host, and the port where it is not the scheme's usual one.
    public var title: String { port == (isSecure ? 443 : 80) ? bracketedHost : authority }

    /// Host and port, as in the `Host` header of a request: `[::1]:8080`.
    public var authority: String { "\(bracketedHost):\(port)" }

    /// The address for a WebSocket: ``text`` as a `URL`.
    public var url: URL? { URL(string: text) }

    /// The address of `path` over HTTP; the path begins with a slash.
    public func url(of path: String) -> URL? {
        URL(string: (isSecure ? "https://" : "http://") + title + basePath + path)
    }

    /// The invite link with a code, for the app and for browsers:
    /// `https://chat.example.org/#join=…`.
    public func link(with code: InviteCode) -> String {
        (isSecure ? "https://" : "http://") + title + basePath + "/" + InviteCode.linkMark + code.text
    }

    private var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

    private static func parts(_ authority: Substring) -> (host: String, port: Int?)? {
        let host: Substring
        let rest: Substring
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[..<end].dropFirst()
            rest = authority[end...].dropFirst()
            guard host.contains(":"), host.utf8.allSatisfy({ isHex($0) || $0 == 0x3A || $0 == 0x2E }) else {
                return nil
            }
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority[host.endIndex...]
            guard isName(host) else { return nil }
        }
        guard host.utf8.count <= Limits.hostBytes else { return nil }
        if rest.isEmpty { return (host.lowercased(), nil) }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), (1...65_535).contains(port)
        else { return nil }
        return (host.lowercased(), port)
    }

    /// Labels of 1 to 63 letters, digits and hyphens, with dots between them.
    private static func isName(_ host: Substring) -> Bool {
        let labels = host.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
                && label.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    /// The path without a slash at its end; `nil` for bytes that a path does not have (RFC 3986
    /// section 3.3).
    private static func path(_ text: Substring) -> String? {
        let marks = Array("-._~!$&'()*+,;=:@%/".utf8)
        let isPath = text.utf8.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
        guard isPath else { return nil }
        return String(text.hasSuffix("/") ? text.dropLast() : text)
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && numbers.allSatisfy { $0 != nil }
    }
}

extension ServerAddress: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value("a server's address") { ServerAddress($0) }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text) }
}
