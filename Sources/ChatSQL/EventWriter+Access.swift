import ChatRooms
import ChatWire

/// Who may do what in a room, in the state before the event that is to be written.
extension EventWriter {
    /// What a user may do in a room, and the room's end, which is `nil` for a room without events.
    mutating func access(
        to room: RoomName, of author: Author, _ role: ServerRole, _ db: any SQLDatabase
    ) throws -> (end: RoomEnd?, access: RoomAccess) {
        let end = try end(of: room, db)
        let standing = try places.standing(of: author.user, in: end?.id, db)
        let info = end?.record?.info(standing) ?? RoomInfo(standing: standing)
        return (end, RoomAccess(room, author.user, role, exists: end != nil, info))
    }

    /// What the new event's author may do in the room, and why the room refuses the new event.
    /// `nil` if the new event depends on neither.
    mutating func access(
        of newEvent: NewEvent, _ room: RoomEnd?, isPublished: Bool, _ db: any SQLDatabase
    ) throws -> (access: RoomAccess, refusal: WireError?)? {
        guard newEvent.asksRoom(room?.record) else { return nil }
        let standing = try places.standing(of: newEvent.author.user, in: room?.id, db)
        let access = try newEvent.access(exists: room.map { $0.head > 0 } ?? false, room?.record, standing) {
            try ownFolds.blocks($0, newEvent.author.user, db)
        }
        var target = Standing()
        if case .membership(let change) = newEvent.mutation {
            target = try places.standing(of: change.member, in: room?.id, db)
        }
        // A published message has waited: slow mode does not delay it again.
        let last = isPublished ? nil : room.flatMap { slowModeTimes.last(of: newEvent.author.user, in: $0.id) }
        let refusal = try newEvent.refusal(by: access, toward: target, room?.record, after: last) { counted in
            switch counted {
            case .groups(let user): try places.groups(of: user, db)
            case .invitations(let user): try places.invitations(of: user, db)
            case .choices(let room): try ownFolds.choices(of: newEvent.author.user, besides: room, db)
            case .blocks(let person): try ownFolds.blocked(by: newEvent.author.user, besides: person, db)
            }
        }
        return (access, refusal)
    }
}
