import ChatModel
import ChatWire

/// A queue of reports on the screen, as far as it is loaded.
public struct ReportQueue: Hashable, Sendable {
    /// A reported message.
    private struct Place: Hashable {
        let room: RoomName
        let seq: UInt64

        init(_ room: RoomName, _ seq: UInt64) { (self.room, self.seq) = (room, seq) }

        init(_ entry: ReportedMessage) { self.init(entry.room, entry.message.seq) }
    }

    /// `nil`: the reports of all rooms.
    public let room: RoomName?
    /// The reported messages that are loaded and not decided.
    public private(set) var reports: [ReportedMessage] = []
    /// Whether a page is being loaded.
    public private(set) var isLoading = true
    /// Why the next page was not loaded, for the user.
    public private(set) var failure: String?
    /// Where the next page begins; `nil` at the end.
    public private(set) var next: UInt64?
    /// The messages whose decision the server has not answered.
    private var underWay: Set<Place> = []
    /// Why the last decision about a message was not made, for the user.
    private var refusals: [Place: String] = [:]

    /// - Parameter last: The queue that was on the screen before. Its decisions are still under
    ///   way.
    public init(room: RoomName?, after last: ReportQueue? = nil) {
        self.room = room
        underWay = last?.underWay ?? []
    }

    /// Whether a decision about the message is under way.
    public func isDeciding(about entry: ReportedMessage) -> Bool { underWay.contains(Place(entry)) }

    /// Why the last decision about the message was not made; `nil` if there was none.
    public func refusal(about entry: ReportedMessage) -> String? { refusals[Place(entry)] }

    /// The question that loads the next page, or again the one that failed; `nil` if nothing is
    /// left.
    var question: ModerationQuestion? { failure == nil && next == nil ? nil : .reports(room, after: next) }

    mutating func loadMore() {
        if question != nil { (isLoading, failure) = (true, nil) }
    }

    mutating func began(_ entry: ReportedMessage) {
        underWay.insert(Place(entry))
        refusals[Place(entry)] = nil
    }

    mutating func take(_ question: ModerationQuestion, _ result: Result<ModerationAnswer, WireError>) {
        switch question {
        case .reports(room, let after): takePage(result, after: after)
        case .resolve(let room, let of, _): decided(Place(room, of), result)
        case .reports, .actions: break
        }
    }

    private mutating func takePage(_ result: Result<ModerationAnswer, WireError>, after: UInt64?) {
        guard after == next, isLoading else { return }
        isLoading = false
        switch result {
        case .success(.reports(let page, let next)):
            reports += page.prefix(Limits.reportsListed - reports.count)
            self.next = reports.count < Limits.reportsListed ? ModerationAnswer.next(next, after: after) : nil
        case .success: break
        case .failure(let error): failure = error.text
        }
    }

    private mutating func decided(_ place: Place, _ result: Result<ModerationAnswer, WireError>) {
        underWay.remove(place)
        switch result {
        case .success: reports.removeAll { Place($0) == place }
        case .failure(let error): refusals[place] = error.text
        }
    }
}

/// What a moderator decides about a reported message.
public enum ReportDecision: Hashable, Sendable, CaseIterable {
    /// The report is not right.
    case dismiss
    /// Decides that the reports were right. The message stays.
    case accept
    /// Deletes the message, and accepts when that is done.
    case delete

    /// What the server is told about the reports.
    var resolution: Resolution {
        switch self {
        case .dismiss: Resolution(.dismissed)
        case .accept: Resolution(.accepted)
        case .delete: Resolution(.accepted, note: "Deleted the message")
        }
    }

    /// The deletion that comes first. Its reason is what the message was first reported for.
    func deletion(of entry: ReportedMessage) -> Mutation? {
        guard self == .delete else { return nil }
        let reason = entry.notes.first.map { "Reported: \($0.report.reason.rawValue)" }
        return .delete(of: entry.message.seq, reason: reason)
    }

    /// Whether it makes sense: a message is deleted once.
    public func isOffered(for entry: ReportedMessage) -> Bool {
        if case .message = entry.message.content { true } else { self != .delete }
    }
}
