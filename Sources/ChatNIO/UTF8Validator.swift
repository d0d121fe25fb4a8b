/// Checks bytes that arrive in parts for UTF-8 (Unicode, table 3-7), and fails at the first wrong
/// byte.
public struct UTF8Validator: Sendable {
    /// The number of continuation bytes that the current character still needs.
    private var due = 0
    /// The range of the next continuation byte. After E0, ED, F0 and F4 it is narrower than
    /// 0x80–0xBF (overlong forms, surrogates, values beyond U+10FFFF).
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    /// Creates the validator of a new text.
    public init() {}

    /// Whether the bytes so far end with a complete character.
    public var isComplete: Bool { due == 0 }

    /// Checks more bytes. After `false`, the validator must not be used any more.
    public mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset < bytes.count {
            if due == 0 {
                offset = Self.endOfASCII(bytes, from: offset)
                guard offset < bytes.count else { return true }
            }
            guard accept(bytes[offset]) else { return false }
            offset += 1
        }
        return true
    }

    private static func endOfASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while bytes.count - offset >= 8 {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            offset += 8
        }
        while offset < bytes.count, bytes[offset] < 0x80 { offset += 1 }
        return offset
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        if due > 0 {
            guard low <= byte, byte <= high else { return false }
            (due, low, high) = (due - 1, 0x80, 0xBF)
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: due = 1
        case 0xE0: (due, low) = (2, 0xA0)
        case 0xED: (due, high) = (2, 0x9F)
        case 0xE1...0xEF: due = 2
        case 0xF0: (due, low) = (3, 0x90)
        case 0xF1...0xF3: due = 3
        case 0xF4: (due, high) = (3, 0x8F)
        default: return false
        }
        return true
    }
}
