import ChatWire

extension Event {
    /// Whether a later event may be folded in. A message keeps a limited number of reactions,
    /// whatever the server sends.
    func mayTake(_ later: Event) -> Bool {
        guard case .reaction(_, let emoji, true) = later.content, case .message(let message) = content else {
            return true
        }
        guard message.reactions.count >= Limits.reactionsPerMessage else {
            return message.reactions.allSatisfy { $0.users.count < Limits.reactorsKept }
        }
        return message.reactions.contains {
            $0.emoji.isSameEmoji(as: emoji) && $0.users.count < Limits.reactorsKept
        }
    }
}
