import ChatWire

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The address of a web page that may be fetched. It has no user and no password, and its host has
/// plain ASCII characters only: no reader of addresses takes another part of it for the host.
struct LinkTarget: Hashable, Sendable {
    let url: URL
    /// A name, or a numeric address, of IPv6 without brackets.
    let host: String
    let port: Int

    /// `nil` for an address that is not fetched.
    init?(_ text: String, relativeTo base: URL? = nil) {
        guard text.utf8.count <= Limits.previewAddressBytes, let url = URL(string: text, relativeTo: base)?.absoluteURL,
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https", url.user() == nil,
            url.password() == nil, let host = url.host(), Self.isPlain(host)
        else { return nil }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        guard (1...65_535).contains(port) else { return nil }
        self.url = url
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
    }

    private static func isPlain(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count <= 253
            && host.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                    true
                default: false
                }
            }
    }
}
