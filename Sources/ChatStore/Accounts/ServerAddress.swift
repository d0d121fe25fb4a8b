import ChatWire
import Foundation

/// Where a server is, as a person writes it: `chat.example.org`, `192.168.1.20:8080`, `http://localhost:8080`.
///
/// Without a scheme, a host that can only be near (this device, a private or link-local address, a name in `.local`) is
/// spoken to in plain text at port 8080, where `martlet serve` listens; every other host by TLS at port 443. A scheme says it
/// otherwise. A path, a query and a user are no part of it.
public struct ServerAddress: Hashable, Sendable {
    /// In lower case, without the brackets of a literal IPv6 address.
    public let host: String
    /// 1…65535.
    public let port: Int
    public let isSecure: Bool

    /// `nil` when `text` is not an address.
    public init?(_ text: String) {
        var rest = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
        var secure: Bool?
        if let mark = rest.range(of: "://") {
            switch rest[..<mark.lowerBound].lowercased() {
            case "https", "wss": secure = true
            case "http", "ws": secure = false
            default: return nil
            }
            rest = rest[mark.upperBound...]
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let (host, port) = ServerAddress.parts(authority) else { return nil }
        self.host = host
        isSecure = secure ?? !ServerAddress.isNear(host)
        let usual = isSecure ? 443 : secure == nil ? 8080 : 80
        self.port = port ?? usual
    }

    /// The shortest text that reads as this address, with its scheme: `wss://chat.example.org`.
    public var text: String {
        let usual = isSecure ? 443 : 80
        return (isSecure ? "wss://" : "ws://") + bracketed + (port == usual ? "" : ":\(port)")
    }

    /// For a person: host, and port where it is not the usual one.
    public var title: String {
        port == (isSecure ? 443 : 80) ? host : "\(bracketed):\(port)"
    }

    /// Where the native protocol is spoken.
    public var socket: URL? { URL(string: text + "/v1") }

    private var bracketed: String { host.contains(":") ? "[\(host)]" : host }

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
                && label.allSatisfy { isHex($0) || (0x67...0x7A).contains($0 | 0x20) || $0 == 0x2D }
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func isNear(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local") { return true }
        if host.contains(":") {
            // Loopback, unique local (fc00::/7) and link-local (fe80::/10) addresses.
            return host == "::1" || ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains { host.hasPrefix($0) }
        }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard numbers.count == 4, let first = numbers[0], let second = numbers[1], numbers[2] != nil, numbers[3] != nil
        else { return false }
        switch (first, second) {
        case (127, _), (10, _), (192, 168), (172, 16...31), (169, 254): return true
        default: return false
        }
    }
}

extension ServerAddress: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let address = ServerAddress(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(text) is not a server's address"))
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
