extension Identifier {
    /// Reads a UUID: 8-4-4-4-12 hexadecimal digits in either case, 36 bytes, nothing else.
    public init?(_ utf8: some Collection<UInt8>) {
        guard let (high, low) = UUIDText.read(utf8) else { return nil }
        self.init(high: high, low: low)
    }

    /// Reads a UUID: 8-4-4-4-12 hexadecimal digits in either case.
    public init?(_ text: String) {
        self.init(text.utf8)
    }

    /// The id as a UUID in upper case.
    public var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same as ``text``.
    public var description: String { text }

    /// Appends ``text``, 36 bytes.
    public func append(to bytes: inout [UInt8]) {
        UUIDText.write(high, low) { bytes.append(contentsOf: $0) }
    }
}

/// 128 bits as the text of a UUID. Not generic, so that all kinds of ids share one piece of code.
enum UUIDText {
    static func read(_ utf8: some Collection<UInt8>) -> (high: UInt64, low: UInt64)? {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var position = 0
        for byte in utf8 {
            switch position {
            case 8, 13, 18, 23:
                guard byte == UInt8(ascii: "-") else { return nil }
            case 0..<36:
                guard let digit = hexDigit(byte) else { return nil }
                if position < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
            default:
                return nil
            }
            position += 1
        }
        return position == 36 ? (high, low) : nil
    }

    @inline(__always)
    static func write(_ high: UInt64, _ low: UInt64, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let first = hexDigits(high >> 32)
        let second = hexDigits(high & 0xFFFF_FFFF)
        let third = hexDigits(low >> 32)
        let fourth = hexDigits(low & 0xFFFF_FFFF)
        let hyphen = UInt64(UInt8(ascii: "-"))
        // 36 bytes, the first in the lowest place of the first word.
        let words = (
            first.littleEndian,
            (hyphen | (second & 0xFFFF_FFFF) << 8 | hyphen << 40 | (second >> 32) << 48).littleEndian,
            (second >> 48 | hyphen << 16 | (third & 0xFFFF_FFFF) << 24 | hyphen << 56).littleEndian,
            (third >> 32 | fourth << 32).littleEndian,
            UInt32(truncatingIfNeeded: fourth >> 32).littleEndian
        )
        withUnsafeBytes(of: words) { $0.withMemoryRebound(to: UInt8.self) { body($0) } }
    }

    /// The eight digits of a 32-bit number, the first in the lowest byte.
    private static func hexDigits(_ number: UInt64) -> UInt64 {
        // Its bytes in reverse, each in 16 bits; then their halves, each in 8.
        var nibbles = UInt64(UInt32(truncatingIfNeeded: number).byteSwapped)
        nibbles = (nibbles | (nibbles << 16)) & 0x0000_FFFF_0000_FFFF
        nibbles = (nibbles | (nibbles << 8)) & 0x00FF_00FF_00FF_00FF
        nibbles = ((nibbles >> 4) & 0x000F_000F_000F_000F) | ((nibbles & 0x000F_000F_000F_000F) << 8)
        let letters = ((nibbles &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
        return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 7
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
