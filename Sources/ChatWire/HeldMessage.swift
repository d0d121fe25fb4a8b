/// A message that the operator's filter list holds, and about which no moderator has decided: an
/// entry of the queue of held messages. Nobody but moderators and administrators is shown it.
public struct HeldMessage: Hashable, Sendable {
    /// Its place in the queue: the message that was held first comes first. Places of all rooms are
    /// counted together, and are never given again.
    public var number: UInt64
    /// The room that it was sent to.
    public var room: RoomName
    /// When it was sent: milliseconds since 1970-01-01 UTC.
    public var at: Int64
    /// The user who sent it, under the name of that moment.
    public var author: Author
    /// What it says.
    public var text: String
    /// The number of the message that it replies to.
    public var reply: Seq?

    /// Creates the value.
    public init(number: UInt64, room: RoomName, at: Int64, author: Author, text: String, reply: Seq? = nil) {
        self.number = number
        self.room = room
        self.at = at
        self.author = author
        self.text = text
        self.reply = reply
    }

    /// About the bytes that the entry takes in a page.
    public var pageBytes: Int { text.jsonBytes + author.name.jsonBytes + 300 }
}

/// What a moderator decides about a held message.
public struct HeldDecision: Hashable, Sendable {
    /// Whether others see the message, by its word on the wire.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// The message becomes an event of its room, by its author, at the time of the decision.
        case publish
        /// The text is erased. Nobody else sees it.
        case discard
    }

    /// Whether others see the message.
    public var verdict: Verdict
    /// Why, for the moderation log, on one line, at most ``Limits/reasonBytes`` bytes.
    public var note: String?

    /// Creates the value.
    public init(_ verdict: Verdict, note: String? = nil) {
        self.verdict = verdict
        self.note = note
    }

    /// Why it is refused, for every held message; `nil` if it is valid.
    public func check() -> WireError? { Resolution.fault(ofNote: note) }
}
