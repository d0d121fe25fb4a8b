/// The rule for drafts: a message's text, or nothing, for a room in which people talk.
public enum DraftRule {
    /// Why the draft is not allowed, or `nil`.
    public static func check(_ text: String, for room: RoomName) -> WireError? {
        if case .own = room.kind {
            return WireError(.notAllowed, "A draft is for a room in which people talk, not for a user's own log.")
        }
        return text.isEmpty ? nil : TextRule.check(text)
    }
}
