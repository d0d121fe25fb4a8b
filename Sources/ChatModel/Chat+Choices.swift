import ChatWire

// What the user has chosen about rooms and people, on all their devices.
extension Chat {
    /// What the user has chosen about a room, what waits in the outbox included.
    public func choice(of room: RoomName) -> Choice {
        var choice = rooms.entries[room]?.choice ?? Choice()
        for case .choose(let change) in pendingChoices where change.room == room { choice.apply(change) }
        return choice
    }

    /// The people whom the user blocks, what waits in the outbox included.
    public var blocked: Set<UserID> {
        var blocked = rooms.blocked
        for case .block(let person, let on) in pendingChoices {
            if on { blocked.insert(person) } else { blocked.remove(person) }
        }
        return blocked
    }

    private var pendingChoices: [Mutation] {
        guard let user = identity?.user else { return [] }
        return outbox.items(in: .own(user)).filter { $0.isOpen }.map { $0.mutation }
    }

    /// The user's own log has a new event, from this device or another one.
    mutating func chose(_ content: Event.Content, by user: UserID) {
        guard user == identity?.user else { return }
        rooms.chose(content)
        choicesChanged()
        guard case .choice(let change) = content, let isFollowed = change.isFollowed else { return }
        if isFollowed {
            enter([change.room])
        } else if configuration.entersOwnRooms, change.room.kind == .open {
            leave(change.room)
        }
    }

    /// Every list of rooms, and every row of a person who is blocked now or no longer, may have
    /// changed.
    mutating func choicesChanged() {
        pendingChanges.rooms = true
        let blocked = blocked
        guard blocked != shownBlocked else { return }
        shownBlocked = blocked
        for room in conversations.keys { pendingChanges.inRooms.insert(room) }
    }
}
