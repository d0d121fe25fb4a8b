/// The bytes of an input, taken from its beginning: small numbers that steer a target, and then
/// what it reads.
public struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) { rest = bytes[...] }

    public var isEmpty: Bool { rest.isEmpty }

    /// 0 at the end.
    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    public mutating func number() -> UInt64 { (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Up to a line feed, or the end.
    public mutating func line() -> [UInt8] {
        let line = rest.prefix { $0 != 0x0A }
        rest = rest.dropFirst(line.count + 1)
        return Array(line)
    }

    public mutating func all() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// All that is left, cut into parts by `seed`: of 1 to 16 bytes, or larger ones.
    public mutating func chunks(_ seed: UInt8) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var state = UInt32(seed) &* 0x9E37_79B9 | 1
        while !rest.isEmpty {
            state = state &* 1_664_525 &+ 1_013_904_223
            let most: UInt32 = seed % 3 == 0 ? 1_000 : 16
            chunks.append(bytes(Int(state >> 8 % 24 % most) % Int(most) + 1))
        }
        return chunks
    }
}
