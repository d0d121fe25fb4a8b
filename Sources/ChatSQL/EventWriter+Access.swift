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

    /// What the draft's author may do in the room, and why the room refuses the draft. `nil` if the
    /// draft depends on neither.
    mutating func access(
        of draft: Draft, _ room: RoomEnd?, isPublished: Bool, _ db: any SQLDatabase
    ) throws -> (access: RoomAccess, refusal: WireError?)? {
        guard draft.asksRoom(room?.record) else { return nil }
        let standing = try places.standing(of: draft.author.user, in: room?.id, db)
        let access = try draft.access(exists: room.map { $0.head > 0 } ?? false, room?.record, standing) {
            try ownFolds.blocks($0, draft.author.user, db)
        }
        var target = Standing()
        if case .membership(let change) = draft.mutation {
            target = try places.standing(of: change.member, in: room?.id, db)
        }
        // A published message has waited: slow mode does not delay it again.
        let last = isPublished ? nil : room.flatMap { slowModeTimes.last(of: draft.author.user, in: $0.id) }
        let refusal = try draft.refusal(by: access, toward: target, room?.record, after: last) { counted in
            switch counted {
            case .groups(let user): try places.groups(of: user, db)
            case .invitations(let user): try places.invitations(of: user, db)
            case .choices(let room): try ownFolds.choices(of: draft.author.user, besides: room, db)
            case .blocks(let person): try ownFolds.blocked(by: draft.author.user, besides: person, db)
            }
        }
        return (access, refusal)
    }
}
