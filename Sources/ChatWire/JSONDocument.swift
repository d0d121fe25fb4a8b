/// A parsed, valid JSON text: its values in order, each with its end.
///
/// It refers to the bytes it was read from, and must not outlive them.
struct JSONDocument {
    let bytes: Bytes
    /// The contents of strings with escapes. Other strings are read from the text.
    let unescaped: [UInt8]
    /// A container is followed by its contents. In an object, each value follows its key: key,
    /// value, key, value, ….
    let nodes: [JSONNode]

    /// The content of a string, or the text of a number.
    func withContent<R>(of node: JSONNode, _ body: (Bytes) -> R) -> R {
        guard node.isUnescaped else { return body(Bytes(bytes.slice(Int(node.start), Int(node.end)))) }
        return unescaped.withUnsafeBufferPointer { body(Bytes(Bytes($0).slice(Int(node.start), Int(node.end)))) }
    }

    func string(_ node: JSONNode) -> String {
        withContent(of: node) { String(decoding: $0.slice(0, $0.count), as: UTF8.self) }
    }

    /// A whole number as the protocol writes one: no point, no exponent, no `-0`, at most 2⁵³ − 1
    /// from zero.
    func integer(_ node: JSONNode) throws(WireError) -> Int64 {
        let end = Int(node.end)
        var position = Int(node.start)
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        if end - position > 16 { throw .json("a number over 2^53 - 1", at: Int(node.start)) }
        var value: Int64 = 0
        while position < end {
            let digit = bytes[position] &- UInt8(ascii: "0")
            if digit > 9 { throw .json("a point or exponent in a whole number", at: position) }
            value = value &* 10 &+ Int64(digit)  // at most 16 digits: it fits
            position += 1
        }
        if value > Int64(Limits.largestInteger) { throw .json("a number over 2^53 - 1", at: Int(node.start)) }
        if isNegative && value == 0 { throw .json("-0 for a whole number", at: Int(node.start)) }
        return isNegative ? -value : value
    }

    /// A number of seconds as milliseconds: at most 14 digits and a fraction, of which three digits
    /// count. `nil` for every other number.
    func milliseconds(_ node: JSONNode) -> Int64? {
        withContent(of: node) { text in
            var value: Int64 = 0
            var decimals: Int?
            for position in 0..<text.count {
                if text[position] == UInt8(ascii: ".") {
                    decimals = 0
                    continue
                }
                let digit = text[position] &- UInt8(ascii: "0")
                guard digit <= 9 else { return nil }
                if let known = decimals {
                    if known == 3 { continue }
                    decimals = known + 1
                } else if value >= 10_000_000_000_000 {
                    return nil
                }
                value = value &* 10 &+ Int64(digit)  // at most 17 digits: it fits
            }
            for _ in (decimals ?? 0)..<3 { value = value &* 10 }  // at most 17 digits
            return value
        }
    }
}

/// A value of a ``JSONDocument``, or a key.
struct JSONNode {
    enum Kind: UInt8 { case object, array, string, number, `true`, `false`, null }

    var kind: Kind
    /// Whether `start` and `end` refer to ``JSONDocument/unescaped`` instead of the text.
    var isUnescaped = false
    var start: UInt32
    var end: UInt32
    /// The index of the node after this one and its contents.
    var next: UInt32
}

extension WireError {
    /// A refusal that says what is wrong and where.
    static func json(_ what: StaticString, at position: Int) -> WireError {
        WireError(.badJSON, "Not the JSON Martlet reads: \(what.text) at byte \(position).")
    }
}

extension StaticString {
    var buffer: UnsafeBufferPointer<UInt8> {
        hasPointerRepresentation
            ? UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) : .init(start: nil, count: 0)
    }

    // Inlined at hundreds of places, it made the page's model larger.
    @inline(never) var text: String { String(decoding: buffer, as: UTF8.self) }
}
