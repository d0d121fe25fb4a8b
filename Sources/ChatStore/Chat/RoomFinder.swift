import ChatModel
import ChatWire
import Flux

/// The search for open rooms: what was typed, and what was found so far.
public struct RoomFinder: Hashable, Sendable {
    /// What the server is asked next.
    public struct Question: Hashable, Sendable {
        /// The words to look for, as typed; empty for all open rooms.
        public var search: String
        /// The room behind which the page begins; `nil` for the first page.
        public var after: RoomName?
    }

    /// As typed.
    public private(set) var search = ""
    /// At most ``ChatWire/Limits/roomsFound``.
    public private(set) var found: [DirectoryEntry] = []
    /// `nil` when nothing is being asked.
    public private(set) var question: Question? = Question(search: "")
    /// Where the directory goes on; `nil` at its end.
    private var next: RoomName?
    /// Why the last question has no answer.
    public private(set) var failure: String?

    /// A search for everything.
    public init() {}

    /// The rooms with the most people first, then the newest.
    public var rooms: [DirectoryEntry] {
        found.sorted { ($0.people, $0.at, $1.room.text) > ($1.people, $1.at, $0.room.text) }
    }

    /// Whether there may be more rooms than were found.
    public var hasMore: Bool { next != nil && found.count < Limits.roomsFound }

    /// Why nothing is listed; `nil` while something is, or may be soon, or the server did not
    /// answer.
    public var emptiness: String? {
        guard found.isEmpty, question == nil, failure == nil else { return nil }
        return localized(search.isEmpty ? "There are no open rooms yet." : "No open room matches.")
    }

    mutating func reduce(_ action: RoomFinderAction) {
        switch action {
        case .typed(let text):
            self = RoomFinder()
            search = text
            question = Question(search: text)
        case .moreWanted:
            guard question == nil, hasMore || failure != nil else { return }
            question = Question(search: search, after: next)
        case .found(let asked, let page):
            guard asked == question else { return }
            found = Array((found + page.rooms).prefix(Limits.roomsFound))
            failure = nil
            // Stops at a server whose pages do not go forward.
            next = page.next.flatMap { asked.after?.isBefore($0) ?? true ? $0 : nil }
            // A page without a match is not what the user waits for.
            question = page.rooms.isEmpty && hasMore ? Question(search: search, after: next) : nil
        case .failed(let asked, let reason):
            guard asked == question else { return }
            question = nil
            failure = reason
        }
    }
}

/// Events of the search for open rooms.
public enum RoomFinderAction: Action, Hashable {
    /// The user typed. The text is what is looked for.
    case typed(String)
    /// The user scrolled near the last room, or wants to try again.
    case moreWanted
    /// The server's answer to this question.
    case found(RoomFinder.Question, DirectoryPage)
    /// The question has no answer, and why: a sentence for the user.
    case failed(RoomFinder.Question, String)
}
