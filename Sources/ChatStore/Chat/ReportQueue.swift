import ChatModel
import ChatWire

/// A queue of reports on the screen, as far as it is loaded.
public struct ReportQueue: Hashable, Sendable {
    /// `nil`: the reports of all rooms.
    public let room: RoomName?
    public internal(set) var reports: [ReportedMessage] = []
    public internal(set) var isLoading = true
    /// Why something was not done, for the user.
    public internal(set) var trouble: String?
    /// Where the next page begins; `nil` at the end.
    public internal(set) var next: UInt64?

    public init(room: RoomName?) { self.room = room }

    /// The question that loads the next page; `nil` if nothing is left.
    var question: ModerationQuestion? { next.map { .reports(room, after: $0) } }

    mutating func take(_ question: ModerationQuestion, _ result: Result<ModerationAnswer, WireError>) {
        switch (question, result) {
        case (.reports(room, let after), .success(.reports(let page, let next))):
            guard after == self.next, isLoading else { return }
            isLoading = false
            reports += page
            self.next = next
        case (.reports(room, _), .failure(let error)):
            isLoading = false
            trouble = error.text
        case (.resolve(let room, let of, _), .success):
            reports.removeAll { $0.room == room && $0.message.seq == of }
        case (.resolve, .failure(let error)): trouble = error.text
        default: break
        }
    }
}

/// What a moderator does about a reported message.
public enum ReportDeed: Hashable, Sendable, CaseIterable {
    case dismiss
    case accept
    /// Deletes the message, too.
    case delete

    /// The actions, in their order.
    public func actions(about entry: ReportedMessage, ticket: Ticket) -> (room: RoomAction?, report: ReportAction) {
        switch self {
        case .dismiss: (nil, .resolved(entry, Resolution(.dismissed)))
        case .accept: (nil, .resolved(entry, Resolution(.accepted)))
        case .delete:
            (
                .performed(.delete(of: entry.message.seq), entry.room, ticket),
                .resolved(entry, Resolution(.accepted, note: "Deleted the message"))
            )
        }
    }

    /// Whether it makes sense: a message is deleted once.
    public func isOffered(for entry: ReportedMessage) -> Bool {
        if case .message = entry.message.content { true } else { self != .delete }
    }
}
