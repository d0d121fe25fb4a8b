import ChatWire

/// The token under which a push service reaches the app on this device.
public struct DeviceToken: Hashable, Sendable, Codable {
    /// Its bytes as hexadecimal digits in lower case.
    public let text: String

    /// Takes the bytes that the system has given the app; `nil` if there are none, or more than
    /// ``ChatWire/Limits/deviceTokenBytes``.
    public init?(_ bytes: some Collection<UInt8>) {
        guard (1...Limits.deviceTokenBytes).contains(bytes.count) else { return nil }
        text = bytes.hexadecimal
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        let isToken = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isToken, text.utf8.count.isMultiple(of: 2), (2...2 * Limits.deviceTokenBytes).contains(text.utf8.count)
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no device token") }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
