import ChatWire

/// An entry of a moderation log, in words.
public struct ActionLine: Hashable, Sendable {
    /// When it was done: milliseconds since 1970-01-01 UTC.
    public let at: Int64
    /// “Ann banned Bob until 5 May, 14:05: spam”.
    public let sentence: String
    /// The number of the event or of the message in the room's log; `nil` for a discarded message.
    public let seq: Seq?

    /// - Parameters:
    ///   - date: writes day and time
    ///   - quote: prepares what others wrote for the sentence, as in ``Sentences``
    public init(
        _ action: ModerationAction, date: (Int64) -> String, quote: (String) -> String = Sentences.isolated
    ) {
        let about =
            action.about.flatMap { $0.name.isEmpty ? nil : quote($0.name) }
            ?? localized("someone ##whose message it is")
        func name(_ author: Author) -> String { author.name.isEmpty ? localized("Somebody") : quote(author.name) }
        switch action.deed {
        case .decided(let resolution, let seq, _, let author, let time):
            (at, self.seq) = (time, seq)
            let isAccepted = resolution.decision == .accepted
            sentence = Sentences.reasoned(
                ActionLine.decided(isAccepted, name(author), seq, about), resolution.note, quote)
        case .reviewed(let decision, _, let seq, let author, let time):
            (at, self.seq) = (time, seq)
            sentence = Sentences.reasoned(
                ActionLine.reviewed(decision.verdict, name(author), seq, about), decision.note, quote)
        case .event(let event):
            (at, seq) = (event.at, event.seq)
            sentence = ActionLine.sentence(event.content, name(event.author), about, date, quote)
        }
    }

    private static func decided(_ isAccepted: Bool, _ name: String, _ seq: Seq, _ about: String) -> String {
        isAccepted
            ? localized("\(name) accepted the reports of message \(seq) of \(about)")
            : localized("\(name) dismissed the reports of message \(seq) of \(about)")
    }

    private static func reviewed(
        _ verdict: HeldDecision.Verdict, _ name: String, _ seq: Seq?, _ about: String
    ) -> String {
        switch (verdict, seq) {
        case (.publish, let seq?): localized("\(name) published a held message of \(about) as message \(seq)")
        case (.publish, nil): localized("\(name) published a held message of \(about)")
        case (.discard, _): localized("\(name) discarded a held message of \(about)")
        }
    }

    private static func sentence(
        _ content: Event.Content, _ name: String, _ about: String, _ date: (Int64) -> String,
        _ quote: (String) -> String
    ) -> String {
        let by = ChangeText.Doer(isUser: false, name: name)
        switch content {
        case .membership(let change):
            let whom = change.called.map(quote) ?? change.member.text
            return Sentences.reasoned(ChangeText.sentence(change.action, by, of: whom, date), change.reason, quote)
        case .settings(let change):
            return ChangeText.sentences(change, by, quote).joined(separator: "; ")
        case .pin(let seq, let isOn):
            return isOn ? localized("\(name) pinned message \(seq)") : localized("\(name) unpinned message \(seq)")
        case .deletion(let seq, let reason):
            return Sentences.reasoned(localized("\(name) deleted message \(seq) of \(about)"), reason, quote)
        case .unreaction(let seq, _, _): return localized("\(name) removed a reaction from message \(seq)")
        case .message, .deleted, .edit, .reaction, .link, .choice, .block, .profile, .damaged, .unknown:
            return ChangeText.changed(by)
        }
    }
}
