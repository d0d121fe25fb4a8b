// Ids, room names and places as `Codable`, for what an app stores itself: a bot's checkpoint, the
// room of a screen. All but `Seq` and `Position` are encoded as their text, so JSON keeps each bit
// of them.
//
// None of them is `ExpressibleByStringLiteral`: then `RoomName("a b")` would be a literal of the
// type and end the process, where it is `nil` now.

extension Identifier where Self: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value("a UUID: 8-4-4-4-12 hexadecimal digits") { Self($0) }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text) }
}

extension UserID: Codable {}
extension DeviceID: Codable {}
extension EventID: Codable {}
extension FileID: Codable {}
extension SessionID: Codable {}

extension RoomName: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value("the name of a room: 1 to 64 of a–z, 0–9, - and _") { RoomName($0) }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text) }
}

extension Ticket: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value("a ticket: 16 hexadecimal digits") { text in
            UInt64(text, radix: 16).map { Ticket($0) }.flatMap { $0.text == text.lowercased() ? $0 : nil }
        }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text) }
}

extension Epoch: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value("an epoch: a number from 1 to 2⁵³ − 1") { UInt64($0).flatMap { Epoch($0) } }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode("\(number)") }
}

extension Seq: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try container.decode(UInt64.self)
        guard number <= Limits.largestInteger else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(number) is larger than any number of an event.")
        }
        self.init(number)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

/// The checkpoint of a reader of messages.
extension Position: Codable {
    private enum CodingKeys: CodingKey { case epoch, seq }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            epoch: try values.decode(Epoch.self, forKey: .epoch), seq: try values.decode(Seq.self, forKey: .seq))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(epoch, forKey: .epoch)
        try values.encode(seq, forKey: .seq)
    }
}

extension Decoder {
    /// Reads a text.
    ///
    /// - Parameter kind: What the text must be, for the error.
    func value<Value>(_ kind: String, _ read: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = read(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text.prefix(80))” is not \(kind).")
        }
        return value
    }
}

extension Encoder {
    /// Writes a text.
    func encode(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
