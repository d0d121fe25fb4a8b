import ChatWire

/// What a connection asks the store for. It is read off the event loops.
package enum StoreQuery: Hashable, Sendable {
    /// Events of a room, at most `limit`.
    case history(RoomName, HistoryAnchor, limit: Int)
    /// The user's groups, direct rooms, and open rooms about which they have chosen something; by
    /// name, after `after`.
    case rooms(after: RoomName?)
    /// Those rooms of ``rooms(after:)`` that stand first on the user's list.
    case recentRooms
    /// The people of a room, after `after`.
    case people(RoomName, after: UserID?)
    /// The invite links of a room.
    case links(RoomName)
    /// Open rooms by name, after `after`.
    case directory(WordSearch, after: RoomName?)
    /// Messages of a room that match: the newest, or those before `before`.
    case search(RoomName, WordSearch, before: Seq?)
    /// What users show of themselves. Everyone who knows their ids may ask. People learn the ids of
    /// those with whom they share a room.
    case profiles([UserID])

    /// The open reports of a room, or of all rooms, after the place `after`.
    case reports(RoomName?, after: UInt64?)
    /// The held messages of a room, or of all rooms, after the place `after`.
    case held(RoomName?, after: UInt64?)
    /// A room's moderation log, before the place `before`.
    case actions(RoomName, before: UInt64?)

    /// The room in which the user must be to get the answer.
    package var room: RoomName? {
        switch self {
        case .history(let room, _, _), .people(let room, _), .links(let room), .search(let room, _, _): room
        case .rooms, .recentRooms, .profiles, .directory, .reports, .held, .actions: nil
        }
    }

    /// Whether the answer says how many messages mention the user, so that their name is needed.
    var countsMentions: Bool {
        switch self {
        case .rooms, .recentRooms: true
        case .history, .people, .links, .directory, .search, .profiles, .reports, .held, .actions: false
        }
    }
}
