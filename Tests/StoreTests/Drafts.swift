import ChatRooms
import ChatWire

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
