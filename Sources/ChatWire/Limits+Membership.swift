// What settings, membership and lists of rooms may have.
extension Limits {
    /// Bytes of UTF-8 in a room's title.
    public static let roomTitleBytes = 128

    /// Bytes of UTF-8 in a room's topic.
    public static let roomTopicBytes = 1_024

    /// Bytes of UTF-8 in the reason of a removal, ban or mute.
    public static let reasonBytes = 256

    /// The longest slow mode: seconds between two messages of one person.
    public static let slowModeSeconds: UInt64 = 21_600

    /// Pinned messages of a room.
    public static let pinsPerRoom = 100

    /// People of one group who are in it, invited, or waiting to be let in.
    public static let groupPeople: UInt64 = 20_000

    /// Groups that one user is in, is invited to, or has asked to enter. Direct rooms don't count:
    /// nobody can keep others from opening one.
    public static let groupsPerUser: UInt64 = 2_000

    /// Rooms about which one user has chosen something, and people whom one user blocks.
    public static let choicesPerUser: UInt64 = 2_000
    public static let blocksPerUser: UInt64 = 1_000

    /// Entries in a page of a user's rooms.
    public static let roomListPage = 100

    /// Entries in a page of a room's people.
    public static let peoplePage = 200

    /// The count of unread messages is exact up to this number, and stays there.
    public static let unreadCount: UInt64 = 1_000

    /// Events that are looked at to count the unread messages of a room.
    public static let unreadScan = 4_000

    /// Events that are looked at to find the last message of a room in a list.
    public static let lastMessageScan: UInt64 = 50
}
