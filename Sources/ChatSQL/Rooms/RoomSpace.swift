import ChatRooms
import ChatWire

/// Makes rooms, and says whether more may be made. It counts the rooms of a full log seldom: a
/// count reads the names of all rooms, and strangers may try to make a room as often as they like.
struct RoomSpace {
    private enum Answer {
        case full(attempts: Int)
        case free(rooms: Int)
    }

    private enum Kind: Hashable {
        case room
        case ownLog(isGuest: Bool)
    }

    /// The results of the last counts.
    private var known: [Kind: Answer] = [:]
    /// The newest room as the transaction leaves it, so that making another one reads nothing.
    private var newest: RoomTable.Entry?

    /// Rooms are counted again after so many refusals, because another server may have removed
    /// some.
    private static let refusalsBeforeCount = 1_000
    /// Rooms are counted again after 1/64 of the remaining number was made, because other servers
    /// make rooms, too.
    private static let remainderDivisor = 64

    /// Why a room can't be made; `nil` if it can. The lobby can always be made, because two
    /// protocols need it.
    ///
    /// - Parameter isGuest: whether its maker is a guest
    mutating func refusal(of room: RoomName, isGuest: Bool, _ db: any SQLDatabase) throws -> WireError? {
        guard room != .lobby, try isFull(for: room, isGuest: isGuest, db) else { return nil }
        return WireError(.roomsFull, "This server can have no more rooms. Use an existing one.")
    }

    /// Makes a room.
    mutating func make(_ room: RoomName, _ db: any SQLDatabase) throws -> RoomTable.Entry {
        let former = try newest ?? RoomTable.newest(db)
        let made = try RoomTable.make(room, after: former, db)
        // After the last id, a room gets the id of a removed one.
        newest = made.id > former.id ? made : former
        return made
    }

    /// Takes note of a room to which another server has appended.
    mutating func note(_ room: Int64) { if let newest, room > newest.id { self.newest?.id = room } }

    /// Rooms were removed.
    mutating func forget() { self = RoomSpace() }

    private mutating func isFull(for room: RoomName, isGuest: Bool, _ db: any SQLDatabase) throws -> Bool {
        if let newest, !RoomTable.mayBeFull(newest.id) { return false }
        let kind = if case .own = room.kind { Kind.ownLog(isGuest: isGuest) } else { Kind.room }
        switch known[kind] {
        case .full(let attempts) where attempts > 0:
            known[kind] = .full(attempts: attempts - 1)
            return true
        case .free(let rooms) where rooms > 0:
            known[kind] = .free(rooms: rooms - 1)
            return false
        case .full, .free, nil:
            guard let left = try RoomTable.left(for: room, isGuest: isGuest, db) else { return false }
            known[kind] =
                left == 0
                ? .full(attempts: Self.refusalsBeforeCount) : .free(rooms: left / Self.remainderDivisor)
            return left == 0
        }
    }
}
