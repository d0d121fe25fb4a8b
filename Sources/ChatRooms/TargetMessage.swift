import ChatWire

/// The message that a mutation is about, with what counts towards its limits. It alone decides
/// whether the mutation is allowed, in every store alike.
public struct TargetMessage: Sendable {
    /// A message or a deleted one, with all that is about it folded in.
    public private(set) var event: Event
    /// Edits that the log has of it.
    private var edits: Int
    /// Characters (Unicode scalars) of these edits, payloads included.
    private var editCharacters: Int
    /// The payload of the newest edit, if it has one: each later edit takes it over.
    private var editedPayload: Payload?
    /// Reactions to it that the log has, those that were taken back included, by user.
    private var reactions: [UserID: Int] = [:]
    /// The sum of those that are not its author's.
    private var reactionsOfOthers = 0

    /// - Parameters:
    ///   - event: the message as it was said. `nil` for what is no message.
    ///   - edits: how many edits the log has of it that are not folded in
    ///   - editCharacters: how many characters (Unicode scalars) these have, payloads included
    public init?(_ event: Event, edits: Int = 0, editCharacters: Int = 0) {
        guard event.content.isShown, event.content != .damaged else { return nil }
        self.event = event
        self.edits = edits
        self.editCharacters = editCharacters
    }

    /// Takes in a later event about it.
    public mutating func fold(_ later: Event) {
        event.fold(later)
        switch later.content {
        case .edit(_, let text, let payload):
            edits += 1
            editCharacters += text.unicodeScalars.count + (payload?.data.unicodeScalars.count ?? 0)
            editedPayload = payload
        case .reaction:
            reactions[later.author.user, default: 0] += 1
            if later.author.user != event.author.user { reactionsOfOthers += 1 }
        // These have no limit of their own: a reply is a message like any other, and a message can
        // be deleted once, however often it was changed.
        // A reaction can be removed once for each time that it was added.
        case .message, .deleted, .deletion, .unreaction, .pin, .settings, .membership, .link, .choice, .block, .profile,
            .damaged, .unknown:
            break
        }
    }

    /// Why `user` may not do this to `target`; `nil` if they may. `nil` also for a mutation that
    /// concerns no message.
    ///
    /// - Parameters:
    ///   - target: of ``ChatWire/Mutation/reference``; `nil` where the room has no such message
    ///   - moderates: whether the user moderates the room (``ChatWire/RoomAccess/mayModerate``)
    ///   - first: the first event that the user may read. Messages before it do not exist for them,
    ///     except their own.
    public static func refusal(
        of mutation: Mutation, by user: UserID, moderates: Bool = false, from first: Seq = 1, to target: TargetMessage?
    ) -> WireError? {
        guard let reference = mutation.reference else { return nil }
        guard let target, reference >= first || target.event.author.user == user else {
            return WireError(.noSuchMessage, "This room has no message \(reference).")
        }
        return target.refusal(of: mutation, by: user, moderates)
    }

    private func refusal(of mutation: Mutation, by user: UserID, _ moderates: Bool) -> WireError? {
        if let refusal = event.refusal(of: mutation, by: user, moderates: moderates) { return refusal }
        return switch mutation {
        case .edit: tooManyEdits ?? payload(of: mutation)
        case .unreact(_, let emoji, let whose): noReaction(emoji, of: whose)
        case .react(_, let emoji, let on): tooManyChanges(user) ?? (on ? tooManyReactions(emoji) : nil)
        case .message, .delete, .pin, .settings, .membership, .link, .choose, .block, .profile: nil
        }
    }

    /// What the log is to say of a request about this message. An edit without a payload takes over
    /// that of the edit before, so that the newest edit says all.
    public func content(of mutation: Mutation) -> Event.Content {
        guard case .edit(let of, let text, nil) = mutation else { return mutation.content }
        return .edit(of: of, text: text, payload: editedPayload)
    }

    /// Why a payload that an edit takes over is too long beside the edit's text.
    private func payload(of mutation: Mutation) -> WireError? {
        guard case .edit(_, let text, nil) = mutation, let editedPayload else { return nil }
        return PayloadRule.check(editedPayload, beside: text)
    }

    private func noReaction(_ emoji: String, of user: UserID) -> WireError? {
        guard case .message(let message) = event.content else { return nil }
        let isThere = message.reactions.contains { $0.emoji.isSameEmoji(as: emoji) && $0.users.contains(user) }
        return isThere ? nil : WireError(.reaction, "This person has no such reaction to the message.")
    }

    private var tooManyEdits: WireError? {
        if edits >= Limits.editsPerMessage {
            return WireError(
                .tooManyChanges, "This message was edited \(Limits.editsPerMessage) times; write a new one.")
        }
        guard editCharacters >= Limits.editCharactersPerMessage else { return nil }
        return WireError(
            .tooManyChanges,
            "The edits of this message have \(Limits.editCharactersPerMessage) characters; write a new one.")
    }

    /// Whether the reactions of others were changed so often that nobody but the author may react.
    /// That stays so.
    package var isFullOfReactions: Bool { reactionsOfOthers >= Limits.reactionChangesPerMessage }

    /// The same message, known to be full of reactions. Which these are is not known.
    package var fullOfReactions: TargetMessage {
        var full = self
        full.reactionsOfOthers = max(reactionsOfOthers, Limits.reactionChangesPerMessage)
        return full
    }

    /// Nobody uses up what others may do: each user has a share, and the author one of their own.
    private func tooManyChanges(_ user: UserID) -> WireError? {
        if reactions[user, default: 0] >= Limits.reactionChangesPerUser {
            return WireError(
                .tooManyChanges,
                "You changed your reactions to this message \(Limits.reactionChangesPerUser) times, and can't any more."
            )
        }
        guard user != event.author.user, isFullOfReactions else { return nil }
        return WireError(
            .tooManyChanges,
            "Reactions to this message were changed \(Limits.reactionChangesPerMessage) times; it takes no more.")
    }

    private func tooManyReactions(_ emoji: String) -> WireError? {
        guard case .message(let message) = event.content else { return nil }
        let isNew = !message.reactions.contains { $0.emoji.isSameEmoji(as: emoji) }
        if isNew && message.reactions.count >= Limits.reactionsPerMessage {
            return WireError(.reaction, "A message has at most \(Limits.reactionsPerMessage) different reactions.")
        }
        if message.reactions.reduce(0, { $0 + $1.users.count }) >= Limits.reactionUses {
            return WireError(.reaction, "A message has at most \(Limits.reactionUses) reactions.")
        }
        return nil
    }
}

extension Mutation {
    /// Whether what becomes of this depends on the edits of its message and the reactions to it.
    ///
    /// - Parameters:
    ///   - message: as it was said, or deleted
    ///   - user: the user whose request this is
    ///   - moderates: whether they moderate the room
    package func dependsOnChanges(of message: TargetMessage, by user: UserID, moderates: Bool) -> Bool {
        guard case .message = message.event.content,
            message.event.refusal(of: self, by: user, moderates: moderates) == nil
        else { return false }
        return switch self {
        case .edit, .react, .unreact: true
        case .message, .delete, .pin, .settings, .membership, .link, .choose, .block, .profile: false
        }
    }
}
