import ChatWire

/// Where a request came through, as its headers say (`X-Forwarded-For`, and `Forwarded` of RFC 7239), from the last hop on.
///
/// Each proxy adds what it sees at the end, and what stands before that may be a client's invention: so everything is read from the right, quotes
/// included, and nothing further left than need be.
struct ForwardedHeader {
    struct Hop: Hashable {
        /// `nil` for what is no address: `unknown`, a name, or garbage.
        var address: IPAddress?
        /// Whether the proxy was reached over https; `nil` where it does not say.
        var isSecure: Bool?
    }

    /// Of a `Forwarded` header's values, in the order in which they came; at most ``ChatWire/Limits/forwardedHops``.
    static func hops(forwarded values: [String]) -> [Hop] { elements(of: values).map { hop(forwarded: $0) } }

    /// The same of an `X-Forwarded-For` header.
    static func hops(xForwardedFor values: [String]) -> [Hop] {
        elements(of: values).map { Hop(address: address(node: $0), isSecure: nil) }
    }

    /// What stands between commas, the last first. A comma between quotes does not separate.
    private static func elements(of values: [String]) -> [Substring] {
        var elements: [Substring] = []
        for value in values.reversed() {
            var isQuoted = false
            var end = value.endIndex
            for index in value.indices.reversed() {
                if value[index] == "\"" { isQuoted.toggle() }
                guard value[index] == ",", !isQuoted else { continue }
                elements.append(value[value.index(after: index)..<end])
                end = index
                if elements.count == Limits.forwardedHops { return elements }
            }
            elements.append(value[..<end])
            if elements.count == Limits.forwardedHops { return elements }
        }
        return elements
    }

    /// One element of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`.
    private static func hop(forwarded element: Substring) -> Hop {
        var values: [String: Substring] = [:]
        for pair in element.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
            guard parts.count == 2, let name = parts.first, let value = parts.last,
                values.updateValue(unquoted(value), forKey: name.lowercased()) == nil
            else { return Hop() }
        }
        return Hop(
            address: values["for"].flatMap(address(node:)), isSecure: values["proto"].map { $0.lowercased() == "https" }
        )
    }

    /// An address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
    private static func address(node text: Substring) -> IPAddress? {
        let node = trimmed(text)
        if node.hasPrefix("[") { return IPAddress(node.dropFirst().prefix { $0 != "]" }) }
        let colons = node.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ":") ? 1 : 0) }
        return IPAddress(colons == 1 ? node.prefix { $0 != ":" } : node)
    }

    private static func unquoted(_ text: Substring) -> Substring {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? text.dropFirst().dropLast() : text
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
