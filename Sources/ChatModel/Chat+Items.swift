import ChatWire

// The user's rooms as the list shows them, and the people whom the client knows.
extension Chat {
    /// The rooms of the user's list, and the others that the client is in, in any order
    /// (``Swift/Array/found(by:folded:)``).
    ///
    /// - Parameter current: the room on the screen. Its draft is in the composer, so the list shows
    ///   its newest message.
    public func items(current: RoomName? = nil) -> [ConversationItem] {
        let (waiting, blocked) = (waitingChoices, blocked)
        let listed = roomsInOrder
        let known = Set(listed.map { $0.room })
        var items = listed.map { item(of: $0.room, listed: $0, current, waiting, blocked) }
        for room in conversations.keys where !known.contains(room) && !room.isOwn {
            items.append(item(of: room, listed: nil, current, waiting, blocked))
        }
        return items
    }

    private func item(
        of room: RoomName, listed: ListedRoom?, _ current: RoomName?, _ waiting: [RoomName: [ChoiceChange]],
        _ blocked: Set<UserID>
    ) -> ConversationItem {
        let reader = identity?.user
        var item = ConversationItem(
            room, conversations[room], listed, reader: reader, draft: room == current ? nil : drafts[room]?.text,
            choice: choice(of: room, waiting: waiting), blocked: blocked)
        item.title = title(of: room)
        item.isAnswered = item.isInvitation && isChangingMembership(in: room)
        if let partner = room.partner(of: reader) { item.avatar = profiles[partner]?.avatar }
        return item
    }

    /// Whether a change of somebody's membership waits for the server.
    private func isChangingMembership(in room: RoomName) -> Bool {
        outbox.waits(for: room)
            && outbox.items(in: room).contains { item in
                if case .membership = item.mutation { item.isOpen } else { false }
            }
    }

    /// What to call a room. The other person of a new direct room may be known from other rooms.
    public func title(of room: RoomName) -> String {
        let (conversation, listed) = (conversations[room], rooms.entries[room])
        var partner = conversation?.partner ?? listed?.partner
        if partner?.name.isEmpty ?? true, let user = room.partner(of: identity?.user) {
            partner = peopleKnown(in: nil).first { $0.user == user }
        }
        return room.title(conversation?.info?.settings ?? listed?.info.settings, partner: partner)
    }

    /// The people whom this client knows, those of the room first. The user is not among them.
    public func peopleKnown(in room: RoomName?) -> [Author] {
        var people: [Author] = []
        var known: Set<UserID> = identity.map { [$0.user] } ?? []
        func add(_ author: Author?) {
            guard let author, !author.name.isEmpty, known.insert(author.user).inserted else { return }
            people.append(author)
        }
        func add(of conversation: Conversation) {
            for member in conversation.presence.members { add(member) }
            for event in conversation.timeline.events.reversed() { add(event.author) }
            add(conversation.partner)
        }
        if let room, let conversation = conversations[room] { add(of: conversation) }
        for conversation in conversationsInOrder { add(of: conversation) }
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
