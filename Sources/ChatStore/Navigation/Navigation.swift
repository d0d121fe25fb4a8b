import ChatWire

/// Where the user is in the app. A launch reopens the room, but not a sheet.
public struct Navigation: Hashable, Sendable {
    public internal(set) var room: RoomName?
    public internal(set) var sheet: Sheet?
    /// A message to show as soon as its room is loaded.
    public internal(set) var target: UInt64?

    public enum Sheet: Hashable, Sendable {
        /// Asks for a server. A link may fill in `address` and `room`.
        case server(address: String, room: String)
        case join
        case newGroup
        case members
        /// The settings of the room on the screen.
        case roomSettings
        /// The queue of reports.
        case reports
        case settings
        /// Makes an account for the guest, or signs in again.
        case signIn
        /// The account's sessions and password.
        case account
    }

    public init() {}
}

extension Navigation: Codable {
    private enum CodingKeys: String, CodingKey {
        case room
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        room = try values.decodeIfPresent(Coded<RoomName>.self, forKey: .room)?.value
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(room.map { Coded($0) }, forKey: .room)
    }
}
