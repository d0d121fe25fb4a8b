import ChatWire

/// Who may do what in a room, by what the log holds.
extension MemoryLog {
    /// What a user may do in a room.
    func access(to room: RoomName, of author: Author, _ role: ServerRole) -> RoomAccess {
        RoomAccess(room, author.user, role, exists: rooms[room] != nil, info(of: room, for: author.user))
    }

    /// What the room says about the draft; `nil` where nothing needs to be asked.
    func access(of draft: Draft, isPublished: Bool) -> (access: RoomAccess, refusal: WireError?)? {
        let room = rooms[draft.room]
        guard draft.asksRoom(room?.record) else { return nil }
        func standing(_ user: UserID) -> Standing { room?.people[user]?.standing ?? Standing() }
        let access = draft.access(
            exists: head(of: draft.room) > 0, room?.record, standing(draft.author.user),
            blocks: { choices.isBlocked(draft.author.user, by: $0) })
        var target = Standing()
        if case .membership(let change) = draft.mutation { target = standing(change.member) }
        // A published message has waited: slow mode does not delay it again.
        let last = isPublished ? nil : room?.lastMessages[draft.author.user]
        let refusal = draft.refusal(by: access, toward: target, room?.record, after: last) {
            count($0, of: draft.author.user)
        }
        return (access, refusal)
    }

    private func count(_ counted: Draft.Counted, of author: UserID) -> UInt64 {
        switch counted {
        case .groups(let user): memberships.groups(of: user)
        case .invitations(let user): memberships.invitations(of: user)
        case .choices(let room): choices.choiceCount(of: author, besides: room)
        case .blocks(let person): choices.blockCount(of: author, besides: person)
        }
    }
}
