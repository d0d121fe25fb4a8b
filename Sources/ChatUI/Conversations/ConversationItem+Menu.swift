import ChatModel
import ChatWire

// What a room's menu in the list says.
extension ConversationItem {
    /// “Leave Tea?”
    public var leavingTitle: String { "Leave \(Sentences.isolated(title))?" }

    /// What leaving does.
    public var leavingSentence: String {
        isMember
            ? "You will no longer be a member of this group. To come back you need an invitation."
            : "The room is removed from your list. You can join it again."
    }

    /// Of which new messages the user can be told, in the order of the menu.
    static let notices: [Choice.Notice] = [.all, .mentions, .none]

    static func title(of notice: Choice.Notice) -> String {
        switch notice {
        case .all: "All messages"
        case .mentions: "Only when you are mentioned"
        case .none: "Nothing"
        }
    }

    static func symbol(of notice: Choice.Notice) -> String {
        switch notice {
        case .all: "bell"
        case .mentions: "at"
        case .none: "bell.slash"
        }
    }
}
