/// Borrowed bytes, valid during one call.
///
/// It is this module's only place that reads through a pointer, and it checks every access. A byte
/// outside of its bounds reads as NUL, which no JSON text and no line may contain. So a parser
/// needs no end test before each byte.
struct Bytes {
    private let base: UnsafePointer<UInt8>?
    let count: Int

    init(_ buffer: UnsafeBufferPointer<UInt8>) {
        base = buffer.baseAddress
        count = buffer.baseAddress == nil ? 0 : buffer.count
    }

    subscript(position: Int) -> UInt8 {
        guard let base, position >= 0, position < count else { return 0 }
        return base[position]
    }

    /// Eight bytes as a little-endian word; `nil` if fewer are left.
    func word(at position: Int) -> UInt64? {
        guard let base, position >= 0, position < count, count - position >= 8 else { return nil }
        return UInt64(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
    }

    /// Whether `length` bytes from `start` on are those of `other` from `otherStart` on. It
    /// compares eight at a time: an object may have many long keys that differ in their last
    /// letters.
    func hasSame(_ length: Int, at start: Int, as other: Bytes, at otherStart: Int) -> Bool {
        var offset = 0
        while offset + 8 <= length, let word = word(at: start + offset),
            word == other.word(at: otherStart + offset)
        {
            offset += 8
        }
        while offset < length {
            if self[start + offset] != other[otherStart + offset] { return false }
            offset += 1
        }
        return true
    }

    /// The part from `start` to `end`, within the bounds.
    func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        guard let base, start >= 0, start < end, end <= count else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: base + start, count: end - start)
    }

    /// The end of the run of ASCII from `start`.
    func asciiRun(from start: Int) -> Int {
        var position = start
        while let word = word(at: position) {
            let others = word & 0x8080_8080_8080_8080
            if others != 0 { return position + others.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < count, self[position] < 0x80 { position += 1 }
        return position
    }

    /// The end of the run of bytes from `start` that may be in a JSON string without an escape.
    ///
    /// It ends before a quote, a backslash or a control character, and, with `ascii`, before any
    /// byte that is not ASCII.
    func plainRun(from start: Int, ascii: Bool) -> Int {
        var position = start
        while let word = word(at: position) {
            let special = Bytes.below(0x20, word) | Bytes.equal(0x22, word) | Bytes.equal(0x5C, word)
            let hits = special | (ascii ? word & 0x8080_8080_8080_8080 : 0)
            if hits != 0 { return position + hits.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < count {
            let byte = self[position]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || (ascii && byte >= 0x80) {
                break
            }
            position += 1
        }
        return position
    }

    // The top bit of each byte for which a condition is true. The lowest set bit is always right.
    // Bits above it may be wrong, because a borrow moves upwards.

    private static func below(_ limit: UInt64, _ word: UInt64) -> UInt64 {
        (word &- (0x0101_0101_0101_0101 &* limit)) & ~word & 0x8080_8080_8080_8080
    }

    private static func equal(_ byte: UInt64, _ word: UInt64) -> UInt64 {
        below(1, word ^ (0x0101_0101_0101_0101 &* byte))
    }
}

extension Bytes {
    /// The length of the UTF-8 sequence at `position`: 1 to 4, or 0 if there is none (RFC 3629
    /// section 4: no overlong form, no surrogate, nothing above U+10FFFF).
    func sequenceLength(at position: Int) -> Int {
        let first = self[position]
        switch first {
        case 0x00...0x7F:
            return position < count ? 1 : 0
        case 0xC2...0xDF:
            return isContinuation(position + 1) ? 2 : 0
        case 0xE0...0xEF:
            let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
            let high: UInt8 = first == 0xED ? 0x9F : 0xBF
            let second = self[position + 1]
            return second >= low && second <= high && isContinuation(position + 2) ? 3 : 0
        case 0xF0...0xF4:
            let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
            let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
            let second = self[position + 1]
            return second >= low && second <= high && isContinuation(position + 2) && isContinuation(position + 3)
                ? 4 : 0
        default:
            return 0
        }
    }

    private func isContinuation(_ position: Int) -> Bool { self[position] & 0xC0 == 0x80 }
}

extension Bytes {
    var isUTF8: Bool {
        var position = 0
        while position < count {
            let length = sequenceLength(at: position)
            if length == 0 { return false }
            position += length
        }
        return true
    }

    func begins(with text: StaticString) -> Bool {
        var position = 0
        for byte in text.buffer {
            guard self[position] == byte else { return false }
            position += 1
        }
        return true
    }

    /// The end of the run of printable ASCII from `start`.
    func printableRun(from start: Int) -> Int {
        var position = start
        while let word = word(at: position) {
            let hits = Bytes.below(0x20, word) | Bytes.equal(0x7F, word) | word & 0x8080_8080_8080_8080
            if hits != 0 { return position + hits.trailingZeroBitCount / 8 }
            position += 8
        }
        while self[position] >= 0x20 && self[position] < 0x7F { position += 1 }
        return position
    }
}
