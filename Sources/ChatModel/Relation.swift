import ChatWire

extension Event {
    /// The message this event changes; `nil` for what stands for itself.
    var subject: UInt64? {
        switch content {
        case .edit(let of, _), .deletion(let of), .reaction(let of, _, _): of
        case .message, .deleted, .damaged, .unknown: nil
        }
    }

    /// Whether this may be folded in: a message has its most of reactions, whatever a server says.
    func mayTake(_ later: Event) -> Bool {
        guard case .reaction(_, let emoji, true) = later.content, case .message(let message) = content else {
            return true
        }
        guard message.reactions.count >= Limits.reactionsPerMessage else {
            return message.reactions.allSatisfy { $0.users.count < Limits.reactorsKept }
        }
        return message.reactions.contains { $0.emoji == emoji && $0.users.count < Limits.reactorsKept }
    }

    /// Whether it is a message, or was one: what a timeline shows. Of the others only the number
    /// counts.
    var isShown: Bool {
        switch content {
        case .message, .deleted, .damaged: true
        case .edit, .deletion, .reaction, .unknown: false
        }
    }
}

extension Mutation {
    /// The message this changes; `nil` for a new one.
    var subject: UInt64? { if case .message = self { nil } else { target } }

    /// Whether `content` may be what became of this: a text may have been edited since, or the
    /// message deleted.
    func isSaid(by content: Event.Content) -> Bool {
        switch (self, content) {
        case (.message, .deleted): true
        case (.message(let text, let reply, let payload, let attachment), .message(let message)):
            message.edited != nil
                || message.text == text && message.reply == reply && message.payload == payload
                    && message.attachment == attachment
        case (.edit(let of, let text), .edit(let other, let said)): of == other && (said == text || said.isEmpty)
        case (.delete(let of), .deletion(let other)): of == other
        case (.react(let of, let emoji, let on), .reaction(let other, let shown, let isOn)):
            of == other && emoji == shown && on == isOn
        default: false
        }
    }
}
