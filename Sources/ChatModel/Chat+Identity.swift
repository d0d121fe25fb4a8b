import ChatWire

/// How far a guest's sign-up has come. The server refuses the guest's token as soon as the account
/// exists, so a client must know that the token may be refused for this reason.
public enum SignUp: Hashable, Sendable {
    /// The server is being asked.
    case began
    /// The server has refused for good. The guest stays a guest.
    case refused
    /// There was no answer, or an earlier attempt has made an account. The account may exist.
    case unanswered
}

// The user's identity, and what the client forgets when another user takes their place.
extension Chat {
    /// The user as rows show them. Until the next welcome that is the name that was asked for; an
    /// account keeps its own. `nil` if neither an id nor a name is known.
    public var author: Author? {
        guard isNameAsked, let name, identity?.hasAccount != true else { return identity?.author }
        return Author(user: identity?.user ?? .nobody, name: name)
    }

    mutating func signedIn(_ account: Identity) {
        guard let token = account.token else { return }
        var identity = account
        identity.device = device
        identity.isSigningUp = false
        isSigningUp = false
        name = identity.name
        identified(identity)
        driveConnection(.signedIn(token: token))
    }

    /// Notes how far a sign-up has come. As long as the account may exist, a refused token ends in
    /// ``Connection/Trouble/unauthenticated``: as a new guest the user would lose their rooms.
    mutating func signUp(_ step: SignUp) {
        guard var identity, !identity.hasAccount else { return isSigningUp = false }
        isSigningUp = step == .began
        identity.isSigningUp = step != .refused
        identified(identity)
        driveConnection(.authenticates(configuration.authenticates || identity.isSigningUp))
    }

    /// The server has welcomed the user.
    mutating func welcomed(as user: UserID, name: String, role: ServerRole) {
        // The guest's token is still accepted, so the account of an earlier attempt was not made.
        let isGuest = identity?.isSigningUp == true && !isSigningUp
        if isNameAsked {
            isNameAsked = false
            waitingChanged()
        }
        var identity = Identity(user: user, name: name, device: device, token: connection.token, role: role)
        identity.isSigningUp = isSigningUp && !identity.hasAccount
        identified(identity)
        if isGuest { driveConnection(.authenticates(configuration.authenticates || identity.hasAccount)) }
    }

    /// The rows of messages that are not in the log show the user's name.
    mutating func waitingChanged() {
        for item in outbox.queue.list { pendingChanges.inRooms.insert(item.room) }
    }

    /// The server has taken the new token.
    mutating func renewed() {
        guard var identity else { return }
        identity.token = connection.token
        identified(identity)
    }

    private mutating func identified(_ identity: Identity) {
        let former = self.identity
        self.identity = identity
        // The journal forgets the former user before it takes the new one.
        if let former, former.user != identity.user { disown(former) }
        if identity != former {
            effects.append(.keep(.identity(identity)))
            pendingChanges.connection = true
        }
        fileToken = identity.token
        for room in conversations.keys { conversations[room]?.belongs(to: identity.author) }
    }

    /// Another user has taken the place of `former`. Nothing is sent in their name, and only what
    /// open rooms show to everyone stays.
    private mutating func disown(_ former: Identity) {
        disownOutbox(of: former)
        forgetReports()
        forgetDrafts()
        disownRooms()
        profiles.removeAll()
        profilesAsked.removeAll()
        profileChanges.removeAll()
        rooms = RoomList()
        keepChoices(of: Set(keptChoices.keys).inOrder)
        choicesChanged()
    }

    /// Fails what waits. A guest's messages to open rooms stay visible, for the same person to send
    /// them again; all others are removed.
    private mutating func disownOutbox(of former: Identity) {
        for (item, error) in outbox.disown() { failed(item, error) }
        for room in Set(conversations.keys).inOrder { for item in outbox.lost(room) { release(item) } }
        for item in outbox.items {
            if item.room.kind == .open && !former.hasAccount {
                // An uploaded file belongs to the former user.
                if item.upload != nil { renew(item.ticket) }
            } else if outbox.drop(item.ticket) {
                effects.append(.keep(.dropped(item.ticket)))
                release(item)
            }
        }
        pendingChanges.outbox = true
    }

    private mutating func disownRooms() {
        for room in Set(conversations.keys).inOrder {
            effects.append(.keep(.forgot(room)))
            pendingChanges.inRooms.insert(room)
            guard let former = conversations[room], room.kind == .open, former.isWanted || outbox.holds(room) else {
                conversations[room] = nil
                continue
            }
            var fresh = conversation(in: room)
            fresh.isWanted = former.isWanted
            fresh.timeline.isOpen = former.timeline.isOpen
            conversations[room] = fresh
        }
        let open = wanted.filter { $0.kind == .open }
        if open != wanted {
            wanted = open
            effects.append(.keep(.rooms(open)))
        }
        roomsToCache.removeAll()
        roomsAwaitingHistory.removeAll()
        typing.removeAll()
        pendingChanges.conversations = true
    }
}
