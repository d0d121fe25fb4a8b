import ChatModel
import ChatWire
import Flux

/// The previews of the pages that the messages on the screen link to.
///
/// Each link is asked for once, at most ``ChatWire/Limits/previewRequests`` at a time. What the
/// server answers is kept, also that a page has no preview. A refusal is not kept.
///
/// If the server is busy or does not answer, all links wait. Then this link is asked for again, at
/// most ``ChatWire/Limits/previewTries`` times in all. After that, and after every other refusal,
/// it is asked for when its message comes into sight again. The page does the same
/// (`previews.js`).
public struct ShownPreviews: Hashable, Sendable {
    /// A link, and a message that has it: the server is asked about the message.
    public struct Question: Hashable, Sendable {
        /// The message's link.
        public var link: String
        /// The message's text.
        public var text: String
        /// The message's number.
        public var seq: Seq
        /// The message's room.
        public var room: RoomName
        /// How often the server could not answer.
        var failures = 0

        /// Creates the value.
        public init(link: String, text: String, seq: Seq, room: RoomName) {
            (self.link, self.text, self.seq, self.room) = (link, text, seq, room)
        }
    }

    /// The previews by link, of the newest ``ChatWire/Limits/previewsShown`` links.
    public private(set) var found: [String: LinkPreview] = [:]
    /// What the server is being asked.
    private(set) var asked: [Question] = []
    /// The milliseconds for which nothing is asked; `nil` if there is no pause.
    private(set) var pause: Int64?
    /// What is to be asked. What came into sight last is the first.
    private var waiting: [Question] = []
    /// The links that the server has answered for, also those without a preview, the oldest first.
    private var answered: [String] = []

    /// Has these previews.
    public init(found: [String: LinkPreview] = [:]) {
        self.found = found
        answered = found.keys.sorted()
    }

    /// Wants the previews of messages that came into sight, the newest last.
    mutating func want(_ questions: [Question]) {
        for question in questions where !isKnown(question.link) {
            waiting.removeAll { $0.link == question.link }
            waiting.insert(question, at: 0)
        }
        waiting = Array(waiting.prefix(Limits.previewsWanted))
    }

    /// Asks what waits, as far as there is room.
    ///
    /// - Parameter hasPreviews: Whether the connected server has previews; `nil` without a
    ///   connection.
    mutating func ask(_ hasPreviews: Bool?) {
        if hasPreviews == false { waiting = [] }
        guard hasPreviews == true, pause == nil else { return }
        while asked.count < Limits.previewRequests, !waiting.isEmpty { asked.append(waiting.removeFirst()) }
    }

    mutating func reduce(_ action: LinkPreviewAction) {
        switch action {
        case .wanted: break
        case .answered(let question, let preview):
            guard take(question) else { return }
            // An edit is on its way: the server has read another text.
            if let preview, preview.link != question.link { return postpone(question, WireError.previewPause(nil)) }
            keep(preview, of: question.link)
        case .refused(let question, let error):
            guard take(question) else { return }
            if let pause = error.map({ $0.previewPause }) ?? WireError.previewPause(nil) { postpone(question, pause) }
        case .pauseEnded: pause = nil
        }
    }

    private func isKnown(_ link: String) -> Bool {
        asked.contains { $0.link == link } || answered.contains(link)
    }

    private mutating func take(_ question: Question) -> Bool {
        guard let index = asked.firstIndex(of: question) else { return false }
        asked.remove(at: index)
        return true
    }

    private mutating func postpone(_ question: Question, _ milliseconds: Int64) {
        var question = question
        question.failures += 1
        guard question.failures < Limits.previewTries else { return }
        waiting.append(question)
        if pause == nil { pause = milliseconds }
    }

    private mutating func keep(_ preview: LinkPreview?, of link: String) {
        found[link] = preview
        answered.append(link)
        while answered.count > Limits.previewsShown { found[answered.removeFirst()] = nil }
    }
}

/// Events of the previews of linked pages.
public enum LinkPreviewAction: Action, Hashable {
    /// These messages of a room, which have links, came into sight.
    case wanted(RoomName, [Seq])
    /// The server has answered: `nil` if the page has no preview.
    case answered(ShownPreviews.Question, LinkPreview?)
    /// The server has refused, and why; `nil` if there was no answer.
    case refused(ShownPreviews.Question, WireError?)
    /// The server may be asked again.
    case pauseEnded
}

extension AppState {
    mutating func reduce(_ action: LinkPreviewAction) {
        if case .wanted(let room, let seqs) = action, let shown, shown.room == room {
            let seqs = Set(seqs)
            previews.want(shown.rows.compactMap { $0.question(in: room, of: seqs) })
        }
        previews.reduce(action)
    }

    /// Asks for the previews that are wanted.
    mutating func askForPreviews() {
        previews.ask(chat.connection.phase == .connected ? chat.hasPreviews : nil)
    }
}

extension Row {
    fileprivate func question(in room: RoomName, of seqs: Set<Seq>) -> ShownPreviews.Question? {
        guard case .message(let bubble) = content, let seq = bubble.seq, seqs.contains(seq),
            let link = bubble.previewedLink, let text = bubble.body.said
        else { return nil }
        return ShownPreviews.Question(link: link, text: text, seq: seq, room: room)
    }
}
