import ChatWire

// Adds mutations to the outbox, and follows each one to its outcome.
extension Chat {
    mutating func perform(_ mutation: Mutation, _ room: RoomName, _ ticket: Ticket) {
        accept(Outbox.Item(ticket: ticket, room: room, mutation: mutation, at: now.wall))
    }

    mutating func accept(_ item: Outbox.Item) {
        if let error = fault(of: item) ?? outbox.add(item) {
            effects.append(.settled(item.ticket, .failed(error)))
            return
        }
        effects.append(.keep(.intended(item)))
        if case .message = item.mutation, !item.lacksFile { conversations[item.room]?.typing.sent() }
        require(item)
        outboxChanged(in: item.room)
    }

    /// Returns why the item can never be sent, or `nil`. What the server would refuse is refused
    /// here, at once.
    func fault(of item: Outbox.Item) -> WireError? {
        var mutation = item.mutation
        if item.lacksFile { mutation = mutation.attaching(item.upload?.largestAnswer) }
        if let error = fileFault(of: item) ?? mutation.check()?.translated { return error }
        let largest = Limits.largestInteger
        let request = ClientFrame.Request.mutate(room: item.room, number: largest, after: largest, mutation)
        var writer = JSONWriter(capacity: 512)
        ClientFrame(ref: largest, request: request).write(to: &writer)
        return writer.withBytes { $0.count } > Limits.frameBytes ? .tooLarge : nil
    }

    mutating func retry(_ ticket: Ticket) {
        guard let item = outbox.retry(ticket) else { return }
        effects.append(.keep(.intended(item)))
        require(item)
        outboxChanged(in: item.room)
    }

    /// Creates the item's conversation if there is none. One that was refused is tried again, if
    /// the item can change that or needs to be in the room.
    private mutating func require(_ item: Outbox.Item) {
        // The own log is not joined: its events come to every connection of the user.
        // From now on the client knows what is chosen, on other devices too.
        if item.mutation.isOwn {
            listRooms()
            return choicesChanged()
        }
        let isRefused: Bool = if case .refused = conversations[item.room]?.membership { true } else { false }
        if isRefused, !item.mutation.needsJoin, !item.mutation.opensRoom(to: identity?.user) {
            return markChanged(item.room)
        }
        require(item.room)
    }

    /// - Parameter end: what is told of the message
    mutating func drop(_ ticket: Ticket, _ end: Settlement = .dropped) {
        guard let item = outbox[ticket], outbox.drop(ticket) else { return }
        effects.append(.keep(.dropped(ticket)))
        if item.isUploading { effects.append(.cancelUpload(ticket)) }
        release(item)
        effects.append(.settled(ticket, end))
        outboxChanged(in: item.room)
    }

    /// Marks the outbox and this room's rows as changed.
    mutating func outboxChanged(in room: RoomName) {
        outboxNeedsSend = true
        pendingChanges.outbox = true
        if case .own = room.kind { return choicesChanged() }
        markChanged(room)
    }

    mutating func sent(_ ticket: Ticket, seq: Seq, id: EventID, at: Int64) {
        guard let item = outbox.sent(ticket, seq: seq) else { return }
        effects.append(.keep(.settled(ticket)))
        effects.append(.settled(ticket, .sent(SentMessage(seq: seq, id: id, at: at))))
        outboxChanged(in: item.room)
        settled(choice: item)
    }

    mutating func failed(_ item: Outbox.Item, _ error: WireError) {
        effects.append(.keep(.failed(item.ticket, error)))
        if item.isUploading { effects.append(.cancelUpload(item.ticket)) }
        effects.append(.settled(item.ticket, .failed(error)))
        outboxChanged(in: item.room)
        settled(choice: item)
    }

    mutating func refused(_ ticket: Ticket, _ error: WireError) {
        guard let item = outbox[ticket] else { return }
        switch outbox.refused(ticket, error, attempts: configuration.attempts, random: now.random) {
        case .failed:
            failed(item, error)
            refuseEntrance(of: item, error)
        case .rejoin(let pause):
            if case .refused(let reason) = conversations[item.room]?.membership {
                let error = outbox[ticket]?.isUncertain == true ? .fateUnknown(in: reason) : reason
                outbox.fail(ticket, error)
                return failed(item, error)
            }
            conversations[item.room]?.membership = .waiting
            self.pause(.sending, pause)
        case .upload: unattached(ticket)
        case .again(let pause?): self.pause(.sending, pause)
        case .again(nil): break
        }
        outboxChanged(in: item.room)
    }

    /// A room that the user was to enter by this item is refused with the same error. The server's
    /// answer to a join would say less: that there is no such room, where the link is not valid.
    private mutating func refuseEntrance(of item: Outbox.Item, _ error: WireError) {
        guard case .membership(let change) = item.mutation, change.code != nil, change.member == identity?.user,
            conversations[item.room]?.membership == .waiting, error.code != .membership, !error.code.isTemporary
        else { return }
        refuse(item.room, error)
    }

    /// Handles an error without a `ref`: the server could not read a request.
    ///
    /// It must be one of the mutations under way. If there are several, the client reconnects, and
    /// then sends the first one alone.
    mutating func unreadable(_ error: WireError) {
        guard error.code.rawValue <= WireError.Code.unknownType.rawValue else { return }
        let tickets = requests.mutations
        guard let ticket = tickets.first else { return }
        if tickets.count > 1 { return driveConnection(.unanswered) }
        requests.forget(.mutation(ticket))
        refused(ticket, error)
    }
}
