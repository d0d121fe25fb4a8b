// Decimal numbers, such as a latitude, as whole millionths: what is read and written again is the
// same, and no floating point is needed.

extension JSONObject {
    /// A number without exponent, from −`most` to `most`, in millionths. Digits after the sixth
    /// place are dropped.
    package func millionths(_ key: StaticString, most: UInt32) throws(WireError) -> Int64 {
        guard let node = try value(key, .number, "a number") else { throw .missing(key) }
        let bound = Int64(most) * 1_000_000
        let read = document.withContent(of: node) { Millionths.read($0) }
        guard let read, read.magnitude <= bound.magnitude else {
            throw .key(key, "must be a number without exponent from -\(most) to \(most)")
        }
        return read
    }
}

extension JSONWriter {
    package mutating func member(_ key: StaticString, millionths: Int64) {
        self.key(key)
        value(millionths: millionths)
    }

    package mutating func value(millionths: Int64) {
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let (point, decimals) = Millionths.decimals(rest)
        value(isNegative: millionths < 0, whole: whole, point: point, decimals: decimals)
    }
}

enum Millionths {
    /// Reads a valid JSON number; `nil` if it has an exponent, or more than nine digits before the
    /// point.
    static func read(_ text: Bytes) -> Int64? {
        var position = 0
        let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        if isNegative { position = 1 }
        var value: Int64 = 0
        var digits = 0
        var places: Int?
        while position < text.count {
            let byte = text[position]
            position += 1
            if byte == UInt8(ascii: ".") {
                places = 0
                continue
            }
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            if let count = places {
                if count == 6 { continue }
                places = count + 1
            } else {
                digits += 1
                if digits > 9 { return nil }
            }
            value = value &* 10 &+ Int64(digit)  // at most 15 digits: it fits
        }
        for _ in (places ?? 0)..<6 { value = value &* 10 }
        return isNegative ? -value : value
    }

    /// The digits after the point without trailing zeros, and the point with its leading zeros.
    static func decimals(_ millionths: UInt64) -> (point: StaticString, decimals: UInt64) {
        var (decimals, places) = (millionths, 6)
        while decimals > 0, decimals % 10 == 0 {
            decimals /= 10
            places -= 1
        }
        var bound: UInt64 = 10
        while bound <= decimals {
            bound *= 10
            places -= 1
        }
        switch places {
        case 6: return (".00000", decimals)
        case 5: return (".0000", decimals)
        case 4: return (".000", decimals)
        case 3: return (".00", decimals)
        case 2: return (".0", decimals)
        default: return (".", decimals)
        }
    }
}
