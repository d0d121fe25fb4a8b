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
