/// Writes JSON (RFC 8259) into reusable bytes: no spaces, and only the necessary escapes.
///
/// It adds commas by itself.
public struct JSONWriter {
    private var sink: ByteSink

    /// - Parameter capacity: The bytes to reserve at once.
    public init(capacity: Int = 0) {
        sink = ByteSink(capacity: capacity)
    }

    /// A copy of the written bytes.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// The written bytes without a copy, valid during the call.
    public func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { sink.withBytes(body) }

    /// The number of written bytes.
    public var count: Int { sink.count }

    /// Empties it for the next text, and keeps its memory.
    public mutating func removeAll() { sink.removeAll() }

    /// Writes `{`. Its keys and values follow, then ``endObject()``.
    public mutating func beginObject() { append("{", most: 2) }
    /// Writes `}`.
    public mutating func endObject() { sink.append(most: 1) { $0.append(UInt8(ascii: "}")) } }
    /// Writes `[`. Its values follow, then ``endArray()``.
    public mutating func beginArray() { append("[", most: 2) }
    /// Writes `]`.
    public mutating func endArray() { sink.append(most: 1) { $0.append(UInt8(ascii: "]")) } }

    /// A key that needs no escape.
    public mutating func key(_ key: StaticString) {
        let isNext = isNext
        sink.append(most: key.utf8CodeUnitCount + 4) {
            if isNext { $0.append(UInt8(ascii: ",")) }
            $0.append(UInt8(ascii: "\""))
            $0.append(key.buffer)
            $0.append(UInt8(ascii: "\""))
            $0.append(UInt8(ascii: ":"))
        }
    }

    /// Writes `true` or `false`.
    public mutating func value(_ bool: Bool) {
        append(bool ? "true" : "false", most: 6)
    }

    /// Writes a whole number. It is not compared with ``Limits/largestInteger``.
    public mutating func value(_ number: UInt64) {
        let isNext = isNext
        sink.append(most: 21) {
            if isNext { $0.append(UInt8(ascii: ",")) }
            $0.append(decimal: number)
        }
    }

    /// Writes a whole number that may be negative. It is not compared with
    /// ``Limits/largestInteger``.
    public mutating func value(_ number: Int64) {
        let isNext = isNext
        sink.append(most: 21) {
            if isNext { $0.append(UInt8(ascii: ",")) }
            if number < 0 { $0.append(UInt8(ascii: "-")) }
            $0.append(decimal: number.magnitude)
        }
    }

    /// Writes an id as a string: a UUID in upper case.
    public mutating func value(_ id: some Identifier) {
        let isNext = isNext
        sink.append(most: 39) { room in
            if isNext { room.append(UInt8(ascii: ",")) }
            room.append(UInt8(ascii: "\""))
            UUIDText.write(id.high, id.low) { room.append($0) }
            room.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a string in quotes, with `"`, `\` and control characters escaped (RFC 8259 section
    /// 7).
    public mutating func value(_ string: String) {
        append("\"", most: 2)
        var string = string  // `withUTF8` wants a variable; a native string is not copied
        string.withUTF8 { escape(Bytes($0)) }
    }

    /// A number that need not be whole. If `decimals` is 0, it ends before `point`.
    mutating func value(isNegative: Bool, whole: UInt64, point: StaticString, decimals: UInt64) {
        let isNext = isNext
        sink.append(most: 48) {
            if isNext { $0.append(UInt8(ascii: ",")) }
            if isNegative { $0.append(UInt8(ascii: "-")) }
            $0.append(decimal: whole)
            if decimals == 0 { return }
            $0.append(point.buffer)
            $0.append(decimal: decimals)
        }
    }

    /// Whether a comma is needed: the value is not the first in its container, and does not follow
    /// a key.
    private var isNext: Bool {
        switch sink.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): false
        default: true
        }
    }

    private mutating func append(_ text: StaticString, most: Int) {
        let isNext = isNext
        sink.append(most: most) {
            if isNext { $0.append(UInt8(ascii: ",")) }
            $0.append(text.buffer)
        }
    }

    /// Writes the rest of a string after its opening quote.
    private mutating func escape(_ text: Bytes) {
        var position = 0
        while true {
            let end = text.plainRun(from: position, ascii: false)
            sink.append(most: end - position + 6) {
                $0.append(text.slice(position, end))
                if end < text.count { $0.append(escaped: text[end]) } else { $0.append(UInt8(ascii: "\"")) }
            }
            if end >= text.count { return }
            position = end + 1
        }
    }
}

extension ByteSink.Room {
    fileprivate mutating func append(decimal number: UInt64) {
        // 2^64 - 1 has 20 digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = number
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            append(UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    fileprivate mutating func append(escaped byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            append((byte < 0x10 ? "u000" : "u001" as StaticString).buffer)
            let digit = byte & 0xF
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: append(byte)
        }
    }
}

extension JSONWriter {
    package mutating func member(_ key: StaticString, _ value: Bool) {
        self.key(key)
        self.value(value)
    }

    package mutating func member(_ key: StaticString, _ value: UInt64?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    package mutating func member(_ key: StaticString, _ value: Seq?) { member(key, value?.number) }

    package mutating func member(_ key: StaticString, _ value: Int64) {
        self.key(key)
        self.value(value)
    }

    package mutating func member(_ key: StaticString, _ value: (some Identifier)?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    package mutating func member(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    /// Writes a member whose value is an array. `write` writes one of its values.
    package mutating func member<Value>(
        _ key: StaticString, _ values: [Value], _ write: (Value, inout JSONWriter) -> Void
    ) {
        self.key(key)
        beginArray()
        for value in values { write(value, &self) }
        endArray()
    }

    package mutating func member(_ key: StaticString, _ people: [Author]) {
        member(key, people) { $0.write(to: &$1) }
    }
}
