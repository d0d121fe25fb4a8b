import ChatCore

/// Something that the server is asked once. It is not kept for later.
package enum Question: Hashable, Sendable {
    /// The people whose name a command begins with, including those who are not here.
    case people(RoomName, named: String, Intent.Written)
    /// Those of these people whom the user blocks who have a place in one of the rooms, for their
    /// names: for a list, or for a command.
    case blocked(Set<UserID>, in: [RoomName], Intent.Written?)
    /// The people of a room with their places.
    case members(RoomName)
    /// Make an invite link.
    case link(InviteCode, LinkChange)
    /// The invite links of a group.
    case links(RoomName)
    /// What a moderator asks.
    case moderation(ModerationQuestion)
    /// Delete a message, and then ask.
    case deletion(Mutation, in: RoomName, then: ModerationQuestion)
    /// What moderators did in a room.
    case actions(RoomName)
    /// The open rooms with these words.
    case directory(String)
    /// The messages of a room with these words.
    case search(RoomName, String)
    /// The first message of a room since this day began, at this time in milliseconds since
    /// 1970-01-01 UTC.
    case firstMessage(RoomName, since: CalendarDate, at: Int64)
    /// The preview of the page that a message with this text links to.
    case preview(String, of: Seq, in: RoomName)
}

/// The answer to a ``Question``.
package enum Reply: Sendable {
    case people([Person])
    /// The whole link.
    case link(String)
    case links([InviteLink])
    case moderation(ModerationAnswer)
    case actions([ModerationAction])
    case directory([DirectoryEntry])
    /// The newest first. `areLocal`: only this device was searched, for there is no connection.
    case hits([Event], areLocal: Bool)
    /// The message's number; `nil` if there is none.
    case firstMessage(Seq?)
    /// `nil` if the page has none.
    case preview(LinkPreview?)
    case failed(WireError)
}

extension Question {
    /// Whether the person is one of those whom ``people(_:named:_:)`` asks for.
    package static func isNamed(_ name: String, in text: String) -> Bool {
        let (name, text) = (name.lowercased(), text.lowercased())
        return !name.isEmpty && (text == name || text.hasPrefix(name + " ") || text.hasPrefix(name + "\n"))
    }
}
