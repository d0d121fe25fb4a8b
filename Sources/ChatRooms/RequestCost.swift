import ChatWire

extension ClientFrame.Request {
    /// How many requests of the connection's rate this one counts for. Everyone in a room is told
    /// when somebody leaves, and a list of members is long. Joining costs less, so that a client
    /// can come back into all its rooms at once.
    public var cost: Int {
        switch self {
        case .leave, .here, .rooms, .recentRooms, .people, .profiles, .links, .directory, .search, .renew, .report,
            .reports,
            .resolve, .held, .decide, .actions:
            Limits.costlyRequest
        case .hello, .join, .mutate, .markRead, .keepDraft, .history, .typing, .ping: 1
        }
    }
}

extension ClientFrame.Request {
    /// Without copying the mutation.
    package var isMutation: Bool {
        if case .mutate = self { true } else { false }
    }
}
