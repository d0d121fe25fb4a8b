import ChatWire

// What a room's menu in the list says.
extension ConversationItem {
    /// “Leave Tea?”
    public var leavingTitle: String { localized("Leave \(Sentences.isolated(title))?") }

    /// What leaving does.
    public var leavingSentence: String {
        isMember
            ? localized("You will no longer be a member of this group. To come back you need an invitation.")
            : localized("The room is removed from your list. You can join it again.")
    }

    /// The choices of new messages that the user is told of, in the order of the menu.
    public static let notices: [Choice.Notice] = [.all, .mentions, .nothing]

    /// The menu's words for a choice.
    public static func title(of notice: Choice.Notice) -> String {
        switch notice {
        case .all: localized("All messages")
        case .mentions: localized("Only when you are mentioned")
        case .nothing: localized("Nothing")
        }
    }
}
