import ChatRooms
import ChatWire

/// Whether more rooms may be made. A full log counts its rooms seldom: a count reads the names of all
/// of them, and a stranger may try to make a room as often as they like.
struct RoomSpace {
    private enum Answer {
        case full(attempts: Int)
        case free(rooms: Int)
    }

    /// What the last counts have told: of own logs (`true`), and of all other rooms.
    private var known: [Bool: Answer] = [:]

    /// After so many refusals it is counted again: another server may have removed rooms.
    private static let refusals = 1_000
    /// Of what is left, this part is given before it is counted again: other servers give some, too.
    private static let part = 64

    /// Why a room can't be made; `nil` if it can. The lobby can always be made, because two protocols
    /// need it.
    mutating func refusal(of room: RoomName, _ db: any SQLDatabase) throws -> WireError? {
        guard room != .lobby, try isFull(for: room, db) else { return nil }
        return WireError(.roomsFull, "This server can have no more rooms. Use an existing one.")
    }

    /// Rooms were removed.
    mutating func forget() { known = [:] }

    private mutating func isFull(for room: RoomName, _ db: any SQLDatabase) throws -> Bool {
        let isOwn = if case .own = room.kind { true } else { false }
        switch known[isOwn] {
        case .full(let attempts) where attempts > 0:
            known[isOwn] = .full(attempts: attempts - 1)
            return true
        case .free(let rooms) where rooms > 0:
            known[isOwn] = .free(rooms: rooms - 1)
            return false
        case .full, .free, nil:
            guard let left = try RoomTable.left(for: room, db) else { return false }
            known[isOwn] = left == 0 ? .full(attempts: Self.refusals) : .free(rooms: left / Self.part)
            return left == 0
        }
    }
}
