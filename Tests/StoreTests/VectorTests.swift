import ChatRooms
import ChatTesting
import ChatWire
import Foundation
import Testing

/// The refusals of `Tests/Fixtures/events.json`: what a server refuses, and by which number.
private enum Refusals {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/events.json")
    private static let data = (try? Data(contentsOf: file)) ?? Data()

    static var all: [[String: Any]] {
        let json = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
        return json?["refusals"] as? [[String: Any]] ?? []
    }

    static func newEvent(_ step: [String: Any]) throws -> NewEvent {
        var frame = try #require(step["request"] as? [String: Any])
        let room = try room("garden")
        (frame["ref"], frame["room"]) = (1, room.text)
        if let name = frame["whose"] as? String { frame["whose"] = sender(name).user.text }
        let json = try JSONSerialization.data(withJSONObject: frame)
        guard case .mutate(_, _, _, let mutation) = try ClientFrame(json: Array(json)).request else {
            throw NotAppended()
        }
        return sender(step["by"] as? String).newEvent(mutation, in: room)
    }

    private static func sender(_ name: String?) -> Sender { Sender(name == "ann" ? 1 : 2) }

    /// The error's number; `nil` where it is accepted.
    static func code(of newEvent: NewEvent, in store: any MessageStore) throws -> UInt16? {
        if let error = newEvent.mutation.check() { return error.code.rawValue }
        return try store.refusal(newEvent)?.rawValue
    }
}

@Suite struct `What is refused by the vectors that all implementations share` {
    @Test func `refusals are among them`() { #expect(Refusals.all.count > 15) }

    @Test(arguments: StoreKind.allCases, Refusals.all.compactMap { $0["name"] as? String })
    func refusal(_ kind: StoreKind, _ name: String) throws {
        let vector = try #require(Refusals.all.first { $0["name"] as? String == name })
        try kind.withStore { store in
            for step in try #require(vector["log"] as? [[String: Any]]) {
                let newEvent = try Refusals.newEvent(step)
                for _ in 0..<(step["times"] as? Int ?? 1) {
                    try #expect(Refusals.code(of: newEvent, in: store) == nil)
                }
            }
            try #expect(Refusals.code(of: Refusals.newEvent(vector), in: store) == vector["code"] as? UInt16)
        }
    }
}
