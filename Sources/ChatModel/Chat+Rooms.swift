import ChatWire

// Joins and leaves rooms, and keeps read marks.
extension Chat {
    mutating func join(_ room: RoomName) {
        if conversations[room]?.isWanted != true {
            // One place stays free, so that the room can be joined before the other is left.
            if wanted.count >= Limits.roomsPerConnection - 1, let leastWanted { leave(leastWanted) }
            guard wanted.count < Limits.roomsPerConnection else {
                if conversations[room] == nil { conversations[room] = conversation(in: room) }
                return refuse(room, .tooManyRooms)
            }
            wanted.append(room)
            effects.append(.keep(.rooms(wanted)))
        }
        require(room)
        conversations[room]?.isWanted = true
        nameByPartner(room)
    }

    /// Joins the direct room with a person whose name nothing else may tell.
    mutating func meet(_ person: Author) {
        guard let user = identity?.user, let room = RoomName.direct(user, person.user) else { return }
        join(room)
        if conversations[room]?.partner == nil { met(person, in: room) }
    }

    /// The other person of a new direct room may be known from other rooms. Their name is kept:
    /// they may leave those, and none of their messages may be there later.
    private mutating func nameByPartner(_ room: RoomName) {
        if conversations[room]?.partner == nil { met(partner(in: room), in: room) }
    }

    mutating func leave(_ room: RoomName) {
        guard let conversation = conversations[room], conversation.isWanted else { return }
        conversations[room]?.isWanted = false
        wanted.removeAll { $0 == room }
        effects.append(.keep(.rooms(wanted)))
        markChanged(room)
        pendingChanges.conversations = true
    }

    /// Creates the conversation if there is none; it joins as soon as there is a connection.
    mutating func require(_ room: RoomName) {
        switch conversations[room]?.membership {
        case nil:
            conversations[room] = conversation(in: room)
        case .refused: conversations[room]?.membership = .waiting
        case .waiting, .joining, .joined, .leaving: return markChanged(room)
        }
        pendingChanges.conversations = true
        markChanged(room)
    }

    /// Notes that this room changed: `settle()` looks at it, and listeners are told.
    mutating func markChanged(_ room: RoomName) {
        roomsToSettle.insert(room)
        pendingChanges.inRooms.insert(room)
    }

    /// The server refused the room for good: everything waiting for it fails.
    mutating func refuse(_ room: RoomName, _ error: WireError) {
        guard conversations[room] != nil else { return }
        conversations[room]?.membership = .refused(error)
        failWaiting(in: room, error)
        pendingChanges.conversations = true
        pendingChanges.inRooms.insert(room)
    }

    /// Fails the outbox items of a room that the server has refused.
    mutating func failWaiting(in room: RoomName, _ error: WireError) {
        for item in outbox.fail(all: room, error) {
            if case .failed(let error) = outbox[item.ticket]?.state { failed(item, error) }
        }
    }

    mutating func show(_ room: RoomName, _ view: Timeline.View) {
        guard let conversation = conversations[room] else { return }
        if view == .closed, isStrange(conversation) { return leave(room) }
        conversations[room]?.timeline.show(view, readMark: conversation.readMark)
        markChanged(room)
        if !conversation.timeline.isOpen, conversations[room]?.timeline.isOpen == true { opened(room) }
    }

    /// The room has come on the screen.
    private mutating func opened(_ room: RoomName) {
        if choice(of: room).unread > 0 { unmark(room) }
    }

    /// The room is not marked as unread any more. Not inlined: the page loads this function later
    /// than the one above.
    @inline(never)
    private mutating func unmark(_ room: RoomName) {
        guard let user = identity?.user else { return }
        perform(.choose(ChoiceChange(room, unread: 0)), .own(user), Ticket(now.random))
    }

    /// Whether the user was refused a room in which they have never been, and has written nothing
    /// for it. When they have seen why and go on, it leaves their list.
    private func isStrange(_ conversation: Conversation) -> Bool {
        guard case .refused = conversation.membership, conversation.timeline.epoch == nil,
            conversation.readMark == nil, rooms.entries[conversation.room]?.isShown != true
        else { return false }
        return outbox.items(in: conversation.room).isEmpty && drafts[conversation.room]?.text.isEmpty != false
    }

    mutating func markRead(_ room: RoomName, _ seq: Seq) {
        guard conversations[room]?.read(upTo: seq) == true, let mark = conversations[room]?.readMark else { return }
        effects.append(.keep(.read(room, mark)))
        markChanged(room)
    }

    mutating func typed(_ room: RoomName) {
        guard isConnected, let conversation = conversations[room], conversation.membership == .joined,
            conversation.presence.count <= UInt64(Limits.presenceListed),
            conversations[room]?.typing.tell(at: now.monotonic) == true
        else { return }
        typing.insert(room)
        ask(.typing, .typing(room: room))
    }

    /// The user has emptied the field.
    mutating func emptied(_ room: RoomName) {
        if typing.contains(room) { conversations[room]?.typing.emptied(at: now.monotonic) }
    }

    /// The user types no more in a room or in any: they leave the room or the app.
    mutating func stopTyping(in room: RoomName? = nil) {
        for name in typing.inOrder where room == nil || name == room {
            if conversations[name]?.typing.stop(at: now.monotonic) == true { tellStopped(name) }
        }
    }

    /// Tells the room that the user has stopped typing. An older server refuses it, and clients
    /// show that the user types until its time is over.
    mutating func tellStopped(_ room: RoomName) {
        guard conversations[room]?.membership == .joined else { return }
        ask(.typing, .stoppedTyping(room: room))
    }
}

// What the server says about rooms.
extension Chat {
    mutating func joined(_ joined: ServerFrame.Joined) {
        let (room, epoch, head, read) = (joined.room, joined.epoch, joined.head, joined.read)
        guard var conversation = conversations[room] else { return }
        let isOther = joined.reset || conversation.timeline.epoch.map { $0 != epoch } ?? false
        conversation.membership = .joined
        conversation.timeline.joined(epoch: epoch, head: head, reset: joined.reset)
        conversation.presence.entered(count: joined.count, at: now)
        conversation.infoSeq = head
        conversation.confirmedMark = min(read ?? 0, head)
        let before = conversation.readMark
        if isOther {
            conversation.readMark = nil
            if conversation.receipts.seen > 0 { effects.append(.keep(.seen(room, 0))) }
            conversation.receipts = Receipts()
        }
        // Without a timeline, the client knows no epoch. An event beyond the head was in another
        // log.
        for item in outbox.lost(room, after: isOther ? 0 : head) { release(item) }
        // In a room joined for the first time, all history counts as read; but what the other
        // person of a direct room has written is for this user.
        let isNew = conversation.readMark == nil && read == nil
        let isDirect = room.partner(of: identity?.user) != nil
        conversation.readMark =
            isNew && !isDirect ? head : min(max(conversation.readMark ?? 0, read ?? 0), head)
        if isNew {
            conversation.confirmedMark = conversation.readMark ?? 0
            conversation.enteredAt = serverTime
        }
        conversations[room] = conversation
        if let mark = conversation.readMark, mark != before { effects.append(.keep(.read(room, mark))) }
        describe(room, joined.info)
        outboxNeedsSend = true
        pendingChanges.conversations = true
        markChanged(room)
    }

    mutating func left(_ room: RoomName) {
        guard conversations[room]?.membership == .leaving else { return }
        conversations[room]?.membership = .waiting
        conversations[room]?.timeline.interrupted()
        conversations[room]?.presence.left()
        pendingChanges.conversations = true
        markChanged(room)
    }

    mutating func listed(_ room: RoomName, _ count: UInt64, _ members: [Member]) {
        conversations[room]?.presence.listed(members.map { $0.author }, count: count, at: now)
        for member in members.prefix(Limits.membersListed) {
            if room.partner(of: identity?.user) == member.author.user { met(member.author, in: room) }
            if let point = member.read { hasRead(room, member.author, point) }
        }
        markChanged(room)
    }

    /// The server has stored this read mark.
    mutating func confirmed(_ room: RoomName, _ seq: Seq) {
        let known = conversations[room]?.confirmedMark ?? 0
        conversations[room]?.confirmedMark = max(known, seq)
    }

    /// A read mark of somebody else, or the user's own from another device.
    mutating func hasRead(_ room: RoomName, _ author: Author, _ point: ReadPoint) {
        guard conversations[room] != nil else { return }
        if author.user != identity?.user {
            conversations[room]?.receipts.read(author, point)
            if point.seq > conversations[room]?.receipts.seen ?? 0 {
                conversations[room]?.receipts.seen = point.seq
                effects.append(.keep(.seen(room, point.seq)))
            }
        } else if conversations[room]?.read(upTo: point.seq) == true, let mark = conversations[room]?.readMark {
            confirmed(room, mark)
            effects.append(.keep(.read(room, mark)))
        }
        pendingChanges.inRooms.insert(room)
    }

    mutating func types(_ room: RoomName, _ author: Author) {
        guard author.user != identity?.user, conversations[room] != nil else { return }
        conversations[room]?.typing.typed(author, at: now.monotonic)
        typing.insert(room)
        pendingChanges.inRooms.insert(room)
    }

    mutating func stopped(_ room: RoomName, _ user: UserID) {
        guard typing.contains(room), conversations[room]?.typing.stopped(user) == true else { return }
        pendingChanges.inRooms.insert(room)
    }

    mutating func happened(_ room: RoomName, _ epoch: Epoch, _ event: Event) {
        recognise(event, in: room)
        if case .own(let user) = room.kind { return chose(event.content, by: user) }
        guard conversations[room]?.membership == .joined else { return }
        stopped(room, event.author.user)
        if conversations[room]?.timeline.epoch != epoch { conversations[room]?.infoSeq = 0 }
        let isNew = conversations[room]?.timeline.receive(event, epoch: epoch) == true
        foldInfo(event, in: room)
        if isNew { scheduleCaching(room) }
        markChanged(room)
    }

    mutating func read(_ room: RoomName, _ reading: Timeline.Reading, _ epoch: Epoch, _ head: Seq, _ events: [Event]) {
        for event in events { recognise(event, in: room) }
        conversations[room]?.timeline.page(reading, epoch: epoch, head: head, events: events)
        scheduleCaching(room)
        markChanged(room)
    }

    /// Takes an event of this device as the reply to its request, whichever of the two arrives
    /// first.
    private mutating func recognise(_ event: Event, in room: RoomName) {
        guard event.author.user == identity?.user else { return }
        guard let idempotencyKey = event.idempotencyKey else { return published(event, in: room) }
        guard idempotencyKey.device == device else { return }
        if let item = outbox.item(of: event, in: room, device: device) {
            sent(item.ticket, seq: event.seq, id: event.id, at: event.at)
        } else {
            outbox.saw(idempotencyKey.number)
        }
    }

    /// A held message that a moderator has published comes without a number. From then on the room
    /// shows it, and not the outbox.
    private mutating func published(_ event: Event, in room: RoomName) {
        guard case .message(let message) = event.content, message.edited == nil else { return }
        let item = outbox.items(in: room).first { item in
            guard case .failed(let error) = item.state, error.code == .held else { return false }
            return serverTime(at: item.at) <= event.at && item.mutation.became(event.content)
        }
        if let item { drop(item.ticket, .sent(SentMessage(seq: event.seq, id: event.id, at: event.at))) }
    }
}
