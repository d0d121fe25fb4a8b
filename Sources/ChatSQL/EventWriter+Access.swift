import ChatRooms
import ChatWire

/// Who may do what in a room, in the state before the event that is to be written.
extension EventWriter {
    /// What a user may do in a room, and the room's end; without one, the room has no event.
    func access(
        to room: RoomName, of author: Author, _ role: ServerRole, _ db: any SQLDatabase
    ) throws -> (end: RoomEnd?, access: RoomAccess) {
        let end = try end(of: room, db)
        let standing = try RoomRecords.standing(of: author.user, in: end?.id ?? -1, db)
        let info = end?.record?.info(standing) ?? RoomInfo(standing: standing)
        return (end, RoomAccess(room, author.user, role, exists: end != nil, info))
    }

    /// What the room says about the draft; `nil` where nothing needs to be asked.
    func access(
        of draft: Draft, _ room: RoomEnd?, isPublished: Bool, _ db: any SQLDatabase
    ) throws -> (access: RoomAccess, refusal: WireError?)? {
        guard draft.asksRoom(room?.record) else { return nil }
        let id = room?.id ?? -1
        let standing = try RoomRecords.standing(of: draft.author.user, in: id, db)
        let access = try draft.access(exists: room.map { $0.head > 0 } ?? false, room?.record, standing) {
            try Choices.isBlocked(draft.author.user, by: $0, db)
        }
        var target = Standing()
        if case .membership(let change) = draft.mutation {
            target = try RoomRecords.standing(of: change.member, in: id, db)
        }
        // A published message has waited: slow mode does not delay it again.
        let last = isPublished ? nil : slowModeTimes.last(of: draft.author.user, in: id)
        let refusal = try draft.refusal(by: access, toward: target, room?.record, after: last) { counted in
            switch counted {
            case .groups(let user): try RoomRecords.groups(of: user, db)
            case .invitations(let user): try RoomRecords.invitations(of: user, db)
            case .choices(let room): try Choices.choiceCount(of: draft.author.user, besides: room, db)
            case .blocks(let person): try Choices.blockCount(of: draft.author.user, besides: person, db)
            }
        }
        return (access, refusal)
    }
}
