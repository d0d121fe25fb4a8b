import ChatCore

/// A room as the column of rooms shows it.
package struct KnownRoom: Hashable, Sendable {
    package var room: RoomName
    package var title: String
    package var unread: Unread
    package var isInvitation: Bool
}

extension Chat {
    /// The rooms for the column: those of the user's list in its order, and then the others that
    /// the client is in. Archived rooms are left out.
    package var knownRooms: [KnownRoom] {
        let listed = roomsInOrder.filter { !$0.choice.isArchived }
        var rooms = listed.map {
            KnownRoom(room: $0.room, title: title(of: $0.room), unread: $0.unread, isInvitation: $0.isInvitation)
        }
        let known = Set(roomsInOrder.map(\.room))
        let others = conversations.values.filter { !known.contains($0.room) && !$0.room.isOwn }
        rooms += others.sorted { $0.room.text < $1.room.text }.map {
            KnownRoom(room: $0.room, title: title(of: $0.room), unread: $0.unread, isInvitation: false)
        }
        return rooms
    }

    /// What to call a room. The other person of a new direct room may be known from other rooms.
    package func title(of room: RoomName) -> String {
        let (conversation, listed) = (conversations[room], rooms.entries[room])
        var partner = conversation?.partner ?? listed?.partner
        if partner == nil, let user = room.partner(of: identity?.user) {
            partner = peopleKnown(in: nil).first { $0.user == user }
        }
        return room.title(conversation?.info?.settings ?? listed?.info.settings, partner: partner)
    }

    /// The people whom this client knows, those of the room first. The user is not among them.
    package func peopleKnown(in room: RoomName?) -> [Author] {
        var people: [Author] = []
        var known: Set<UserID> = identity.map { [$0.user] } ?? []
        func add(_ author: Author?) {
            guard let author, !author.name.isEmpty, known.insert(author.user).inserted else { return }
            people.append(author)
        }
        func add(of conversation: Conversation) {
            conversation.presence.members.forEach(add)
            conversation.timeline.events.reversed().forEach { add($0.author) }
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
    var isOwn: Bool { if case .own = kind { true } else { false } }
}
