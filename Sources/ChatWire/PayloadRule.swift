/// The rules for payloads. The type has 1 to ``Limits/payloadTypeBytes`` of `a`–`z`, `0`–`9`, `.`,
/// `-` and `_`. The data's only control characters are tab, line feed and carriage return (JSON
/// escapes the others).
public enum PayloadRule {
    /// Why `payload` is not allowed in a message with this text, or `nil`: the data and the text
    /// together have at most ``Limits/textBytes`` bytes.
    public static func check(_ payload: Payload, beside text: String) -> WireError? {
        let bytes = payload.data.utf8.count + text.utf8.count
        return check(payload, fits: bytes <= Limits.textBytes) {
            "Payload and text have \(bytes) bytes; the maximum is \(Limits.textBytes). Shorten them."
        }
    }

    /// Why `payload` is not allowed by itself, or `nil`.
    ///
    /// - Parameter most: The most bytes that its data may have.
    public static func check(_ payload: Payload, most: Int) -> WireError? {
        let bytes = payload.data.utf8.count
        return check(payload, fits: bytes <= most) {
            "The payload has \(bytes) bytes; the maximum is \(most). Shorten it."
        }
    }

    private static func check(_ payload: Payload, fits: Bool, tooLong: () -> String) -> WireError? {
        guard (1...Limits.payloadTypeBytes).contains(payload.type.utf8.count), payload.type.utf8.allSatisfy(isNamed)
        else {
            return WireError(
                .payload, "A payload's type has 1 to \(Limits.payloadTypeBytes) of a-z, 0-9, ., - and _.")
        }
        guard fits else { return WireError(.payload, tooLong()) }
        guard payload.data.utf8.allSatisfy({ $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }) else {
            return WireError(.payload, "The payload contains a control character. Escape it.")
        }
        return nil
    }

    private static func isNamed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
