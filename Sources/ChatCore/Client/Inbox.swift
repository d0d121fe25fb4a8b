/// What a connection has brought and the client has not taken yet: taken together, so that what must be kept of it is flushed once.
actor Inbox {
    private var events: [TransportEvent] = []
    private var isFinished = false
    private var reader: CheckedContinuation<Void, Never>?
    private var writer: CheckedContinuation<Void, Never>?

    /// Waits while there is no room. For one writer.
    func put(_ event: TransportEvent) async {
        if events.count >= Limits.framesTogether { await withCheckedContinuation { writer = $0 } }
        events.append(event)
        reader?.resume()
        reader = nil
    }

    /// All there is, at least one; `nil` when nothing more comes. For one reader.
    func take() async -> [TransportEvent]? {
        if events.isEmpty && !isFinished { await withCheckedContinuation { reader = $0 } }
        if events.isEmpty { return nil }
        let taken = events
        events = []
        writer?.resume()
        writer = nil
        return taken
    }

    func finish() {
        isFinished = true
        reader?.resume()
        reader = nil
    }
}
