import ChatRooms
import ChatWire

/// A user's device, which numbers its new events.
package struct Sender {
    package var user: UserID
    package var device: DeviceID
    package var name: String

    package init(_ number: UInt64, name: String = "ann") {
        user = UserID(high: 1, low: number)
        device = DeviceID(high: 2, low: number)
        self.name = name
    }

    /// - Parameter number: `nil` for a new event without an idempotency key.
    package func newEvent(_ text: String, number: UInt64? = nil, in room: RoomName = .lobby) -> NewEvent {
        newEvent(.message(text: text), number: number, in: room)
    }

    package func newEvent(
        _ mutation: Mutation, number: UInt64? = nil, after: UInt64? = nil, in room: RoomName = .lobby
    ) -> NewEvent {
        NewEvent(
            room: room, id: .random(), at: 1_795_223_116_490, author: Author(user: user, name: name),
            idempotencyKey: number.map { IdempotencyKey(device: device, number: $0) }, after: after, mutation: mutation)
    }

    /// What the sender does about somebody's membership of a room, or their own.
    package func change(_ member: Sender, _ action: MembershipChange.Action, in room: RoomName) -> NewEvent {
        newEvent(.membership(MembershipChange(member.user, action)), in: room)
    }

    /// A message of that time, in milliseconds since 1970-01-01 UTC.
    package func newEvent(at: Int64, in room: RoomName = .lobby) -> NewEvent {
        var newEvent = newEvent("x", in: room)
        newEvent.at = at
        return newEvent
    }

    /// The record of an uploaded picture.
    package func file(
        _ number: UInt64, name: String = "swift.jpg", digest: UInt8 = 7, size: UInt64 = 100, at: Int64 = 1_000
    ) -> FileRecord {
        FileRecord(
            attachment: ChatWire.Attachment(
                id: FileID(high: 9, low: number), name: name, type: "image/jpeg", size: size,
                dimensions: .init(width: 16, height: 12)),
            user: user, digest: Array(repeating: digest, count: 32), at: at, place: .random())
    }
}

extension Mutation {
    /// A message that carries a file.
    package static func message(with file: FileRecord) -> Mutation {
        .message(text: file.attachment.name, attachment: file.attachment)
    }
}

package func room(_ name: String) throws -> RoomName {
    guard let room = RoomName(name) else { throw NotAppended() }
    return room
}

extension MessageStore {
    package func append(_ newEvent: NewEvent) throws -> AppendOutcome {
        guard let outcome = try append([newEvent]).first else { throw NotAppended() }
        return outcome
    }

    /// The event a new event became.
    package func appended(_ newEvent: NewEvent) throws -> Event {
        guard case .appended(let event) = try append(newEvent) else { throw NotAppended() }
        return event
    }

    package func appendAll(_ newEvents: [NewEvent]) throws {
        for newEvent in newEvents { _ = try appended(newEvent) }
    }

    /// The code with which a new event was refused.
    package func refusal(_ newEvent: NewEvent) throws -> WireError.Code? { try append(newEvent).refusal }

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
