import ChatWire

/// An entry of a moderation log in words, each of which is a column.
struct ActionWords: Hashable, Sendable {
    /// Milliseconds since 1970-01-01 UTC.
    let at: Int64
    /// Who did it.
    let by: Author
    let deed: String
    /// Whom it is about: a name, or the user id of a person whose name is not in the log.
    let whom: String?
    let why: String?

    init(_ action: ModerationAction) {
        switch action.deed {
        case .decided(let resolution, let of, _, let by, let at):
            (self.at, self.by, deed, why) = (at, by, "\(resolution.decision.rawValue) \(of)", resolution.note)
            whom = action.about?.name
        case .reviewed(let decision, let held, let of, let by, let at):
            // A discarded message has no number in the log: `held` is its place in the queue.
            let object = of.map { "\($0)" } ?? "held \(held)"
            (self.at, self.by, deed, why) = (at, by, "\(decision.verdict.rawValue) \(object)", decision.note)
            whom = action.about?.name
        case .event(let event):
            (at, by, deed, why) = (event.at, event.author, event.content.deed, event.content.reason)
            if case .membership(let change) = event.content {
                whom = change.called ?? change.member.text
            } else {
                whom = action.about?.name
            }
        }
    }
}

extension Event.Content {
    fileprivate var deed: String {
        switch self {
        case .settings: "settings"
        case .membership(let change): change.action.name
        case .pin(let of, let on): on ? "pin \(of)" : "unpin \(of)"
        case .deletion(let of, _): "delete \(of)"
        case .unreaction(let of, _, _): "unreact \(of)"
        case .message, .deleted, .edit, .reaction, .link, .choice, .block, .profile, .damaged, .unknown: "-"
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .membership(let change): change.reason
        case .deletion(_, let reason): reason
        default: nil
        }
    }
}
