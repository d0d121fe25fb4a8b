import ChatUI
import ChatWire

/// Keeps the last content of a room's screen. The state has rows only of the open room. So the
/// screen of another room would be empty while it slides out or in.
@MainActor
final class KeptContent {
    private var kept: ConversationContent?
    private var user: UserID?

    /// What to show.
    ///
    /// - Parameters:
    ///   - content: What the state has of the room. It has no rows of a room that is not open.
    ///   - open: The open room. If there is none, the room was closed, and nothing is kept.
    ///   - user: Who looks at the screen. Another user is shown nothing that was kept.
    func content(_ content: ConversationContent, open: RoomName?, user: UserID?) -> ConversationContent {
        if open == nil || user != self.user { kept = nil }
        self.user = user
        if open == content.room { kept = content }
        return kept ?? content
    }
}
