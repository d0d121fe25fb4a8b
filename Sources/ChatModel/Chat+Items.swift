import ChatWire

// The user's rooms as the list shows them, and the people whom the client knows.
extension Chat {
    /// The rooms of the user's list, and the others that the client is in, in any order
    /// (``Swift/Array/found(by:inArchive:)``).
    ///
    /// - Parameter current: the room on the screen. Its draft is in the composer, so the list shows
    ///   its newest message.
    public func items(current: RoomName? = nil) -> [ConversationItem] {
        let (waiting, blocked) = (waitingChoices, blocked)
        let rooms = Set(rooms.entries.keys).union(conversations.keys)
        return rooms.inOrder.compactMap { item(of: $0, current, waiting, blocked) }
    }

    /// One of ``items(current:)``; `nil` if the room is not on the list.
    public func item(of room: RoomName, current: RoomName? = nil) -> ConversationItem? {
        item(of: room, current, waitingChoices, blocked)
    }

    private func item(
        of room: RoomName, _ current: RoomName?, _ waiting: [RoomName: [ChoiceChange]], _ blocked: Set<UserID>
    ) -> ConversationItem? {
        let reader = identity?.user
        let listed = rooms.entries[room].map { self.current($0, waiting) }.flatMap { $0.isShown ? $0 : nil }
        if room.isOwn || listed == nil && conversations[room] == nil { return nil }
        var item = ConversationItem(
            room, conversations[room], listed, reader: reader, draft: room == current ? nil : drafts[room]?.text,
            choice: choice(of: room, waiting: waiting), blocked: blocked)
        if let waiting = outbox.newestMessage(in: room) { item.show(waiting, at: serverTime(at: waiting.at)) }
        item.title = title(of: room)
        item.isAnswered = item.isInvitation && outbox.isChangingMembership(in: room)
        if let partner = room.partner(of: reader) { item.avatar = profiles[partner]?.avatar }
        return item
    }

    /// What to call a room. The other person of a new direct room may be known from other rooms.
    public func title(of room: RoomName) -> String {
        let (conversation, listed) = (conversations[room], rooms.entries[room])
        return room.title(conversation?.info?.settings ?? listed?.info.settings, partner: partner(in: room))
    }

    /// The other person of a direct room, by the name that the room, the list of rooms or another
    /// room has.
    func partner(in room: RoomName) -> Author? {
        for partner in [conversations[room]?.partner, rooms.entries[room]?.partner] {
            if let partner, !partner.name.isEmpty { return partner }
        }
        return room.partner(of: identity?.user).flatMap { person($0) }
    }

    /// A person by what they are called in the newest conversation that has them.
    private func person(_ user: UserID) -> Author? {
        for conversation in conversationsInOrder {
            if let member = conversation.presence.acquaintances.first(where: { $0.user == user }) { return member }
            if let event = conversation.timeline.events.last(where: { $0.author.user == user }) { return event.author }
        }
        return nil
    }

    /// The people of a room as far as they are known (``Conversation/people``). The other person of
    /// a new direct room may be known from other rooms.
    package func people(of room: RoomName) -> [Author] {
        let people = conversations[room]?.people ?? []
        guard let partner = partner(in: room), !people.contains(where: { $0.user == partner.user })
        else { return people }
        return people + [partner]
    }

    /// The people whom this client knows, those of the room first. The user is not among them.
    public func peopleKnown(in room: RoomName?) -> [Author] {
        var people: [Author] = []
        var known: Set<UserID> = identity.map { [$0.user] } ?? []
        func add(_ author: Author?) {
            guard let author, !author.name.isEmpty, known.insert(author.user).inserted else { return }
            people.append(author)
        }
        if let room, let conversation = conversations[room] { conversation.people.forEach(add) }
        for conversation in conversationsInOrder { conversation.people.forEach(add) }
        for listed in rooms.entries.values.sorted(by: { $0.room.text < $1.room.text }) {
            add(listed.partner)
            add(listed.inviter)
        }
        return people
    }
}

extension RoomName {
    /// Whether it is a user's own log, in which nobody talks.
    package var isOwn: Bool { if case .own = kind { true } else { false } }
}

extension Chat {
    /// Sorted by their last message, newest first; conversations without a message by name.
    public var conversationsInOrder: [Conversation] {
        conversations.values.sorted { one, other in
            (other.last?.at ?? .min, one.room.text) < (one.last?.at ?? .min, other.room.text)
        }
    }
}
