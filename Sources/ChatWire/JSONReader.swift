/// Reads one JSON text (RFC 8259), strictly: two readers must never understand the same bytes
/// differently.
///
/// Beyond the grammar it refuses repeated keys, a byte-order mark, invalid UTF-8, lone surrogates,
/// NUL, nesting deeper than ``Limits/jsonDepth``, and more than ``Limits/jsonKeys`` keys in an
/// object. It never traps, and its work and memory grow only with the length of the text.
struct JSONReader {
    private let bytes: Bytes
    private var position = 0
    private var nodes: [JSONNode] = []
    private var unescaped: [UInt8] = []

    static func read(_ buffer: UnsafeBufferPointer<UInt8>) throws(WireError) -> JSONDocument {
        var reader = JSONReader(Bytes(buffer))
        try reader.text()
        return JSONDocument(bytes: reader.bytes, unescaped: reader.unescaped, nodes: reader.nodes)
    }

    private init(_ bytes: Bytes) {
        self.bytes = bytes
        nodes.reserveCapacity(32)
    }

    private mutating func text() throws(WireError) {
        guard bytes.count > 0 else { throw .json("nothing", at: 0) }
        // So that a position fits into a node.
        guard bytes.count < Int(Int32.max) else { throw .json("no end", at: Int(Int32.max)) }
        if bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { throw .json("a byte-order mark", at: 0) }
        skipSpace()
        try value(depth: 0)
        skipSpace()
        if position < bytes.count { throw .json("trailing bytes", at: position) }
    }

    private mutating func skipSpace() {
        while true {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
            default: return
            }
        }
    }

    // The recursion ends at `Limits.jsonDepth`.
    private mutating func value(depth: Int) throws(WireError) {
        switch bytes[position] {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true", .true)
        case UInt8(ascii: "f"): try word("false", .false)
        case UInt8(ascii: "n"): try word("null", .null)
        default: throw unexpected()
        }
    }

    private mutating func object(depth: Int) throws(WireError) {
        let index = try open(.object, depth: depth)
        var keys = 0
        if bytes[position] != UInt8(ascii: "}") {
            while true {
                keys += 1
                if keys > Limits.jsonKeys { throw .json("too many keys in an object", at: position) }
                try key(of: index)
                skipSpace()
                try value(depth: depth)
                skipSpace()
                if bytes[position] == UInt8(ascii: "}") { break }
                try expect(UInt8(ascii: ","))
                skipSpace()
            }
        }
        close(index)
    }

    private mutating func key(of object: Int) throws(WireError) {
        let start = position
        guard bytes[position] == UInt8(ascii: "\"") else { throw unexpected() }
        try string()
        if isRepeated(key: nodes.count - 1, of: object) { throw .json("a repeated key", at: start) }
        skipSpace()
        try expect(UInt8(ascii: ":"))
    }

    /// Keys are compared after unescaping: `"a"` and `"\u0061"` are the same key.
    private func isRepeated(key: Int, of object: Int) -> Bool {
        var other = object + 1
        while other < key {
            if isSame(nodes[other], nodes[key]) { return true }
            other = Int(nodes[other + 1].next)
        }
        return false
    }

    private func isSame(_ one: JSONNode, _ other: JSONNode) -> Bool {
        let length = one.end - one.start
        guard length == other.end - other.start else { return false }
        return unescaped.withUnsafeBufferPointer { buffer in
            let unescaped = Bytes(buffer)
            return (one.isUnescaped ? unescaped : bytes).hasSame(
                Int(length), at: Int(one.start), as: other.isUnescaped ? unescaped : bytes, at: Int(other.start))
        }
    }

    private mutating func array(depth: Int) throws(WireError) {
        let index = try open(.array, depth: depth)
        if bytes[position] != UInt8(ascii: "]") {
            while true {
                try value(depth: depth)
                skipSpace()
                if bytes[position] == UInt8(ascii: "]") { break }
                try expect(UInt8(ascii: ","))
                skipSpace()
            }
        }
        close(index)
    }

    private mutating func open(_ kind: JSONNode.Kind, depth: Int) throws(WireError) -> Int {
        if depth > Limits.jsonDepth { throw .json("too deep nesting", at: position) }
        append(kind, from: position, to: position)
        position += 1
        skipSpace()
        return nodes.count - 1
    }

    private mutating func close(_ index: Int) {
        position += 1
        nodes[index].end = UInt32(truncatingIfNeeded: position)
        nodes[index].next = UInt32(truncatingIfNeeded: nodes.count)
    }

    private mutating func append(_ kind: JSONNode.Kind, isUnescaped: Bool = false, from start: Int, to end: Int) {
        nodes.append(
            JSONNode(
                kind: kind, isUnescaped: isUnescaped, start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: end), next: UInt32(truncatingIfNeeded: nodes.count + 1)))
    }

    private mutating func word(_ text: StaticString, _ kind: JSONNode.Kind) throws(WireError) {
        let start = position
        for byte in text.buffer { try expect(byte) }
        append(kind, from: start, to: position)
    }

    private mutating func expect(_ byte: UInt8) throws(WireError) {
        guard bytes[position] == byte else { throw unexpected() }
        position += 1
    }

    private func unexpected() -> WireError {
        .json(position < bytes.count ? "an unexpected byte" : "an early end", at: position)
    }
}

// Numbers.
extension JSONReader {
    private mutating func number() throws(WireError) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if bytes[position] == UInt8(ascii: "0") {
            position += 1
            if isDigit { throw .json("a leading zero", at: start) }
        } else {
            try digits()
        }
        if bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        append(.number, from: start, to: position)
    }

    private mutating func digits() throws(WireError) {
        guard isDigit else { throw unexpected() }
        while isDigit { position += 1 }
    }

    private var isDigit: Bool { bytes[position] &- UInt8(ascii: "0") <= 9 }
}

// Strings.
extension JSONReader {
    private mutating func string() throws(WireError) {
        position += 1
        let start = position
        try plain()
        if bytes[position] == UInt8(ascii: "\"") {
            append(.string, from: start, to: position)
        } else {
            let unescapedStart = unescaped.count
            try escaped(from: start)
            append(.string, isUnescaped: true, from: unescapedStart, to: unescaped.count)
        }
        position += 1
    }

    /// Advances to the next quote or backslash.
    private mutating func plain() throws(WireError) {
        while true {
            position = bytes.plainRun(from: position, ascii: true)
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                return
            case 0x80...0xFF:
                repeat {
                    let length = bytes.sequenceLength(at: position)
                    if length == 0 { throw .json("invalid UTF-8", at: position) }
                    position += length
                } while bytes[position] >= 0x80
            default:
                if position >= bytes.count { throw unexpected() }
                throw .json("a raw control character", at: position)
            }
        }
    }

    /// Reads from the first backslash of a string to its closing quote.
    private mutating func escaped(from start: Int) throws(WireError) {
        var start = start
        while true {
            unescaped.append(contentsOf: bytes.slice(start, position))
            if bytes[position] == UInt8(ascii: "\"") { return }
            try escape()
            start = position
            try plain()
        }
    }

    private mutating func escape() throws(WireError) {
        let byte = bytes[position + 1]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw .json("an unknown escape", at: position)
        }
        position += 2
    }

    private mutating func unicodeEscape() throws(WireError) {
        let start = position
        var code = try codeUnit()
        if code & 0xFC00 == 0xD800 && bytes[position] == UInt8(ascii: "\\") && bytes[position + 1] == UInt8(ascii: "u")
        {
            let low = try codeUnit()
            guard low & 0xFC00 == 0xDC00 else { throw .json("a lone surrogate", at: start) }
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
        }
        if code == 0 { throw .json("a NUL", at: start) }
        guard let scalar = Unicode.Scalar(code) else { throw .json("a lone surrogate", at: start) }
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// Reads `\uXXXX`.
    private mutating func codeUnit() throws(WireError) -> UInt32 {
        var code: UInt32 = 0
        for offset in 2..<6 {
            guard let digit = UUIDText.hexDigit(bytes[position + offset]) else {
                throw .json("an unknown escape", at: position)
            }
            code = code << 4 | UInt32(digit)
        }
        position += 6
        return code
    }
}
