import ChatWire

/// The search of a room's messages: what was typed, and what was found so far.
public struct MessageFinder: Hashable, Sendable {
    /// What the server is asked next.
    public struct Question: Hashable, Sendable {
        /// The words to look for.
        public var search: String
        /// The event before which the page begins; `nil` for the newest messages.
        public var before: Seq?

        /// Creates a question.
        public init(search: String, before: Seq?) {
            self.search = search
            self.before = before
        }
    }

    /// The room that is searched. The user is in it.
    public let room: RoomName
    /// As typed.
    public private(set) var search = ""
    /// The newest first; at most ``ChatWire/Limits/messagesFound``.
    public private(set) var found: [Event] = []
    /// `nil` when nothing is being asked.
    public private(set) var question: Question?
    /// Why the last question has no answer, or why the words can't be searched for.
    public private(set) var failure: String?
    /// What the list shows of them: made once, for it takes time in proportion to their length.
    private var texts: [Seq: FoundText] = [:]
    /// The search goes on before this event; `nil` at its end.
    private var next: Seq?
    /// How many messages the user waits for.
    private var wanted = 0
    /// How many more questions follow by themselves until these are found.
    private var questionsLeft = 0

    /// A search for nothing yet.
    public init(_ room: RoomName) { self.room = room }

    /// Whether there may be more messages than were found.
    public var hasMore: Bool { next != nil && found.count < Limits.messagesFound }

    /// What was found, without the messages of these people, whom the user blocks.
    public func hits(without blocked: Set<UserID>) -> [Event] {
        blocked.isEmpty ? found : found.filter { !blocked.contains($0.author.user) }
    }

    /// What the list shows of a message that was found, with the words that match; `nil` for
    /// another event.
    public func text(of hit: Event) -> FoundText? { texts[hit.seq] }

    /// Why nothing is listed; `nil` while something is, or may be soon.
    public func emptiness(without blocked: Set<UserID>) -> String? {
        guard hits(without: blocked).isEmpty, question == nil, failure == nil, !words.isEmpty else { return nil }
        return hasMore ? localized("No newer message matches.") : localized("No message matches.")
    }

    /// The user has typed these words, and wants the newest messages with them.
    public mutating func type(_ text: String) {
        self = MessageFinder(room)
        search = text
        if words.isEmpty { return }
        if let error = SearchRule.checkWords(words) {
            failure = error.translated.text
        } else {
            ask(before: nil)
        }
    }

    /// The user wants older messages, or wants to try again.
    public mutating func wantMore() {
        guard question == nil, hasMore || failure != nil, SearchRule.checkWords(words) == nil else { return }
        ask(before: next)
    }

    /// Takes the server's answer. Another ``question`` may follow: the server looks through a part
    /// of the log for each, and few messages may match.
    public mutating func take(_ page: HitsPage, of asked: Question) {
        guard asked == question else { return }
        found = Array((found + page.messages).prefix(Limits.messagesFound))
        let search = WordSearch(words)
        for hit in found where texts[hit.seq] == nil {
            if case .message(let message) = hit.content { texts[hit.seq] = FoundText(message, by: search) }
        }
        (failure, next, question) = (nil, page.next, nil)
        if hasMore, found.count < wanted, questionsLeft > 0 {
            questionsLeft -= 1
            question = Question(search: words, before: next)
        }
    }

    /// The question has no answer, and why: a sentence for the user.
    public mutating func fail(_ asked: Question, _ reason: String) {
        guard asked == question else { return }
        question = nil
        failure = reason
    }

    private var words: String { TextRule.trimmed(search) }

    private mutating func ask(before: Seq?) {
        (wanted, questionsLeft) = (found.count + Limits.searchPage, Limits.searchesTogether)
        failure = nil
        question = Question(search: words, before: before)
    }
}
