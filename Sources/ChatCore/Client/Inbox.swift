/// Received events that the client has not taken yet. It takes all of them at once, so that one
/// flush stores them.
actor Inbox {
    private var events: [TransportEvent] = []
    private var isFinished = false
    private var reader: CheckedContinuation<Void, Never>?
    private var writer: CheckedContinuation<Void, Never>?

    /// Adds an event. Waits while the inbox is full. For one writer.
    func put(_ event: TransportEvent) async {
        if events.count >= Limits.framesTogether { await withCheckedContinuation { writer = $0 } }
        events.append(event)
        reader?.resume()
        reader = nil
    }

    /// Takes all events, at least one. `nil`: nothing more comes. For one reader.
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
