import ChatModel
import Flux

/// Events of the search of a room's messages.
public enum MessageFinderAction: Action, Hashable {
    /// The user typed. The text is what is looked for.
    case typed(String)
    /// The user wants older messages, or wants to try again.
    case moreWanted
    /// The server's answer to this question.
    case found(MessageFinder.Question, HitsPage)
    /// The question has no answer, and why: a sentence for the user.
    case failed(MessageFinder.Question, String)
}

extension MessageFinder {
    mutating func reduce(_ action: MessageFinderAction) {
        switch action {
        case .typed(let text): type(text)
        case .moreWanted: wantMore()
        case .found(let asked, let page): take(page, of: asked)
        case .failed(let asked, let reason): fail(asked, reason)
        }
    }
}
