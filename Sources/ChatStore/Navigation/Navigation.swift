import ChatWire

/// Where the user is in the app. A launch reopens the room, but not a sheet.
public struct Navigation: Hashable, Sendable {
    /// The room on the screen; `nil` for the list of rooms alone.
    public internal(set) var room: RoomName?
    /// The sheet on the screen; `nil` if there is none.
    public internal(set) var sheet: Sheet?
    /// A message to show as soon as its room is loaded.
    public internal(set) var target: Seq?

    /// A screen that is shown above the rooms.
    public enum Sheet: Hashable, Sendable {
        /// Asks for a server. A link may fill in `address` and `room`.
        case server(address: String, room: String)
        /// Asks for a room's name or a link.
        case join
        /// Asks for a new group's title and the people to invite.
        case newGroup
        /// Searches the directory.
        case findRooms
        /// Searches the messages of the room on the screen.
        case findMessages
        /// The people of the room on the screen.
        case members
        /// The invite links of the room on the screen.
        case links
        /// Asks whether to join the room that a link leads to.
        case linkedRoom
        /// The people whom the user blocks.
        case blocked
        /// Chooses somebody to write to.
        case newMessage
        /// The settings of the room on the screen.
        case roomSettings
        /// The queue of reports.
        case reports
        /// The bans from the server, for its administrators.
        case serverBans
        /// The accounts and the app's settings.
        case settings
        /// Makes an account for the guest, or signs in again.
        case signIn
        /// The account's sessions and password.
        case account
        /// The user's picture, and the line about them.
        case profile
    }

    /// Creates the navigation of a new app: no room, no sheet.
    public init() {}
}

extension Navigation: Codable {
    private enum CodingKeys: String, CodingKey {
        case room
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        room = try values.decodeIfPresent(RoomName.self, forKey: .room)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(room, forKey: .room)
    }
}
