import ChatWire

// Derives what has to happen next. Runs once after inputs that arrived together.
extension Chat {
    mutating func settle() {
        removeDelivered()
        expire()
        if isConnected {
            settleRooms()
            requestHistory()
            askForPages()
        } else {
            forgetUnneeded()
        }
        if !outbox.uploading.isEmpty && !connection.isWanted { stopUploads() }
        if outboxNeedsSend && isConnected {
            upload()
            sendOutbox()
        }
    }

    /// Removes sent items from the outbox as soon as the timeline shows their events.
    private mutating func removeDelivered() {
        guard outbox.hasSent else { return }
        let gone = outbox.forgetSent { room, seq in
            guard let conversation = conversations[room], conversation.isWanted else { return true }
            return conversation.timeline.hasArrived(at: seq)
        }
        for (item, seq) in gone {
            if item.mutation.target == nil { conversations[item.room]?.timeline.name(seq, item.ticket) }
            release(item)
            pendingChanges.inRooms.insert(item.room)
            pendingChanges.outbox = true
            roomsToSettle.insert(item.room)
        }
    }

    private mutating func expire() {
        if typing.isEmpty { return }
        var next: Int64?
        for room in typing.inOrder {
            if conversations[room]?.typing.expire(at: now.monotonic) == true { pendingChanges.inRooms.insert(room) }
            if conversations[room]?.typing.idle(at: now.monotonic) == true { tellStopped(room) }
            guard let expiry = conversations[room]?.typing.expiry else {
                typing.remove(room)
                continue
            }
            next = min(next ?? expiry, expiry)
        }
        guard let next, next != typingEnds else { return }
        typingEnds = next
        effects.append(.wait(.typing, milliseconds: max(next &- now.monotonic, 1)))
    }

    /// Whether the client is to be in the room: the user wants that, or an item of the outbox needs
    /// it.
    package func isNeeded(_ room: RoomName) -> Bool {
        conversations[room]?.isWanted == true || outbox.needs(room)
    }

    private mutating func settleRooms() {
        if roomsToSettle.isEmpty { return }
        for room in roomsToSettle.inOrder {
            settleMembership(room)
            if conversations[room]?.membership == .joined { settleJoined(room) }
        }
        roomsToSettle.removeAll(keepingCapacity: true)
    }

    private mutating func settleMembership(_ room: RoomName) {
        guard let conversation = conversations[room] else { return }
        switch conversation.membership {
        case .waiting where isNeeded(room):
            if paused.contains(.joining) || outbox.opens(room, to: identity?.user) { return }
            conversations[room]?.membership = .joining
            ask(.join(room), .join(room: room, since: conversation.timeline.position))
        case .joined where !isNeeded(room):
            conversations[room]?.membership = .leaving
            ask(.leave(room), .leave(room: room))
        case .refused(let error):
            // What was under way when the room was refused may have come back since, to be
            // repeated.
            failWaiting(in: room, error)
            forgetUnneeded(room)
        case .waiting: forgetUnneeded(room)
        case .joining, .joined, .leaving: break
        }
    }

    private mutating func settleJoined(_ room: RoomName) {
        guard let conversation = conversations[room] else { return }
        let mark = conversation.readMark ?? 0
        if mark > conversation.confirmedMark, !requests.isMarking(room), !paused.contains(.reading) {
            ask(.markRead(room, mark), .markRead(room: room, seq: mark))
        }
        if conversations[room]?.presence.ask(at: now.monotonic) == true { ask(.members(room), .here(room: room)) }
        if conversation.awaitsHistory || conversation.timeline.isAsking { return }
        conversations[room]?.awaitsHistory = true
        roomsAwaitingHistory.append(room)
    }

    /// Requests missing pages, for a few rooms at a time. Rooms that are on the screen come first.
    private mutating func requestHistory() {
        if roomsAwaitingHistory.isEmpty || paused.contains(.reading) { return }
        while requests.historyRequests < Limits.pagesRequested, !roomsAwaitingHistory.isEmpty {
            let open = roomsAwaitingHistory.firstIndex { conversations[$0]?.timeline.isOpen == true }
            let room = roomsAwaitingHistory.remove(at: open ?? 0)
            conversations[room]?.awaitsHistory = false
            guard conversations[room]?.membership == .joined,
                let reading = conversations[room]?.timeline.request(catchUp: configuration.catchUp)
            else { continue }
            let limit = min(reading.limit, max(limits.page, 1))
            ask(.history(room, reading), .history(room: room, anchor: reading.anchor, limit: limit))
        }
    }

    /// Forgets rooms that the user has left and that no outbox item needs.
    private mutating func forgetUnneeded() {
        for room in roomsToSettle.inOrder { forgetUnneeded(room) }
        roomsToSettle.removeAll()
    }

    private mutating func forgetUnneeded(_ room: RoomName) {
        guard conversations[room] != nil, !isNeeded(room) else { return }
        if outbox.holds(room) { return }
        conversations[room] = nil
        roomsToCache.remove(room)
        typing.remove(room)
        effects.append(.keep(.forgot(room)))
        pendingChanges.conversations = true
    }

    /// Sends what may be sent. A number is journaled before it is used.
    private mutating func sendOutbox() {
        outboxNeedsSend = false
        guard !paused.contains(.sending) else { return }
        while requests.hasRoom(for: limits.sending),
            let outgoing = outbox.sendNext({ conversations[$0]?.membership == .joined })
        {
            let item = outgoing.item
            if outgoing.isNew { effects.append(.keep(.numbered(item.ticket, outgoing.number))) }
            ask(
                .mutation(item.ticket),
                .mutate(room: item.room, number: outgoing.number, after: outgoing.after, item.mutation))
            pendingChanges.outbox = true
            pendingChanges.inRooms.insert(item.room)
        }
    }

    /// Schedules writing this room's new events to the cache.
    mutating func scheduleCaching(_ room: RoomName) {
        if roomsToCache.isEmpty { effects.append(.wait(.caching, milliseconds: Limits.cachingPause)) }
        roomsToCache.insert(room)
    }

    /// Writes the new events of every room to the cache.
    mutating func cache() {
        if roomsToCache.isEmpty { return }
        for room in roomsToCache.inOrder {
            if let excerpt = conversations[room]?.timeline.unkept() { effects.append(.keep(.cached(room, excerpt))) }
        }
        roomsToCache.removeAll()
        effects.append(.cancel(.caching))
    }
}
