/// The beginning of an untrusted file. A read outside of it returns `nil`.
struct HeaderBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    subscript(offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

    func has(_ expected: some Collection<UInt8>, at offset: Int = 0) -> Bool {
        guard offset <= bytes.count, bytes.count - offset >= expected.count else { return false }
        return bytes[offset...].starts(with: expected)
    }

    func has(_ expected: String, at offset: Int = 0) -> Bool { has(expected.utf8, at: offset) }

    func finds(_ expected: String, within count: Int) -> Bool {
        (0..<min(count, bytes.count)).contains { has(expected.utf8, at: $0) }
    }

    /// The contents of the boxes of ISO base media in a part of the file (ISO/IEC 14496-12 section
    /// 4.2). They end before a box without a length, and before one with a length of 64 bits: only
    /// data has these.
    func boxes(in part: Range<Int>) -> [Range<Int>] {
        var boxes: [Range<Int>] = []
        var start = part.lowerBound
        while start <= part.upperBound - 8, let size = bigEndian32(at: start), size >= 8 {
            boxes.append(start + 8..<min(start + Int(size), part.upperBound))
            start += Int(size)
        }
        return boxes
    }

    /// Whether a box of this content has this name: its last four bytes before the content.
    func isBox(_ content: Range<Int>, _ name: String) -> Bool { has(name, at: content.lowerBound - 4) }

    /// The content of the first box of this name in a part of the file; `nil` if there is none.
    func box(_ name: String, in part: Range<Int>) -> Range<Int>? { boxes(in: part).first { isBox($0, name) } }

    /// All of the bytes.
    var all: Range<Int> { bytes.indices }

    func bigEndian16(at offset: Int) -> UInt64? { number(2, at: offset) { $0 << 8 | $1 } }
    func bigEndian32(at offset: Int) -> UInt64? { number(4, at: offset) { $0 << 8 | $1 } }
    func littleEndian16(at offset: Int) -> UInt64? { littleEndian(2, at: offset) }
    func littleEndian24(at offset: Int) -> UInt64? { littleEndian(3, at: offset) }
    func littleEndian32(at offset: Int) -> UInt64? { littleEndian(4, at: offset) }

    private func number(_ count: Int, at offset: Int, _ join: (UInt64, UInt64) -> UInt64) -> UInt64? {
        guard offset >= 0, offset <= bytes.count, bytes.count - offset >= count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { join($0, UInt64($1)) }
    }

    private func littleEndian(_ count: Int, at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= bytes.count, bytes.count - offset >= count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
