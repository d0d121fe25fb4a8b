import ChatWire

/// A held message, in words.
public struct HeldLine: Hashable, Sendable, Identifiable {
    /// The message.
    public let entry: HeldMessage
    /// What the message says, without the marks of its formatting.
    public var said: String
    /// The title of the room; `nil` in the queue of one room.
    public var room: String?
    /// Whether a decision is under way.
    public var isDeciding = false
    /// Why the last decision was not made.
    public var refusal: String?

    /// The entry's number.
    public var id: UInt64 { entry.number }

    /// Creates the words for an entry of the queue.
    public init(_ entry: HeldMessage) { (self.entry, said) = (entry, Markup.plain(entry.text)) }

    /// “Discard the message of Bob?”
    public var discardTitle: String {
        // A closed account has no name.
        let author = BlockedPerson(entry.author.user, name: entry.author.name.isEmpty ? nil : entry.author.name)
        return localized("Discard the message of \(Sentences.isolated(author.title))?")
    }

    /// What becomes of a message that is discarded.
    public static var discardSentence: String {
        localized("It is erased. Nobody can read it any more, and its author is not told.")
    }

    /// What the buttons do.
    public static var explanation: String {
        localized(
            "The server's filter holds these messages. “Publish” shows a message to everyone in the room, “Discard” erases it."
        )
    }
}

extension HeldDecision.Verdict {
    /// The label of the button.
    public var title: String {
        switch self {
        case .publish: localized("Publish")
        case .discard: localized("Discard")
        }
    }
}
