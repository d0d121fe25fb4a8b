/// 128 bits as base 32 (RFC 4648 section 7, in lower case): 26 digits.
enum Base32 {
    static let digits = 26

    static func text(_ high: UInt64, _ low: UInt64) -> String {
        var (high, low) = (high, low)
        var digits: [UInt8] = []
        for _ in 0..<Base32.digits {
            let digit = UInt8(truncatingIfNeeded: low & 31)
            digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            low = low >> 5 | high << 59
            high >>= 5
        }
        digits.reverse()
        return String(decoding: digits, as: UTF8.self)
    }

    /// `nil` unless these are 26 digits of at most 128 bits.
    static func read(_ digits: some Collection<UInt8>) -> (high: UInt64, low: UInt64)? {
        guard digits.count == Base32.digits else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for digit in digits {
            guard let value = value(ofDigit: digit), high >> 59 == 0 else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(value)
        }
        return (high, low)
    }

    static func isDigit(_ byte: UInt8) -> Bool { value(ofDigit: byte) != nil }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "v"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
