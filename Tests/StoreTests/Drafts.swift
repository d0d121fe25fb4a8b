import ChatRooms
import ChatWire

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
}
