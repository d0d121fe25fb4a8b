import ChatWire

/// An entry of a moderation log, in words.
public struct ActionLine: Hashable, Sendable {
    /// When it was done: milliseconds since 1970-01-01 UTC.
    public let at: Int64
    /// “Ann banned Bob until 5 May, 14:05: spam”.
    public let sentence: String
    /// The number of the event or of the message in the room's log; `nil` for a discarded message.
    public let seq: UInt64?

    /// - Parameters:
    ///   - date: writes day and time
    ///   - quote: prepares what others wrote for the sentence, as in ``Sentences``
    public init(
        _ action: ModerationAction, date: (Int64) -> String, quote: (String) -> String = Sentences.isolated
    ) {
        let about = action.about.map { $0.name.isEmpty ? "somebody" : quote($0.name) } ?? "somebody"
        let (by, clause, why): (Author, String, String?)
        switch action.deed {
        case .decided(let resolution, let seq, _, let author, let time):
            (at, self.seq) = (time, seq)
            let verb = resolution.decision == .accepted ? "accepted" : "dismissed"
            (by, clause, why) = (author, "\(verb) the reports of message \(seq) of \(about)", resolution.note)
        case .reviewed(let decision, _, let seq, let author, let time):
            (at, self.seq) = (time, seq)
            let verb = decision.verdict == .publish ? "published" : "discarded"
            let number = seq.map { " as message \($0)" } ?? ""
            (by, clause, why) = (author, "\(verb) a held message of \(about)\(number)", decision.note)
        case .event(let event):
            (at, seq, by) = (event.at, event.seq, event.author)
            (clause, why) = ActionLine.clause(event.content, about, date, quote)
        }
        let name = by.name.isEmpty ? "Somebody" : quote(by.name)
        let reason = why.flatMap { $0.isEmpty ? nil : ": \(quote($0))" } ?? ""
        sentence = "\(name) \(clause)\(reason)"
    }

    private static func clause(
        _ content: Event.Content, _ about: String, _ date: (Int64) -> String, _ quote: (String) -> String
    ) -> (String, String?) {
        switch content {
        case .membership(let change):
            let whom = change.called.map(quote) ?? change.member.text
            return (ChangeText.clause(change.action, of: whom, date), change.reason)
        case .settings(let change): return (ChangeText.clause(change, quote), nil)
        case .pin(let seq, let isOn): return (isOn ? "pinned message \(seq)" : "unpinned message \(seq)", nil)
        case .deletion(let seq, let reason): return ("deleted message \(seq) of \(about)", reason)
        case .unreaction(let seq, _, _): return ("removed a reaction from message \(seq)", nil)
        case .message, .deleted, .edit, .reaction, .link, .choice, .block, .profile, .damaged, .unknown:
            return ("changed the room", nil)
        }
    }
}
