import ChatRooms
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
            (at, by, why) = (event.at, event.author, event.content.reason)
            let object = event.content.reference.map { " \($0)" } ?? ""
            deed = event.content.deed.map { $0 + object } ?? "-"
            whom = event.content.called ?? action.about?.name ?? event.content.subject?.text
        }
    }
}

extension Event.Content {
    /// What the person whose place it changes is called.
    fileprivate var called: String? { if case .membership(let change) = self { change.called } else { nil } }

    fileprivate var reason: String? {
        switch self {
        case .membership(let change): change.reason
        case .deletion(_, let reason): reason
        default: nil
        }
    }
}
