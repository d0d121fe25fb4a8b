import ChatWire

/// A message as what is about it finds it: whether that may be done follows from this alone, in every store alike.
public struct Subject: Sendable {
    /// A message or a deleted one, with all that is about it folded in.
    public private(set) var event: Event
    /// Edits and reactions that the log has of it, those that were taken back included.
    public private(set) var changes: Int

    /// - Parameters:
    ///   - event: with all folded in that `changes` counts. `nil` for what is no message.
    public init?(_ event: Event, changes: Int = 0) {
        switch event.content {
        case .message, .deleted: self.event = event
        default: return nil
        }
        self.changes = changes
    }

    /// Takes in a later event about it.
    public mutating func fold(_ later: Event) {
        event.fold(later)
        changes += 1
    }

    /// Why `user` may not do this to `subject`; `nil` where it may be done. What is about no message may be.
    ///
    /// - Parameter subject: of ``Mutation/target``; `nil` where the room has no such message.
    public static func refusal(of mutation: Mutation, by user: UserID, to subject: Subject?) -> WireError? {
        guard let target = mutation.target else { return nil }
        guard let subject else {
            return WireError(.noSuchMessage, "This room has no message \(target).")
        }
        return subject.refusal(of: mutation, by: user)
    }

    private func refusal(of mutation: Mutation, by user: UserID) -> WireError? {
        switch mutation {
        // What is answered may have been deleted meanwhile: nothing that someone has written is lost for that.
        case .message: nil
        case .edit: notYours(user) ?? deleted ?? tooManyChanges
        case .delete: notYours(user) ?? deleted
        case .react(_, let emoji, let on): deleted ?? tooManyChanges ?? (on ? tooManyReactions(emoji) : nil)
        }
    }

    private func notYours(_ user: UserID) -> WireError? {
        event.author.user == user ? nil : WireError(.notYours, "Only who wrote a message can edit or delete it.")
    }

    private var deleted: WireError? {
        guard case .deleted = event.content else { return nil }
        return WireError(.messageDeleted, "This message was deleted.")
    }

    private var tooManyChanges: WireError? {
        guard changes >= Limits.changesPerMessage else { return nil }
        return WireError(
            .tooManyChanges, "This message was changed \(Limits.changesPerMessage) times: write a new one.")
    }

    private func tooManyReactions(_ emoji: String) -> WireError? {
        guard case .message(let message) = event.content else { return nil }
        let isNew = !message.reactions.contains { $0.emoji.utf8.elementsEqual(emoji.utf8) }
        if isNew && message.reactions.count >= Limits.reactionsPerMessage {
            return WireError(.reaction, "A message has at most \(Limits.reactionsPerMessage) different reactions.")
        }
        if message.reactions.reduce(0, { $0 + $1.users.count }) >= Limits.reactionUses {
            return WireError(.reaction, "A message has at most \(Limits.reactionUses) reactions.")
        }
        return nil
    }
}
