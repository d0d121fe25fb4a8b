import ChatWire

/// The hops of a request according to its headers (`X-Forwarded-For`, and `Forwarded` of RFC 7239),
/// beginning with the last hop.
///
/// Each proxy appends what it sees. The client may have invented everything before that. So headers
/// are read from the right, quotes included, and no further than necessary.
struct ForwardedHeader {
    struct Hop: Hashable {
        /// `nil` if it is not an address: `unknown`, a name, or garbage.
        var address: IPAddress?
        /// Whether the proxy was reached over https; `nil` if it does not say.
        var isSecure: Bool?
    }

    /// Returns at most ``ChatWire/Limits/forwardedHops`` hops of a `Forwarded` header, the last one
    /// first.
    ///
    /// - Parameter values: the header's values in the order received
    static func hops(forwarded values: [String]) -> [Hop] { elements(of: values).map { hop(forwarded: $0) } }

    /// The hops of an `X-Forwarded-For` header's values.
    static func hops(xForwardedFor values: [String]) -> [Hop] {
        elements(of: values).map { Hop(address: address(node: $0), isSecure: nil) }
    }

    /// The elements between commas, the last one first. A comma between quotes does not separate.
    ///
    /// Compares bytes, not characters: a client's last scalar may combine with the proxy's comma
    /// into one character.
    private static func elements(of values: [String]) -> [Substring] {
        var elements: [Substring] = []
        for value in values.reversed() {
            var isQuoted = false
            var end = value.endIndex
            for index in value.utf8.indices.reversed() {
                let byte = value.utf8[index]
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                guard byte == UInt8(ascii: ","), !isQuoted else { continue }
                elements.append(value[value.utf8.index(after: index)..<end])
                end = index
                if elements.count == Limits.forwardedHops { return elements }
            }
            elements.append(value[..<end])
            if elements.count == Limits.forwardedHops { return elements }
        }
        return elements
    }

    /// Reads an element of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`.
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

    /// Reads an address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`,
    /// `[2001:db8::1]:80`.
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
