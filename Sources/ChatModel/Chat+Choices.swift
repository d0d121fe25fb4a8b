import ChatWire

// What the user has chosen about rooms and people, on all their devices.
extension Chat {
    /// What the user has chosen about a room, with the changes that wait in the outbox.
    public func choice(of room: RoomName) -> Choice {
        choice(of: room, waiting: waitingChoices)
    }

    /// The same for many rooms: pass ``waitingChoices``.
    func choice(of room: RoomName, waiting: [RoomName: [ChoiceChange]]) -> Choice {
        var choice = rooms.choice(of: room)
        for change in waiting[room] ?? [] { choice.apply(change) }
        return choice
    }

    /// The choices that wait in the outbox, by room.
    var waitingChoices: [RoomName: [ChoiceChange]] {
        var waiting: [RoomName: [ChoiceChange]] = [:]
        for case .choose(let change) in pendingChoices { waiting[change.room, default: []].append(change) }
        return waiting
    }

    /// What the user has chosen about the rooms of ``conversations``. Rooms with the default are
    /// left out.
    public var choices: [RoomName: Choice] {
        let waiting = waitingChoices
        var choices: [RoomName: Choice] = [:]
        for room in conversations.keys {
            let choice = choice(of: room, waiting: waiting)
            if choice != Choice() { choices[room] = choice }
        }
        return choices
    }

    /// The people whom the user blocks, with the changes that wait in the outbox.
    public var blocked: Set<UserID> {
        var blocked = rooms.blocked
        for case .block(let person, let on) in pendingChoices {
            if on { blocked.insert(person) } else { blocked.remove(person) }
        }
        return blocked
    }

    /// The user's own profile, with the changes that wait in the outbox.
    public var profile: Profile {
        var profile = rooms.profile
        for case .profile(let change) in pendingChoices { profile.apply(change) }
        return profile
    }

    private var pendingChoices: [Mutation] {
        guard let user = identity?.user, outbox.waits(for: .own(user)) else { return [] }
        return outbox.items(in: .own(user)).filter { $0.isPending }.map { $0.mutation }
    }

    /// The user's own log has a new event, from this device or another one.
    mutating func chose(_ content: Event.Content, by user: UserID) {
        guard user == identity?.user else { return }
        rooms.chose(content)
        if case .choice(let change) = content { keepChoices(of: [change.room]) } else { keepChoices(of: []) }
        choicesChanged()
        guard case .choice(let change) = content, change.isFollowed != nil else { return }
        // A newer choice may wait in the outbox.
        if choice(of: change.room).isFollowed {
            enter([change.room])
        } else if configuration.entersOwnRooms, change.room.kind == .open {
            leave(change.room)
        }
    }

    /// A choice of the outbox was accepted or refused. While it waited, it covered what the user
    /// had chosen on another device, which may be newer: this device may have sent its choice
    /// before.
    mutating func settled(choice item: Outbox.Item) {
        guard case .choose(let change) = item.mutation, change.isFollowed != nil, rooms.state == .loaded,
            item.room == identity.map({ .own($0.user) }), choice(of: change.room).isFollowed
        else { return }
        enter([change.room])
    }

    /// Journals what the user has chosen about these rooms, and whom they block, so that both hold
    /// from the next start on.
    mutating func keepChoices(of changed: [RoomName]) {
        if rooms.blocked != keptBlocked {
            keptBlocked = rooms.blocked
            effects.append(.keep(.blocked(keptBlocked.inOrder)))
        }
        for room in changed {
            let choice = rooms.choice(of: room)
            guard choice != keptChoices[room] ?? Choice() else { continue }
            if keptChoices[room] == nil, keptChoices.count >= Limits.roomsListed { continue }
            keptChoices[room] = choice == Choice() ? nil : choice
            effects.append(.keep(.chosen(room, choice)))
        }
    }

    /// Every list of rooms may have changed. If other people are blocked than before, so may the
    /// rows and the numbers of unread messages in every room.
    mutating func choicesChanged() {
        pendingChanges.rooms = true
        let blocked = blocked
        guard blocked != shownBlocked else { return }
        shownBlocked = blocked
        for room in conversations.keys {
            conversations[room]?.blocked = blocked
            pendingChanges.inRooms.insert(room)
        }
    }
}
