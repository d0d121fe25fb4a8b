import ChatWire

/// Encodes a value of `ChatWire`, which does not use `Codable`, as text.
struct Coded<Value: TextCoded>: Codable {
    let value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Value(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(text) is not a \(Value.self)"))
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.text)
    }
}

protocol TextCoded {
    init?(_ text: String)
    var text: String { get }
}

extension AccountID: TextCoded {}
extension RoomName: TextCoded {}
