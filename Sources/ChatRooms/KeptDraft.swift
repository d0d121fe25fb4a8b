import ChatWire

/// What a user has written for a room and not sent. Only the newest is kept; it is no event.
public struct KeptDraft: Hashable, Sendable {
    /// Who has written it.
    public var user: UserID
    /// The room for which it is meant.
    public var room: RoomName
    /// Empty if the user has removed the draft.
    public var text: String
    /// Milliseconds since 1970-01-01 UTC.
    public var at: Int64

    /// Creates a draft.
    public init(user: UserID, room: RoomName, text: String, at: Int64) {
        self.user = user
        self.room = room
        self.text = text
        self.at = at
    }
}
