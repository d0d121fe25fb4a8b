import ChatWire

/// The deletion of a message that is being decided: whose it is, and why it is deleted.
public struct Deletion: Hashable, Sendable, Identifiable {
    /// The message's number.
    public let seq: Seq
    /// The author of the message; `nil` if it is the user's own.
    public let author: Author?
    /// As typed; empty for none.
    public var reason = ""

    /// Creates the question about the deletion of a message.
    public init(of seq: Seq, by author: Author?) {
        self.seq = seq
        self.author = author
    }

    /// The same for the same message, whatever the reason.
    public var id: Seq { seq }

    /// Whether it is a moderator's. Everyone may delete their own messages without a reason.
    public var asksReason: Bool { author != nil }

    /// What is wrong with the reason; `nil` if it is right or empty.
    public var problem: String? { mutation.check()?.translated.text }

    /// “Delete the message of Bob?”
    public var title: String {
        author.map { localized("Delete the message of \(Sentences.isolated($0.name))?") }
            ?? localized("Delete your message?")
    }

    /// What becomes of it.
    public var sentence: String {
        asksReason
            ? localized("It is deleted for everyone. The room shows that you deleted it, and why.")
            : localized("It is deleted for everyone.")
    }

    /// What to do, if it is decided now.
    public var mutation: Mutation { .delete(of: seq, reason: reason.isEmpty ? nil : reason) }
}
