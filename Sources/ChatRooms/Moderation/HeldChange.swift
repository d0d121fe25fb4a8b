import ChatWire

/// A moderator's decision about a held message, for a ``Batch``.
public struct HeldChange: Hashable, Sendable {
    /// The room that the message was sent to.
    public var room: RoomName
    /// The message's place in the queue (``ChatWire/HeldMessage/number``).
    public var place: UInt64
    /// The user who decides.
    public var author: Author
    /// The author's, on the whole server.
    public var role: ServerRole
    /// The id of the event that the message becomes if it is published.
    public var id: EventID
    /// When the server accepted the decision: milliseconds since 1970-01-01 UTC.
    public var at: Int64
    /// What is decided, and why.
    public var decision: HeldDecision

    /// Creates the value.
    public init(
        room: RoomName, place: UInt64, author: Author, role: ServerRole, id: EventID, at: Int64, decision: HeldDecision
    ) {
        self.room = room
        self.place = place
        self.author = author
        self.role = role
        self.id = id
        self.at = at
        self.decision = decision
    }
}

/// What became of a ``HeldChange``.
public enum HeldOutcome: Hashable, Sendable {
    /// The message is this event now.
    case published(Event)
    /// The message is erased.
    case discarded
    /// The same user has decided the same already. Nothing changed.
    case unchanged
    /// It is refused for this reason. Nothing changed: the message still waits.
    case refused(WireError)
}

/// What a store keeps of a held message besides what it says.
public struct HeldCase: Hashable, Sendable {
    /// What a moderator has decided.
    public struct Decision: Hashable, Sendable {
        /// Whether the message was published.
        public var verdict: HeldDecision.Verdict
        /// The moderator.
        public var by: UserID

        /// Creates the value.
        public init(_ verdict: HeldDecision.Verdict, by: UserID) {
            self.verdict = verdict
            self.by = by
        }
    }

    /// The user who sent the message.
    public var author: UserID
    /// `nil` while nobody has decided.
    public var decided: Decision?

    /// Creates the value.
    public init(author: UserID, decided: Decision? = nil) {
        self.author = author
        self.decided = decided
    }
}

// The rules, for every store alike.
extension NewEvent {
    /// ``verdict``, as far as the new event can be held: only a new message without payload and
    /// attachment can, in an open room or a group. Everything else is refused.
    public var filtered: FilterVerdict {
        guard verdict == .held else { return verdict }
        guard case .message(_, _, nil, nil) = mutation else { return .refused }
        switch room.kind {
        case .open, .group: return .held
        // Nobody moderates it.
        case .direct, .own: return .refused
        }
    }

    /// The held new event as a moderator publishes it. The list has nothing more to say about it.
    public func published(by change: HeldChange) -> NewEvent {
        NewEvent(
            room: room, id: change.id, at: change.at, author: author, idempotencyKey: nil, mutation: mutation,
            role: role)
    }

    /// Why the message can't be held; `nil` if it can.
    ///
    /// - Parameter counted: what waits. It is not counted for a message that is refused anyway.
    public func refusalOfHolding(_ counted: @autoclosure () throws -> ModerationCounts) rethrows -> WireError? {
        if let holdRefusal { return holdRefusal }
        let waiting = try counted()
        if waiting.ofUser >= Limits.heldPerUser {
            return WireError(
                .filtered,
                "\(Limits.heldPerUser) of your messages wait for a moderator. Try again when some were looked at.")
        }
        guard waiting.inRoom < Limits.heldPerRoom, waiting.onServer < Limits.heldOnServer else {
            return WireError(.filtered, "Too many messages wait for a moderator. Try again later.")
        }
        return nil
    }
}

extension AppendOutcome {
    /// The event of a held message that is published, or why it can't be sent any more.
    public var published: Result<Event, WireError> {
        switch self {
        case .appended(let event): .success(event)
        case .refused(let error): .failure(error)
        // Only of sends with a number, or that the list holds.
        case .alreadyThere, .outOfTurn, .held, .conflict, .passed: .failure(.nothingHeld)
        }
    }
}

extension HeldChange {
    /// What the decision comes to before the message is looked at; `nil` if it is to be done.
    ///
    /// - Parameter held: what is kept of the message; `nil` if there is none at this place in this
    ///   room. Not asked for unless the room lets the user decide.
    public func outcome(_ access: RoomAccess, _ held: () throws -> HeldCase?) rethrows -> HeldOutcome? {
        if let refusal = access.refusalOfReviewing(at: at) { return .refused(refusal) }
        // Nobody decides about their own message.
        guard let held = try held(), held.author != author.user else { return .refused(.nothingHeld) }
        guard let decided = held.decided else { return nil }
        if decided.by == author.user, decided.verdict == decision.verdict { return .unchanged }
        return .refused(.decidedAlready)
    }

    /// The entry of the moderation log.
    ///
    /// - Parameter seq: the number of the event that the message became
    public func deed(_ seq: Seq?) -> ModerationAction.Deed {
        .reviewed(decision, held: place, of: seq, by: author, at: at)
    }
}

extension WireError {
    /// The answer to the sender of a held message, also to one who sends it again.
    public static let held = WireError(.held, "A moderator looks at this message before others see it.")

    /// The answer to a decision about what is not there, or is not for the user to decide about.
    public static let nothingHeld = WireError(
        .report, "No message of this room is held at this place; load the queue again.")
    static let decidedAlready = WireError(.report, "Somebody has decided about this already; load the queue again.")
}
