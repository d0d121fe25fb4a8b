import ChatWire

extension ClientFrame.Request {
    /// How many requests of the connection's rate this one counts for. Everyone in a room is told
    /// when somebody leaves, and a list of members is long. Joining costs less, so that a client
    /// can come back into all its rooms at once.
    public var cost: Int {
        switch self {
        case .leave, .here, .rooms, .recentRooms, .people, .profiles, .links, .directory, .search, .renew, .report,
            .reports,
            .resolve, .held, .decide, .actions, .serverBan, .serverUnban, .serverBans:
            Limits.costlyRequest
        case .hello, .join, .mutate, .markRead, .keepDraft, .history, .typing, .stoppedTyping, .ping: 1
        }
    }
}

extension ClientFrame.Request {
    /// Without copying the mutation.
    fileprivate var isMutation: Bool {
        if case .mutate = self { true } else { false }
    }
}

extension TokenBucket.Rate {
    /// The rate of one connection's requests, and of a user's over HTTP. Mutations do not count.
    package static let ofRequests = TokenBucket.Rate(
        perSecond: Limits.requestsPerSecond, burst: Limits.requestBurst)
}

extension TokenBucket {
    /// Takes what a request costs. A mutation costs nothing here: it is charged to its user's
    /// budget when it is submitted.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    /// - Returns: why it is refused
    package mutating func refusal(of request: ClientFrame.Request, at now: Int64) -> WireError? {
        if request.isMutation { return nil }
        if let wait = wait(at: now) {
            let text = "Too many requests; try again in \(WaitingTime(milliseconds: wait).text)."
            return WireError(.rateLimited, text, retry: wait)
        }
        spend(request.cost, at: now)
        return nil
    }
}
