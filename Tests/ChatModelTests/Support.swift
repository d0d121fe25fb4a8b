import ChatTesting
import ChatWire

@testable import ChatModel

extension SeededGenerator {
    mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &self) < part }
}

extension Author {
    static let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    static let bob = Author(user: UserID(high: 2, low: 2), name: "bob")
    static let cleo = Author(user: UserID(high: 3, low: 3), name: "cleo")
}

extension DeviceID {
    static let phone = DeviceID(high: 7, low: 7)
}

extension Epoch {
    static let first = Epoch(11).unsafelyUnwrapped
    static let second = Epoch(12).unsafelyUnwrapped
}

extension RoomName {
    static let garden = RoomName("garden").unsafelyUnwrapped
}

extension Event {
    static func test(
        _ seq: Seq, _ content: Event.Content, by author: Author = .bob, at: Int64? = nil, number: UInt64? = nil
    ) -> Event {
        Event(
            seq: seq, id: EventID(high: 9, low: seq.number), at: at ?? Int64(seq.number % 1_000_000_000) * 1_000,
            author: author,
            idempotencyKey: number.map { IdempotencyKey(device: .phone, number: $0) }, content: content)
    }

    static func test(_ seq: Seq, _ text: String, by author: Author = .bob, at: Int64? = nil) -> Event {
        test(seq, .message(Message(text: text)), by: author, at: at)
    }

    var text: String? {
        if case .message(let message) = content { message.text } else { nil }
    }
}

extension Now {
    static func at(_ milliseconds: Int64, random: UInt64 = 0) -> Now {
        Now(monotonic: milliseconds, wall: milliseconds, random: random)
    }
}

extension Row {
    var bubble: Bubble? { if case .message(let bubble) = content { bubble } else { nil } }

    var text: String? {
        if case .text(let text, _) = bubble?.body { text } else { nil }
    }
}
