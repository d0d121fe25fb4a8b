import ChatCore

extension RoomKind {
    /// The sign before the title of such a room. It is ASCII: every terminal has it, in one cell.
    var mark: String {
        switch self {
        case .open: "#"
        case .group: "&"
        case .direct: "@"
        case .own: " "
        }
    }
}

extension ConversationItem {
    /// The sign before the title: the room's kind, or that the user is invited.
    var mark: String { isInvitation ? "✉" : room.kind.mark }

    /// `@` for a mention, and the number of unread messages; empty if there are none.
    var counts: String { badge.map { (unread.mentions > 0 ? "@" : "") + $0 } ?? "" }
}
