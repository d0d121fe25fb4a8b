import ChatWire

/// Who may do what in a room, by what the log holds.
extension MemoryLog {
    /// What a user may do in a room.
    func access(to room: RoomName, of author: Author, _ role: ServerRole) -> RoomAccess {
        RoomAccess(room, author.user, role, exists: rooms[room] != nil, info(of: room, for: author.user))
    }

    /// What the room says about the new event; `nil` where nothing needs to be asked.
    func access(of newEvent: NewEvent, isPublished: Bool) -> (access: RoomAccess, refusal: WireError?)? {
        let room = rooms[newEvent.room]
        guard newEvent.asksRoom(room?.record) else { return nil }
        func standing(_ user: UserID) -> Standing { room?.people[user]?.standing ?? Standing() }
        let access = newEvent.access(
            exists: head(of: newEvent.room) > 0, room?.record, standing(newEvent.author.user),
            blocks: { choices.isBlocked(newEvent.author.user, by: $0) })
        var target = Standing()
        if case .membership(let change) = newEvent.mutation { target = standing(change.member) }
        // A published message has waited: slow mode does not delay it again.
        let last = isPublished ? nil : room?.lastMessages[newEvent.author.user]
        let refusal = newEvent.refusal(by: access, toward: target, room?.record, after: last) {
            count($0, of: newEvent.author.user)
        }
        return (access, refusal)
    }

    private func count(_ counted: NewEvent.Counted, of author: UserID) -> UInt64 {
        switch counted {
        case .groups(let user): memberships.groups(of: user)
        case .invitations(let user): memberships.invitations(of: user)
        case .choices(let room): choices.choiceCount(of: author, besides: room)
        case .blocks(let person): choices.blockCount(of: author, besides: person)
        }
    }
}
