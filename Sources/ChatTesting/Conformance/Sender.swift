import ChatRooms
import ChatWire

/// A person at a device, who numbers what they send.
package struct Sender {
    package var user: UserID
    package var device: DeviceID
    package var name: String

    package init(_ number: UInt64, name: String = "ann") {
        user = UserID(high: 1, low: number)
        device = DeviceID(high: 2, low: number)
        self.name = name
    }

    /// - Parameter number: without one, the draft has no intent.
    package func draft(_ text: String, number: UInt64? = nil, in room: RoomName = .lobby) -> Draft {
        draft(.message(text: text), number: number, in: room)
    }

    package func draft(
        _ mutation: Mutation, number: UInt64? = nil, after: UInt64? = nil, in room: RoomName = .lobby
    ) -> Draft {
        Draft(
            room: room, id: .random(), at: 1_795_223_116_490, author: Author(user: user, name: name),
            idempotencyKey: number.map { IdempotencyKey(device: device, number: $0) }, after: after, mutation: mutation)
    }
}

package func room(_ name: String) throws -> RoomName {
    guard let room = RoomName(name) else { throw NotAppended() }
    return room
}

extension MessageStore {
    package func append(_ draft: Draft) throws -> AppendOutcome {
        guard let outcome = try append([draft]).first else { throw NotAppended() }
        return outcome
    }

    /// The event a draft became.
    package func appended(_ draft: Draft) throws -> Event {
        guard case .appended(let event) = try append(draft) else { throw NotAppended() }
        return event
    }

    /// The code with which a draft was refused.
    package func refusal(_ draft: Draft) throws -> WireError.Code? { try append(draft).refusal }

    /// The whole log of a room, read page by page.
    package func log(of room: RoomName) throws -> [Event] {
        var events: [Event] = []
        while true {
            let page = try history(of: room, at: .after(events.last?.seq ?? 0), limit: Limits.pageEvents)
            if page.events.isEmpty { return events }
            events += page.events
        }
    }
}

extension AppendOutcome {
    package var refusal: WireError.Code? {
        if case .refused(let error) = self { error.code } else { nil }
    }
}

package struct NotAppended: Error {
    package init() {}
}

extension Event {
    /// What a message says; `nil` for every other event.
    package var text: String? {
        if case .message(let message) = content { message.text } else { nil }
    }
}
