// What settings, membership and lists of rooms may have.
extension Limits {
    /// Bytes of UTF-8 in a room's title.
    public static let roomTitleBytes = 128

    /// Bytes of UTF-8 in a room's topic.
    public static let roomTopicBytes = 1_024

    /// Bytes of UTF-8 in the data of a room's payload.
    public static let roomPayloadBytes = 2_048

    /// Bytes of UTF-8 in the reason of a removal, ban, mute or deletion.
    public static let reasonBytes = 256

    /// The longest slow mode: seconds between two messages of one person.
    public static let slowModeSeconds: UInt64 = 21_600

    /// Pinned messages of a room.
    public static let pinsPerRoom = 100

    /// People of one group who are in it, invited, or waiting to be let in.
    public static let groupPeople: UInt64 = 20_000

    /// Groups that one user is in, or has asked to enter. Direct rooms don't count: nobody can keep
    /// others from opening one.
    public static let groupsPerUser: UInt64 = 2_000

    /// Invitations of one user that wait for an answer. They don't count as groups: strangers can't
    /// keep somebody from entering one.
    public static let invitationsPerUser: UInt64 = 500
    /// Invitations of one person by all users of one address at once, and again within
    /// ``invitationsPeriod``. The machine itself has no such limit.
    package static let invitationsPerAddress = 50
    /// Invitations to one group by all users of one address at once, and again within
    /// ``invitationsPeriod``: each takes one of ``groupPeople`` places. Moderators and the machine
    /// itself have no such limit.
    package static let groupInvitationsPerAddress = 200
    /// Seconds in which an address may invite as often again: an hour.
    package static let invitationsPeriod = 3_600
    /// Addresses and people whose invitations are remembered.
    package static let invitationQuotasKept = 65_536

    /// Removals, roles, bans, mutes and ends of them for one person in one room by all users of one
    /// address at once, and again within ``sanctionsPeriod``: the person is told of each on all
    /// devices. The machine itself and administrators have no such limit.
    package static let sanctionsPerAddress = 50
    /// Seconds in which as many are possible again: an hour.
    package static let sanctionsPeriod = 3_600
    /// Addresses, people and rooms whose sanctions are remembered.
    package static let sanctionQuotasKept = 65_536

    /// Requests to enter one group by all users of one address at once, and again within
    /// ``entryRequestsPeriod``: all members read them. The machine itself has no such limit.
    package static let entryRequestsPerAddress = 20
    /// Seconds in which as many are possible again: an hour.
    package static let entryRequestsPeriod = 3_600
    /// Addresses and groups whose requests are remembered.
    package static let entryRequestQuotasKept = 65_536

    /// Joins and new links of one group by all users of one address at once, and again within
    /// ``entriesPeriod``: all members are told. Moderators, the invited and the machine itself have
    /// no such limit.
    package static let entriesPerAddress = 1_000
    /// Joins and new links of one person in one group from one address, likewise.
    package static let entriesPerPerson = 20
    /// Seconds in which as many are possible again: an hour.
    package static let entriesPeriod = 3_600
    /// Addresses, people and groups whose entries are remembered.
    package static let entryQuotasKept = 65_536

    /// Rooms about which one user has chosen something.
    public static let choicesPerUser: UInt64 = 2_000
    /// People whom one user blocks.
    public static let blocksPerUser: UInt64 = 1_000

    /// Invite links of one group that are not revoked or used up. Expired ones go when another is
    /// made.
    public static let linksPerGroup = 50

    /// Of these, the links of one person who does not moderate the group.
    public static let linksPerMember = 10

    /// Joins by one invite link, at most: as many as a group may have people.
    public static let linkUses = groupPeople

    /// Rooms in a page of the directory.
    public static let directoryPage = 50

    /// Rooms that are looked at for a page of the directory, fewer where their titles and topics
    /// are long. A search that finds few of them goes on with the next page.
    package static let directoryScan = 2_000

    /// Bytes of UTF-8 in a search, of the directory or of messages.
    public static let searchBytes = 128
    /// Words of a search that count, from the first on.
    public static let searchWords = 8

    /// Bytes of UTF-8 in the text of a profile.
    public static let aboutBytes = 512

    /// Bytes of UTF-8 in the data of a profile's payload.
    public static let profilePayloadBytes = 512

    /// Users whose profiles one request asks for.
    public static let profilesPage = 50

    /// Rooms for which one user has a draft. Beyond it, the oldest draft is dropped.
    public static let draftsPerUser = 100

    /// Entries in a page of a user's rooms.
    public static let roomListPage = 100

    /// Entries in a page of a room's people.
    public static let peoplePage = 200

    /// When the frame of a page of a user's rooms exceeds this many bytes, no further room is
    /// added.
    public static let roomListBytes = 98_304

    /// The maximum of an unread count. Counting ends with it.
    public static let unreadCount: UInt64 = 1_000

    /// Events that are looked at to count the unread messages of a room, the newest first.
    package static let unreadScan = 4_000
    /// Events that are looked at for all rooms of a page: about 5 ms. Behind them,
    /// ``unreadScanLeast`` of each room are.
    package static let unreadScanOfPage = 20_000
    /// Events that are looked at in each room: enough for clients, which show more than 99 messages
    /// as "99+".
    package static let unreadScanLeast = 100

    /// Messages and edits with an `@` that are looked at to count the mentions of a page of rooms,
    /// the newest of each room first. Behind them, ``mentionScanLeast`` of each room are.
    package static let mentionScan = 2_000
    /// Messages and edits with an `@` that are looked at in each room.
    package static let mentionScanLeast = 50
    /// Characters (Unicode scalars) of each of them on average. When they have more, counting ends
    /// earlier.
    package static let mentionCharacters = 512

    /// Events that are looked at in each room of a list to find its last message.
    package static let lastMessageScanLeast = 50
    /// Events that are looked at behind those, for all rooms of a page: about 25 ms. The events
    /// that were looked at are not looked at again, so a later page goes on.
    package static let lastMessageScanOfPage = 100_000
    /// A run of events without a message is remembered if it has so many.
    package static let messageGapLeast = 500
    /// Runs of events without a message that are remembered: about 50 bytes each.
    package static let messageGapsKept = 10_000
}
