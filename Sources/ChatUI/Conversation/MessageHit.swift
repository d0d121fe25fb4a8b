import ChatModel
import ChatWire

/// A message that a search has found, in words.
public struct MessageHit: Hashable, Sendable, Identifiable {
    /// The message's number in its room.
    public let seq: Seq
    /// Who wrote it.
    public let author: Author
    /// When the server took it, in milliseconds since 1970-01-01 UTC.
    public let at: Int64
    /// What it says, on one line. The words that were found are bold.
    public let words: [Markup.Span]

    /// The message's number.
    public var id: Seq { seq }

    /// The message of an event that a search has found; `nil` if it is none.
    public init?(_ event: Event, in finder: MessageFinder) {
        guard let found = finder.text(of: event) else { return nil }
        (seq, author, at) = (event.seq, event.author, event.at)
        words = found.parts.enumerated().map { Markup.Span($1, $0 % 2 == 1 ? .bold : []) }
    }
}
