import ChatWire
import NIOCore

/// The same message everywhere: 64 bytes of text, from the same person, in the same room.
enum Sample {
    static let room = RoomName.lobby
    static let epoch = fixedEpoch()
    static let text = String(repeating: "Chat in Swift. ", count: 5).prefix(64).description
    static let author = Author(user: UserID(high: 0x0E98_4725, low: 0xE0C8_0E27), name: "ann")
    static let device = DeviceID(high: 0x6F96_19FF, low: 0xCF4F_C964)
    static let at: Int64 = 1_795_223_116_490

    private static func fixedEpoch() -> Epoch {
        var random = SystemRandomNumberGenerator()
        return Epoch(4_503_599_627_370_495) ?? .random(using: &random)
    }

    static func event(seq: Seq = 58) -> Event {
        Event(
            seq: seq, id: EventID(high: 0xA7C2, low: seq.number), at: at, author: author,
            idempotencyKey: IdempotencyKey(device: device, number: seq.number), content: .message(Message(text: text)))
    }

    /// What `write` writes.
    static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }
}
