import ChatWire

/// A queue of reports and held messages on the screen, as far as it is loaded.
public struct ReportQueue: Hashable, Sendable {
    /// `nil`: those of all rooms.
    public let room: RoomName?
    private var reported: DecisionList<ReportedMessage>
    private var waiting: DecisionList<HeldMessage>

    /// - Parameter last: The queue that was on the screen before. Decisions in it may still be
    ///   under way.
    public init(room: RoomName?, after last: ReportQueue? = nil) {
        self.room = room
        reported = DecisionList(after: last?.reported)
        waiting = DecisionList(after: last?.waiting)
    }

    /// The reported messages that are loaded and not decided.
    public var reports: [ReportedMessage] { reported.entries }

    /// The held messages that are loaded and not decided.
    public var held: [HeldMessage] { waiting.entries }

    /// Whether a page is being loaded.
    public var isLoading: Bool { reported.isLoading || waiting.isLoading }

    /// Why a page was not loaded, for the user.
    public var failure: String? { reported.failure ?? waiting.failure }

    /// Whether there are more reports or held messages.
    public var hasMore: Bool { reported.next != nil || waiting.next != nil }

    /// Whether a decision about the message is under way.
    public func isDeciding(about entry: ReportedMessage) -> Bool { reported.isDeciding(about: entry) }

    /// Whether a decision about the held message is under way.
    public func isDeciding(about entry: HeldMessage) -> Bool { waiting.isDeciding(about: entry) }

    /// Why the last decision about the message was not made; `nil` if there was none.
    public func refusal(about entry: ReportedMessage) -> String? { reported.refusal(about: entry) }

    /// Why the last decision about the held message was not made; `nil` if there was none.
    public func refusal(about entry: HeldMessage) -> String? { waiting.refusal(about: entry) }

    /// The questions that load what comes next, or again what failed; empty if nothing is left, or
    /// is being loaded already.
    public var questions: [ModerationQuestion] {
        var questions: [ModerationQuestion] = []
        if reported.wantsPage, !reported.isLoading { questions.append(.reports(room, after: reported.next)) }
        if waiting.wantsPage, !waiting.isLoading { questions.append(.held(room, after: waiting.next)) }
        return questions
    }

    package mutating func loadMore() {
        reported.loadMore()
        waiting.loadMore()
    }

    package mutating func began(_ entry: ReportedMessage) { reported.began(entry) }

    package mutating func began(_ entry: HeldMessage) { waiting.began(entry) }

    package mutating func take(_ question: ModerationQuestion, _ result: Result<ModerationAnswer, WireError>) {
        switch question {
        case .reports(room, let after): reported.take(result.map { $0.reports }, after: after)
        case .held(room, let after): waiting.take(result.map { $0.held }, after: after)
        case .resolve(let room, let of, _): reported.decided(ReportedMessage.Place(room: room, seq: of), result)
        case .decide(_, let place, _): waiting.decided(place, result)
        case .reports, .held, .actions, .serverBan, .serverUnban, .serverBans: break
        }
    }
}

extension ReportedMessage: Decidable {
    struct Place: Hashable, Sendable {
        let room: RoomName
        let seq: Seq
    }

    var place: Place { Place(room: room, seq: message.seq) }
}

extension HeldMessage: Decidable {
    var place: UInt64 { number }
}

extension ModerationAnswer {
    fileprivate var reports: (entries: [ReportedMessage], next: UInt64?) {
        if case .reports(let page, let next) = self { (page, next) } else { ([], nil) }
    }

    fileprivate var held: (entries: [HeldMessage], next: UInt64?) {
        if case .held(let page, let next) = self { (page, next) } else { ([], nil) }
    }
}

/// What a moderator decides about a reported message.
public enum ReportDecision: String, Hashable, Sendable, CaseIterable {
    /// Decides that the reports were wrong. The message stays.
    case dismiss
    /// Decides that the reports were right. The message stays.
    case accept
    /// Deletes the message, and then accepts the reports.
    case delete

    /// The label of the button.
    public var title: String {
        switch self {
        case .dismiss: localized("Dismiss")
        case .accept: localized("Accept")
        case .delete: localized("Delete")
        }
    }

    /// What the server is told about the reports.
    public var resolution: Resolution {
        switch self {
        case .dismiss: Resolution(.dismissed)
        case .accept: Resolution(.accepted)
        case .delete: Resolution(.accepted, note: "Deleted the message")
        }
    }

    /// The deletion that comes first. Its reason is what the message was first reported for.
    public func deletion(of entry: ReportedMessage) -> Mutation? {
        guard self == .delete else { return nil }
        let reason = entry.notes.first.map { "Reported: \($0.report.reason.rawValue)" }
        return .delete(of: entry.message.seq, reason: reason)
    }

    /// Whether the decision is offered: a deleted message can't be deleted again.
    public func isOffered(for entry: ReportedMessage) -> Bool {
        if case .message = entry.message.content { true } else { self != .delete }
    }
}
