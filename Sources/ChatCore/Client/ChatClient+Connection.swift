// The device's network.
extension ChatClient {
    /// Listens to changes of the network until ``unwatchNetwork()``.
    func watchNetwork() {
        if networkWatch != nil { return }
        networkWatch = Task { [weak self, reachability] in
            var isFirst = true
            for await isOnline in reachability.changes() {
                await self?.networkChanged(isOnline, isFirst: isFirst)
                isFirst = false
            }
        }
    }

    func unwatchNetwork() {
        networkWatch?.cancel()
        networkWatch = nil
    }

    private func networkChanged(_ isOnline: Bool, isFirst: Bool) {
        // The first value is no change, unless it is something new.
        if Task.isCancelled || isFirst && engine?.chat.connection.isOnline == isOnline { return }
        try? handle(.online(isOnline))
    }
}

// The connection.
extension ChatClient {
    func open() {
        attempt &+= 1
        let attempt = attempt
        link = Link(transport) { [weak self] happening in await self?.happened(happening, in: attempt) }
    }

    func close(_ code: CloseCode) {
        attempt &+= 1
        link?.close(code)
        link = nil
    }

    func send(_ frame: ClientFrame) {
        // A link that accepts no more frames counts as lost. Everything unconfirmed is sent again.
        guard let link, !link.send(frame) else { return }
        close(.tooSlow)
        try? handle(.closed(nil))
    }

    private func happened(_ happening: Link.Happening, in attempt: UInt64) {
        guard attempt == self.attempt else { return }
        switch happening {
        case .opened: try? handle(.opened)
        case .events(let events):
            if case .closed = events.last {
                link = nil
                self.attempt &+= 1
            }
            try? handle(events.map(\.input))
        }
    }

    func alarm(_ timer: Chat.Timer, after milliseconds: Int64) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(milliseconds: milliseconds)) != nil else { return }
            await self?.rang(timer)
        }
    }

    private func rang(_ timer: Chat.Timer) {
        // The timer was cancelled or replaced before it got here.
        if Task.isCancelled { return }
        alarms.fired(timer)
        try? handle(.timer(timer))
    }

    func authenticate(replacing refused: String?) {
        authentication?.cancel()
        authentication = Task { [weak self, tokens] in
            let answer: Input
            do {
                // An account whose session has ended is signed out.
                answer = .token(try await tokens?.token(replacing: refused))
            } catch {
                answer = .tokenFailed(error as? WireError)
            }
            await self?.authenticated(answer)
        }
    }

    private func authenticated(_ answer: Input) {
        if Task.isCancelled { return }
        try? handle(answer)
    }

    /// Holds a background assertion while anything waits to be sent.
    func updateBackground() {
        let isIdle = engine?.chat.isIdle ?? true
        if !isIdle, assertion == nil {
            assertion = Task { [background] in await background.begin("Sending messages") }
        } else if isIdle, let given = assertion {
            assertion = nil
            Task { await given.value.end() }
        }
    }
}

extension TransportEvent {
    fileprivate var input: Input {
        switch self {
        case .received(let frame): .received(frame)
        case .unreadable(let error): .unreadable(error)
        case .closed(let code): .closed(code)
        }
    }
}
