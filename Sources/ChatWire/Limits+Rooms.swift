/// Rooms and presence.
extension Limits {
    /// Rooms of a log on disk. Each is checked when the server starts.
    public static let rooms = 1_048_576
    /// Users' own logs, which don't count as rooms.
    package static let ownLogs = 1_048_576
    /// After so many, guests get no own log any more: what is left is for users with an account.
    package static let ownLogsWithGuests = 786_432
    /// Rooms that one connection may be in.
    public static let roomsPerConnection = 500
    /// Rooms that a hello may join.
    public static let roomsInHello = 16
    /// New rooms of one user at once, and again within ``newRoomsPeriod``.
    public static let newRoomsPerUser = 50
    /// New rooms of all users of one address at once, and again within ``newRoomsPeriod``. Local
    /// addresses have the limit, too.
    public static let newRoomsPerAddress = 500
    /// New own logs of all guests of one address at once, and again within ``newRoomsPeriod``.
    package static let newOwnLogsPerAddress = 2_000
    /// New direct rooms with one person by all users of one address at once, and again within
    /// ``newRoomsPeriod``. Local addresses have no such limit.
    package static let newDirectRoomsPerAddress = 50
    /// All addresses of an IPv6 site (a /48) together may create this many times as much as one
    /// address: rooms, own logs and other things that last.
    package static let addressesPerSite = 8
    /// Seconds in which a user or an address may create as many rooms again: an hour.
    package static let newRoomsPeriod = 3_600
    /// Users and addresses whose new rooms are remembered.
    package static let roomQuotasKept = 65_536
    /// People of a room whose joins and leaves are told by name. In a room with more, only their
    /// count is sent, once a second, and typing is not sent: a count-only room.
    public static let presenceListed = 50
    /// Names in one list of members.
    public static let membersListed = 200
    /// How often a room is told that a connection types, in milliseconds.
    public static let typingInterval: Int64 = 1_000
    /// How often the count of a count-only room is sent, in milliseconds.
    public static let presenceInterval: Int64 = 1_000
    /// A client that closes with ``CloseCode/returning`` has so many ``presenceInterval``s to come
    /// back. After them the others are told that its user has left.
    package static let returnIntervals = 5
    /// Comings and goings that a room is told by name within ``presenceInterval``. Further ones are
    /// told at its end, and only of those who have then come or gone.
    package static let presenceNotices = 64
}
