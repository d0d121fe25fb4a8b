/// Where a room stands on the list of a user's rooms. Invitations come first, then what the user
/// has pinned, then what was active last.
public struct RoomRank: Comparable, Sendable {
    /// Whether the user is invited and has not answered.
    public var isInvitation: Bool
    /// Whether the user has pinned it.
    public var isPinned: Bool
    /// When something happened there last: milliseconds since 1970-01-01 UTC.
    public var at: Int64
    /// The room's name, which decides about rooms that are alike.
    public var room: RoomName

    /// Creates the place of a room.
    public init(isInvitation: Bool, isPinned: Bool, at: Int64, room: RoomName) {
        self.isInvitation = isInvitation
        self.isPinned = isPinned
        self.at = at
        self.room = room
    }

    /// Whether `one` is above `other`.
    public static func < (one: RoomRank, other: RoomRank) -> Bool {
        if one.isInvitation != other.isInvitation { return one.isInvitation }
        if one.isPinned != other.isPinned { return one.isPinned }
        if one.at != other.at { return one.at > other.at }
        return one.room.isBefore(other.room)
    }
}
