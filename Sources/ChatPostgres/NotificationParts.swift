import ChatWire

/// Splits messages for `NOTIFY`, whose payload is at most 7,999 bytes, and joins them.
///
/// A part begins with `+` if another one follows, and with `.` if it is the last. Then come its
/// number and a space: PostgreSQL leaves out what a transaction says twice. A session sends the
/// parts of a message in one transaction, so they come one behind the other.
struct NotificationParts {
    private static let bytes = 7_900
    private var number = 0
    private var begun: [Int32: [UInt8]] = [:]

    /// - Parameter message: UTF-8
    mutating func split(_ message: [UInt8]) -> [String] {
        var parts: [String] = []
        var start = 0
        repeat {
            var end = min(start + Self.bytes, message.count)
            // Not within a character: bytes that continue one begin with the bits 10.
            while end < message.count, end > start, message[end] & 0xC0 == 0x80 { end -= 1 }
            number += 1
            let text = String(decoding: message[start..<end], as: UTF8.self)
            parts.append("\(end < message.count ? "+" : ".")\(number) \(text)")
            start = end
        } while start < message.count
        return parts
    }

    /// - Returns: the whole message, if this is its last part; never one that is longer than
    ///   ``ChatWire/Limits/busMessageBytes``
    mutating func join(_ part: String, from sender: Int32) -> [UInt8]? {
        let text = part.utf8.drop { $0 != UInt8(ascii: " ") }.dropFirst()
        let message = (begun.removeValue(forKey: sender) ?? []) + text
        guard message.count <= Limits.busMessageBytes else { return nil }
        guard part.utf8.first == UInt8(ascii: "+") else { return message }
        begun[sender] = message
        return nil
    }
}
