import ChatWire

// The user's own place in rooms, and the list of their rooms.
extension Chat {
    /// Whether the user is in the room, as far as this device knows.
    public func isIn(_ room: RoomName) -> Bool {
        conversations[room]?.isIn ?? rooms.entries[room]?.isIn ?? false
    }

    /// Loads the list of rooms, on this connection and every later one.
    mutating func listRooms() {
        if wantsRooms { return }
        wantsRooms = true
        requestRooms()
    }

    mutating func requestRooms() {
        guard wantsRooms, isConnected, rooms.state == .unknown else { return }
        rooms.begin()
        draftsPushed.removeAll()
        ask(.recentRooms, .recentRooms)
        pendingChanges.rooms = true
    }

    /// Takes the rooms that stand first on a long list. They are shown and entered before the pages
    /// of the list come.
    mutating func listedFirst(_ page: [RoomEntry]) {
        rooms.note(page)
        listed(page)
        enter(page.map { $0.room })
        ask(.rooms(after: nil), .rooms(after: nil))
        pendingChanges.rooms = true
    }

    mutating func listed(
        _ page: [RoomEntry], _ blocked: [UserID], _ profile: Profile, after: RoomName?, next: RoomName?
    ) {
        if let next = rooms.take(page, blocked, profile, after: after, next: next) {
            ask(.rooms(after: next), .rooms(after: next))
        }
        keepChoices(of: page.map { $0.room })
        if rooms.state == .loaded { keepChoices(of: Set(keptChoices.keys).inOrder) }
        choicesChanged()
        listed(page)
        // The pages are in the order of names. The newest rooms are entered first.
        if configuration.entersOwnRooms, rooms.state == .loaded { enter(roomsInOrder.map { $0.room }) }
    }

    private mutating func listed(_ page: [RoomEntry]) {
        listed(draftsOf: page)
        for entry in page { noteListed(entry) }
        for entry in page where entry.with != nil { met(entry.with, in: entry.room) }
        for entry in page { reenter(listed: entry.room) }
    }

    /// Tells the conversation what the list says of messages that it has not loaded: how many
    /// mention the user, and the newest one, which is not in a window that the user has scrolled
    /// up.
    private mutating func noteListed(_ entry: RoomEntry) {
        guard var conversation = conversations[entry.room] else { return }
        conversation.listedMentions = rooms.entries[entry.room].map { ListedMentions($0) }
        if let last = entry.last, entry.epoch == conversation.timeline.epoch, entry.head >= conversation.timeline.head {
            conversation.timeline.noteLast(last)
        }
        conversations[entry.room] = conversation
    }

    mutating func refusedRooms(_ error: WireError, after: RoomName?, _ pause: Int64) {
        if error.code.isTemporary {
            nextRooms = after
            return self.pause(.listing, pause)
        }
        rooms.refused(error)
        pendingChanges.rooms = true
    }

    /// Asks for the page of the list that was refused.
    mutating func continueRooms() {
        guard isConnected, rooms.state == .loading else { return }
        ask(.rooms(after: nextRooms), .rooms(after: nextRooms))
    }

    /// Joins those of the rooms that are open to the user, if the app wants that; at most
    /// ``ChatWire/Limits/roomsEntered``, and none with a person whom the user blocks.
    mutating func enter(_ names: [RoomName]) {
        for room in names { reenter(listed: room) }
        guard configuration.entersOwnRooms else { return }
        let (known, blocked) = (wanted.count, blocked)
        for room in names where wanted.count < Limits.roomsEntered {
            guard rooms.entries[room]?.isIn == true, conversations[room]?.isWanted != true else { continue }
            if let partner = room.partner(of: identity?.user), blocked.contains(partner) { continue }
            wanted.append(room)
            require(room)
            conversations[room]?.isWanted = true
        }
        if wanted.count > known { effects.append(.keep(.rooms(wanted))) }
    }

    private mutating func reenter(listed room: RoomName) {
        if rooms.entries[room]?.isIn == true { reenter(room) }
    }

    /// A room that the client would enter by itself and that nothing needs now: of these the one
    /// that was silent the longest. A room that the user joins may take its place.
    var leastWanted: RoomName? {
        guard configuration.entersOwnRooms else { return nil }
        return wanted.filter { room in
            rooms.entries[room]?.isIn == true && conversations[room]?.timeline.isOpen != true
                && !outbox.needs(room)
        }.min { conversations[$0]?.last?.at ?? .min < conversations[$1]?.last?.at ?? .min }
    }

    /// The server tells the user's place in a room, which the event `seq` of `author` has changed.
    mutating func placed(_ room: RoomName, _ seq: Seq, by author: Author, _ info: RoomInfo) {
        var info = info
        let refusal = access(to: room, info)?.refusalOfEntering(at: serverTime)
        // A user who may not enter is told only their own place. The settings that they know stay.
        if refusal != nil, info == RoomInfo(standing: info.standing),
            let known = conversations[room]?.info ?? rooms.entries[room]?.info
        {
            info.settings = known.settings
        }
        rooms.changed(room, seq, by: author, info, me: identity?.user)
        pendingChanges.rooms = true
        if let error = refusal {
            end(room, error)
        } else {
            reenter(room)
        }
        if conversations[room] != nil { describe(room, info) }
        enter([room])
    }

    /// The room is open to the user (again).
    private mutating func reenter(_ room: RoomName) {
        guard case .refused = conversations[room]?.membership, conversations[room]?.isWanted == true else { return }
        require(room)
    }

    /// Folds a new event of a joined room into what is known of the room. The timeline may have it
    /// already: a page of history can overtake the push of its newest event.
    mutating func foldInfo(_ event: Event, in room: RoomName) {
        guard let user = identity?.user, let folded = conversations[room]?.infoSeq, event.seq > folded,
            event.seq <= .largest
        else { return }
        conversations[room]?.infoSeq = event.seq
        if room.partner(of: user) == event.author.user { met(event.author, in: room) }
        let known = conversations[room]?.info
        guard event.content.isRoomChange || known != nil && event.content.isDeletion else { return }
        var info = known ?? RoomInfo()
        info.fold(event, of: user, in: room)
        describe(room, info)
        guard case .membership(let change) = event.content, change.member == user, change.endsReading,
            identity?.role.isAboveSanctions(in: room.kind) != true
        else { return }
        end(room, .ended(by: event.author, change))
        if change.action == .leave { leave(room) }
    }

    /// The user can't read the room any more: nothing that waits for it can be sent.
    private mutating func end(_ room: RoomName, _ error: WireError) {
        switch conversations[room]?.membership {
        case .joined, .joining: break
        case nil, .waiting, .leaving, .refused: return
        }
        conversations[room]?.interrupted(at: now)
        refuse(room, error)
        roomsToSettle.insert(room)
    }

    /// Keeps a room's info, in the journal too.
    mutating func describe(_ room: RoomName, _ info: RoomInfo?) {
        guard let before = conversations[room]?.info ?? info, let conversation = conversations[room] else { return }
        if conversation.info == info { return }
        conversations[room]?.info = info
        effects.append(.keep(.described(room, info ?? RoomInfo(), partner: conversation.partner)))
        if before.settings.title != info?.settings.title { pendingChanges.conversations = true }
        pendingChanges.rooms = true
        markChanged(room)
    }

    /// The other person of a direct room is called this.
    mutating func met(_ partner: Author?, in room: RoomName) {
        guard let partner, !partner.name.isEmpty, let conversation = conversations[room],
            conversation.partner != partner
        else { return }
        conversations[room]?.partner = partner
        effects.append(.keep(.described(room, conversation.info ?? RoomInfo(), partner: partner)))
        pendingChanges.conversations = true
        markChanged(room)
    }

    /// The server's clock, as far as the last welcome tells: milliseconds since 1970-01-01 UTC.
    package var serverTime: Int64 { serverTime(at: now.wall) }

    /// What the user is in a group, as far as it is known.
    package func membership(of group: RoomName) -> Standing.Membership {
        (conversations[group]?.info ?? rooms.entries[group]?.info)?.standing.membership ?? .outsider
    }

    /// The server's clock at a time of this device's clock.
    package func serverTime(at wall: Int64) -> Int64 { wall.addingReportingOverflow(serverAhead).partialValue }
}

// What the user sees.
extension Chat {
    /// The user's groups, direct rooms, invitations and followed open rooms: the one with the
    /// newest message first, or without a message the newest change of the room; before the others
    /// invitations, and then pinned rooms.
    public var roomsInOrder: [ListedRoom] {
        let waiting = waitingChoices
        return rooms.entries.values.map { current($0, waiting) }.filter { $0.isShown }.sorted {
            rank(of: $0) < rank(of: $1)
        }
    }

    private func rank(of listed: ListedRoom) -> RoomRank {
        RoomRank(
            isInvitation: listed.isInvitation, isPinned: listed.choice.isPinned, at: changedAt(listed),
            room: listed.room)
    }

    private func changedAt(_ listed: ListedRoom) -> Int64 {
        listed.last?.at ?? conversations[listed.room]?.changedAt ?? .min
    }

    /// The entry, with what the joined room has told since.
    func current(_ listed: ListedRoom, _ waiting: [RoomName: [ChoiceChange]]) -> ListedRoom {
        var listed = listed
        listed.choice = choice(of: listed.room, waiting: waiting)
        // Without a connection, the list is of the time when it was loaded; what was joined is
        // newer.
        guard let conversation = conversations[listed.room],
            conversation.membership == .joined || rooms.state == .unknown && conversation.timeline.isLoaded
        else { return listed }
        var current = listed
        current.info = conversation.info ?? listed.info
        current.last = conversation.last ?? listed.last
        current.unread = conversation.unread
        current.partner = conversation.partner ?? listed.partner
        return current
    }

    /// What the user may do in a room, as far as this device knows; `nil` before the first welcome.
    public func access(to room: RoomName) -> RoomAccess? {
        access(to: room, conversations[room]?.info ?? rooms.entries[room]?.info ?? RoomInfo())
    }

    private func access(to room: RoomName, _ info: RoomInfo) -> RoomAccess? {
        guard let identity else { return nil }
        let exists = rooms.entries[room] != nil || conversations[room].map { $0.timeline.head > 0 } ?? false
        var access = RoomAccess(
            room, identity.user, identity.role, exists: exists || info != RoomInfo(), settings: info.settings,
            standing: info.standing,
            owners: info.owners, people: info.people)
        access.mayWrite = mayWrite
        return access
    }

    /// Why the server would refuse this, as far as this device knows; `nil` if it would not. The
    /// server decides; this is for what an app offers.
    ///
    /// - Parameters:
    ///   - target: the place of the person whose membership changes
    ///   - wall: this device's clock: milliseconds since 1970-01-01 UTC
    public func refusal(
        of mutation: Mutation, in room: RoomName, toward target: Standing = Standing(), at wall: Int64
    ) -> WireError? {
        guard let access = access(to: room) else { return nil }
        // Only the server knows which codes let somebody in, and whether the group is there.
        if case .membership(let change) = mutation, change.code != nil { return mutation.check()?.translated }
        let time = serverTime(at: wall)
        let event = mutation.reference.flatMap { conversations[room]?.timeline[$0] }
        let error =
            mutation.check() ?? access.refusal(of: mutation, toward: target, at: time)
            ?? event?.refusal(of: mutation, by: access.user, moderates: access.mayModerate)
        return error?.translated
    }
}

extension Conversation {
    /// What to call the room.
    public var title: String { room.title(info?.settings, partner: partner) }
}
