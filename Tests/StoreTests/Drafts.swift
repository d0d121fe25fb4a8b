import ChatRooms
import ChatWire
import Testing

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers in every run.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// A person at a device, who numbers what they send.
struct Sender {
    var user: UserID
    var device: DeviceID
    var name: String

    init(_ number: UInt64, name: String = "ann") {
        user = UserID(high: 1, low: number)
        device = DeviceID(high: 2, low: number)
        self.name = name
    }

    /// - Parameter number: without one, the draft has no intent.
    func draft(_ text: String, number: UInt64? = nil, in room: RoomName = .lobby) -> Draft {
        draft(.message(text: text), number: number, in: room)
    }

    func draft(
        _ mutation: Mutation, number: UInt64? = nil, after: UInt64? = nil, in room: RoomName = .lobby
    ) -> Draft {
        Draft(
            room: room, id: .random(), at: 1_795_223_116_490, author: Author(user: user, name: name),
            idempotencyKey: number.map { IdempotencyKey(device: device, number: $0) }, after: after, mutation: mutation)
    }
}

func room(_ name: String) throws -> RoomName {
    try #require(RoomName(name))
}

extension MessageStore {
    func append(_ draft: Draft) throws -> AppendOutcome {
        try #require(try append([draft]).first)
    }

    /// The event a draft became.
    func appended(_ draft: Draft) throws -> Event {
        guard case .appended(let event) = try append(draft) else { throw NotAppended() }
        return event
    }

    /// The code with which a draft was refused.
    func refusal(_ draft: Draft) throws -> WireError.Code? { try append(draft).refusal }

    /// The whole log of a room, read page by page.
    func log(of room: RoomName) throws -> [Event] {
        var events: [Event] = []
        while true {
            let page = try history(of: room, at: .after(events.last?.seq ?? 0), limit: Limits.pageEvents)
            if page.events.isEmpty { return events }
            events += page.events
        }
    }
}

extension AppendOutcome {
    var refusal: WireError.Code? {
        if case .refused(let error) = self { error.code } else { nil }
    }
}

struct NotAppended: Error {}

extension Event {
    /// Whether it is `other` but for reactions, of which it may have fewer.
    func lacksReaction(of other: Event) -> Bool {
        guard case .message(var message) = content, case .message(let whole) = other.content else { return false }
        guard message.reactions.count <= whole.reactions.count else { return false }
        message.reactions = whole.reactions
        var event = self
        event.content = .message(message)
        return event == other
    }

    var text: String? {
        if case .message(let message) = content { message.text } else { nil }
    }
}
