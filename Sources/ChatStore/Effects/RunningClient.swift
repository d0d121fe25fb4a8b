import ChatWire

/// The client of one account, from the dispatch of ``RunClient`` on.
struct RunningClient {
    let account: Account
    /// Tells this run from an earlier one of the same account.
    let turn: UInt64
    private let pipe: AsyncStream<ClientCommand>.Continuation
    /// `nil` until the client is open, and after it has closed.
    private(set) var session: ClientSession?
    /// The commands that came while it was being opened: at most ``ChatWire/Limits/outboxItems``,
    /// and one that was put back.
    private(set) var early: [ClientCommand] = []

    /// - Parameter pipe: Where its commands go in order.
    init(_ account: Account, turn: UInt64, pipe: AsyncStream<ClientCommand>.Continuation) {
        (self.account, self.turn, self.pipe) = (account, turn, pipe)
    }

    /// Passes a command to the client: now if it is open, otherwise when it has opened.
    ///
    /// - Returns: Whether it was taken: at most ``ChatWire/Limits/outboxItems`` wait.
    mutating func pass(_ command: ClientCommand) -> Bool {
        if session == nil {
            guard early.count < Limits.outboxItems else { return false }
            early.append(command)
            return true
        }
        if case .enqueued = pipe.yield(command) { return true }
        return false
    }

    /// The client is open, or closed again.
    mutating func opened(_ session: ClientSession?) {
        self.session = session
        guard session != nil else { return }
        for command in takeEarly() { pipe.yield(command) }
    }

    /// Takes the commands that wait for the client.
    mutating func takeEarly() -> [ClientCommand] {
        defer { early = [] }
        return early
    }

    /// Puts a command back before those that wait.
    mutating func putBack(_ command: ClientCommand) { early.insert(command, at: 0) }

    /// No more commands come.
    func end() { pipe.finish() }
}
