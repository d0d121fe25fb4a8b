import ChatWire

// Performs what `Connection` decides.
extension Chat {
    mutating func driveConnection(_ input: Connection.Input) {
        let before = (connection.phase, connection.trouble, connection.isOnline, connection.nameRefusal)
        for action in connection.handle(input, at: now) { perform(action) }
        if before != (connection.phase, connection.trouble, connection.isOnline, connection.nameRefusal) {
            pendingChanges.connection = true
        }
    }

    private mutating func perform(_ action: Connection.Action) {
        switch action {
        case .open: effects.append(.open)
        case .close(let code): effects.append(.close(code))
        case .greet: greet()
        case .keepName:
            (name, isNameAsked) = (identity?.name, false)
            waitingChanged()
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
        if mayWrite != welcome.mayWrite { (mayWrite, pendingChanges.conversations) = (welcome.mayWrite, true) }
        serverAhead = welcome.at.subtractingReportingOverflow(now.wall).partialValue
        welcomed(as: welcome.user, name: welcome.name, role: welcome.role)
        outbox.connected()
        requestRooms()
        saveDrafts()
        roomsToSettle.formUnion(conversations.keys)
        outboxNeedsSend = true
        sendReports()
    }

    /// The connection is lost: open requests will not be answered, and presence is unknown.
    private mutating func interrupted() {
        interruptModeration()
        interruptInquiries()
        interruptDrafts()
        profilesAsked.removeAll()
        profileChanges.removeAll()
        requests.removeAll()
        rooms.interrupted()
        // Sorted, so that the order is the same in every run.
        let timers = paused.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
        for timer in timers { effects.append(.cancel(timer)) }
        paused.removeAll()
        // What the user has left is forgotten without the server, too.
        roomsToSettle = Set(conversations.values.filter { !$0.isWanted }.map { $0.room })
        roomsAwaitingHistory.removeAll()
        if outbox.interrupted() { pendingChanges.outbox = true }
        for room in conversations.keys {
            conversations[room]?.interrupted(at: now)
            pendingChanges.inRooms.insert(room)
        }
        typing.removeAll()
    }

    /// Pauses one kind of request after a temporary refusal.
    mutating func pause(_ timer: Timer, _ milliseconds: Int64) {
        paused.insert(timer)
        effects.append(.wait(timer, milliseconds: milliseconds))
    }

    var isConnected: Bool { connection.phase == .connected }
}
