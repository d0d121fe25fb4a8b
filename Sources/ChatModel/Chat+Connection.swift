import ChatWire

// Performs what `Connection` decides.
extension Chat {
    mutating func driveConnection(_ input: Connection.Input) {
        let before = (connection.phase, connection.trouble, connection.isOnline)
        for action in connection.handle(input, at: now) { perform(action) }
        if before != (connection.phase, connection.trouble, connection.isOnline) { pendingChanges.connection = true }
    }

    private mutating func perform(_ action: Connection.Action) {
        switch action {
        case .open: effects.append(.open)
        case .close(let code): effects.append(.close(code))
        case .greet: greet()
        case .renew: if let token = connection.token { ask(.renew, .renew(token: token)) }
        case .ping: if !requests.contains(.ping) { ask(.ping, .ping) }
        case .authenticate(let refused): effects.append(.authenticate(replacing: refused))
        case .lost: interrupted()
        case .wait(let timer, let milliseconds): effects.append(.wait(timer, milliseconds: milliseconds))
        case .cancel(let timer): effects.append(.cancel(timer))
        }
    }

    mutating func ask(_ question: Requests.Question, _ request: ClientFrame.Request) {
        let ref = requests.ask(question, at: now.monotonic)
        effects.append(.send(ClientFrame(ref: ref, request: request)))
    }

    private mutating func greet() {
        let hello = ClientFrame.Hello(name: name, token: connection.token, device: device)
        ask(.hello, .hello(hello))
    }

    mutating func welcomed(_ welcome: ServerFrame.Welcome) {
        driveConnection(.welcomed(token: welcome.token, ping: welcome.ping))
        limits = welcome.limits
        serverAhead = welcome.at.subtractingReportingOverflow(now.wall).partialValue
        identified(
            Identity(
                user: welcome.user, name: welcome.name, device: device, token: connection.token, role: welcome.role))
        outbox.connected()
        requestRooms()
        roomsToSettle.formUnion(conversations.keys)
        outboxNeedsSend = true
        sendReports()
    }

    mutating func signedIn(_ account: Identity) {
        guard let token = account.token else { return }
        var identity = account
        identity.device = device
        name = identity.name
        identified(identity)
        driveConnection(.signedIn(token: token))
    }

    private mutating func identified(_ identity: Identity) {
        if let known = self.identity, known.user != identity.user { disown() }
        if identity != self.identity {
            self.identity = identity
            effects.append(.keep(.identity(identity)))
            pendingChanges.connection = true
        }
        fileToken = identity.token
        for room in conversations.keys { conversations[room]?.user = identity.user }
    }

    /// The server has taken the new token.
    mutating func renewed() {
        guard var identity else { return }
        identity.token = connection.token
        identified(identity)
    }

    /// The connection is lost: open requests will not be answered, and presence is unknown.
    private mutating func interrupted() {
        interruptPeople()
        interruptModeration()
        requests.removeAll()
        rooms.interrupted()
        for timer in paused.sorted(by: { $0.order < $1.order }) { effects.append(.cancel(timer)) }
        paused.removeAll()
        roomsToSettle.removeAll()
        roomsAwaitingHistory.removeAll()
        if outbox.interrupted() { pendingChanges.outbox = true }
        for room in conversations.keys {
            conversations[room]?.interrupted()
            pendingChanges.inRooms.insert(room)
        }
        typing.removeAll()
    }

    private mutating func disown() {
        for item in outbox.disown() { failed(item, .fateUnknown) }
        renewFiles()
        forgetReports()
        rooms = RoomList()
        for room in conversations.keys { conversations[room]?.info = nil }
    }

    /// Pauses one kind of request after a temporary refusal.
    mutating func pause(_ timer: Timer, _ milliseconds: Int64) {
        paused.insert(timer)
        effects.append(.wait(timer, milliseconds: milliseconds))
    }

    var isConnected: Bool { connection.phase == .connected }
}

extension Chat.Timer {
    fileprivate var order: Int {
        switch self {
        case .sending: 0
        case .reading: 1
        case .joining: 2
        case .uploading: 3
        case .reporting: 4
        case .connect, .welcome, .silence, .probe, .typing, .caching: 5
        }
    }
}
