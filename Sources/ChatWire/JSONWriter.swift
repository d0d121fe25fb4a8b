/// Writes JSON (RFC 8259) into bytes that can be used again: no spaces, and nothing escaped but what must be.
///
/// Commas come by themselves: whatever follows a value is separated from it.
public struct JSONWriter {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// - Parameter capacity: bytes to have room for at once.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(max(capacity, 0))
    }

    /// Empties it for the next text and keeps its memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
    }

    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
    }

    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
    }

    /// A key; it must need no escape.
    public mutating func key(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: key.buffer)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    public mutating func value(_ bool: Bool) {
        separate()
        raw(bool ? "true" : "false")
    }

    public mutating func value(_ number: UInt64) {
        separate()
        digits(number)
    }

    public mutating func value(_ number: Int64) {
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(number.magnitude)
    }

    public mutating func value(_ id: ID) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        id.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func value(_ string: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var string = string  // `withUTF8` wants a variable; a native string is not copied
        string.withUTF8 { escape(Bytes($0)) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Bytes as they are.
    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: text.buffer)
    }

    /// A comma, unless this is the first of its container, or belongs to a key.
    mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    mutating func digits(_ number: UInt64) {
        var rest = number
        var position = bytes.count
        repeat {
            bytes.append(0)
            rest /= 10
        } while rest > 0
        let start = position
        position = bytes.count
        rest = number
        while position > start {
            position -= 1
            bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    private mutating func escape(_ text: Bytes) {
        var position = 0
        while true {
            let end = text.plainRun(from: position, ascii: false)
            bytes.append(contentsOf: text.slice(position, end))
            if end >= text.count { return }
            escape(text[end])
            position = end + 1
        }
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            raw(byte < 0x10 ? "u000" : "u001")
            bytes.append("0123456789abcdef".utf8.dropFirst(Int(byte & 0xF)).first ?? UInt8(ascii: "0"))
        default: bytes.append(byte)
        }
    }
}

extension JSONWriter {
    mutating func member(_ key: StaticString, _ value: Bool) {
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, _ value: UInt64?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, _ value: Int64) {
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, _ value: ID?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }
}
